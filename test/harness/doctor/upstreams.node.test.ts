import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { defaultServerConfig } from '../../../harness/config/server-config.ts';
import type { Finding } from '../../../harness/doctor/finding.ts';
import { adviceFor } from '../../../harness/outbound/advice.ts';
import { checkRelays } from '../../../harness/doctor/relays.ts';
import { checkChain, checkCodeHost, checkWeather } from '../../../harness/doctor/upstreams.ts';
import { listen } from '../../helpers/loopback.ts';
import { startRelay } from '../../helpers/relay.ts';
import { type Upstream, type Upstreams, commitsAsOf, startUpstreams } from '../../helpers/upstreams.ts';

/** The time limit for servers that answer. A machine under load may need a long time. */
const PATIENT_MS = 30_000;
/** The time limit for servers that never answer. */
const SHORT_MS = 200;
/** A port on which nothing listens; `fetch` refuses port 1 itself. */
const CLOSED = '127.0.0.1:2';
const TOKEN = 'a-token-that-nobody-may-read';

let upstreams: Upstreams;
before(async () => void (upstreams = await startUpstreams()));
after(() => upstreams.close());

const config = (changes: { weather?: string; chain?: string; codeHost?: string; repo?: string } = {}) => ({
  ...defaultConfig,
  ...defaultServerConfig,
  codeHost: {
    url: changes.codeHost ?? upstreams.codeHost.url,
    owner: 'timmy',
    repo: changes.repo ?? 'lit',
    agents: [],
    authors: false,
  },
  weather: {
    url: changes.weather ?? upstreams.weather.url,
    latitude: 32.4,
    longitude: -96.8,
    place: '',
    timeZone: '',
  },
  chain: { url: changes.chain ?? upstreams.chain.url },
});

type Check = (timeoutMs: number, address?: string) => Promise<Finding>;
const checks: Readonly<Record<'weather' | 'chain' | 'codeHost', Check>> = {
  weather: (ms, weather) => checkWeather(config(weather === undefined ? {} : { weather }), ms),
  chain: (ms, chain) => checkChain(config(chain === undefined ? {} : { chain }), ms),
  codeHost: (ms, codeHost) =>
    checkCodeHost(
      config(codeHost === undefined ? {} : { codeHost }),
      undefined,
      { HOME_WORLD_CODE_HOST_TOKEN: TOKEN },
      ms,
    ),
};

const HTML = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Welcome to nginx!' };

for (const [name, field, good] of [
  ['weather', 'weather.url', /answers: [\d.]+°F .+ at 32\.40° N, 96\.80° W\.$/],
  ['chain', 'chain.url', /answers: 698767\.$/],
  ['codeHost', 'codeHost.url', /timmy\/lit, with a token: the latest 50 commits\.$/],
] as const)
  test(`says how ${name} fails, and names ${field}`, async () => {
    const check = checks[name];
    const upstream: Upstream = upstreams[name];
    const found = await check(PATIENT_MS);
    assert.equal(found.state, 'ok', found.says);
    assert.match(found.says, good);
    for (const [mode, says, fix] of [
      ['silent', /no answer within 0\.2 s/, /runs, and that no firewall/],
      ['down', /broke the connection off/, /error is on that server/],
      [{ status: 500, body: '{}' }, /answered 500/, /error is on that server/],
      [{ status: 429, body: '{}' }, /429|limits requests/, /Wait until it accepts requests/],
      [HTML, /not (?:valid JSON|a block height|a JSON list)/, /Something else answers there/],
      [
        { body: '{"hello":"world"}' },
        /not a (?:forecast|block height|JSON list)|not a JSON list/,
        /Something else answers/,
      ],
    ] as const) {
      upstream.mode = mode;
      const { state, says: said, fix: told = '' } = await check(mode === 'silent' ? SHORT_MS : PATIENT_MS);
      assert.equal(state, 'problem', said);
      assert.match(said, says);
      assert.match(told, fix);
      if (!/Wait/.test(told)) assert.ok(told.includes(field), told);
      assert.ok(!`${said}${told}`.includes(TOKEN));
      upstream.mode = 'up';
    }
    const refused = await check(PATIENT_MS, `http://${CLOSED}`);
    assert.match(refused.says, /refused the connection/);
    assert.match(refused.fix ?? '', new RegExp(`${field} in config\\.json runs`));
  });

test('repeats to the owner what a server gives as its reason', async () => {
  const reason = 'Latitude must be in range of -90 to 90°.';
  upstreams.weather.mode = { status: 400, body: JSON.stringify({ error: true, reason }) };
  const { says } = await checks.weather(PATIENT_MS);
  assert.equal(says, `${new URL(upstreams.weather.url).host} answered 400: ${reason}`);
  upstreams.weather.mode = 'up';
});

test('tells all commits of a repository from the latest ones', async () => {
  for (const [commits, says] of [
    [1, 'lit, public access: 1 commit.'],
    [49, 'lit, public access: 49 commits.'],
    [50, 'lit, public access: the latest 50 commits.'],
  ] as const) {
    const body = JSON.stringify(commitsAsOf(Date.now()).slice(0, commits));
    upstreams.codeHost.mode = { body };
    const found = await checkCodeHost(config(), undefined, {}, PATIENT_MS);
    assert.ok(found.says.endsWith(says), found.says);
  }
  upstreams.codeHost.mode = 'up';
});

test('says that a repository is missing, and that a token is wrong or missing', async () => {
  const missing = await checkCodeHost(config({ repo: 'nothing' }), undefined, {}, PATIENT_MS);
  assert.deepEqual(
    [missing.state, missing.says],
    ['problem', 'The code host shows no repository timmy/nothing.'],
  );
  assert.match(missing.fix ?? '', /codeHost\.owner[\s\S]*HOME_WORLD_CODE_HOST_TOKEN/);
  upstreams.codeHost.mode = { status: 401, body: '{}' };
  const without = await checkCodeHost(config(), undefined, {}, PATIENT_MS);
  assert.match(`${without.says} ${without.fix}`, /requires a token[\s\S]*Set HOME_WORLD_CODE_HOST_TOKEN/);
  const wrong = await checkCodeHost(config(), undefined, { HOME_WORLD_CODE_HOST_TOKEN: TOKEN }, PATIENT_MS);
  assert.match(`${wrong.says} ${wrong.fix}`, /refuses the token[\s\S]*make a new one/);
  upstreams.codeHost.mode = 'up';
  const split = await checkCodeHost(
    config(),
    undefined,
    { HOME_WORLD_CODE_HOST_TOKEN: 'two words' },
    PATIENT_MS,
  );
  assert.equal(split.state, 'problem');
  const nowhere = await checkCodeHost(config(), '/', {}, PATIENT_MS);
  assert.match(nowhere.says, /not a git repository/);
});

test('tells a repository that was renamed from a server that has moved', async () => {
  const renamed = '/api/v1/repos/timmy/lamp/commits?limit=50';
  for (const [location, fix] of [
    [renamed, /^Write its new owner and name as codeHost\.owner and codeHost\.repo/],
    [upstreams.codeHost.url + renamed, /^Write its new owner and name/],
    [`https://new.example${renamed}`, /^Write the base address of the server .* as codeHost\.url/],
  ] as const) {
    upstreams.codeHost.mode = { status: 307, headers: { location }, body: '' };
    const { says, fix: told } = await checkCodeHost(config(), undefined, {}, PATIENT_MS);
    assert.match(says, /^The code host redirects/);
    assert.match(told ?? '', fix, location);
  }
  upstreams.codeHost.mode = 'up';
});

test('asks each relay, and calls one that fails a problem only if no other answers', async () => {
  const relay = await startRelay();
  await using page = await listen((_request, response) => void response.end('a page'));
  await using silent = await listen(() => undefined);
  const [pageUrl, silentUrl] = [page.url, silent.url].map((url) => url.replace('http', 'ws'));
  try {
    const found = await checkRelays([relay.url, `ws://${CLOSED}`], PATIENT_MS);
    assert.deepEqual(
      found.map(({ state, says }) => [state, says]),
      [
        ['ok', '1 of 2 relays answered.'],
        ['note', `${CLOSED}: it refused the connection.`],
      ],
    );
    const [none] = await checkRelays([`${pageUrl}/?key=${TOKEN}`], PATIENT_MS);
    assert.match(none?.says ?? '', /^127\.0\.0\.1:\d+: it answered 200 in place of a WebSocket\.$/);
    assert.deepEqual([none?.state, none?.fix?.includes('relays')], ['problem', true]);
    const [late] = await checkRelays([silentUrl ?? ''], SHORT_MS);
    assert.match(late?.says ?? '', /no answer within 0\.2 s/);
    // The parser of config.json accepts a URL with a fragment, but the WebSocket library refuses the URL and
    // does not connect.
    const [fragment] = await checkRelays([`${relay.url}/#notes`], PATIENT_MS);
    assert.match(fragment?.says ?? '', /^127\.0\.0\.1:\d+: .*fragment/);
    assert.deepEqual([fragment?.state, fragment?.fix], ['problem', 'Check relays in config.json.']);
    assert.deepEqual(await checkRelays([], SHORT_MS), [
      { name: 'relays', state: 'ok', says: 'None are named: the feed stays empty.' },
    ]);
  } finally {
    await relay.close();
  }
});

test('a server that no request reaches may be fine: the network of this machine comes first', () => {
  for (const cause of ['api.example: its host name was not found.', 'api.example cannot be reached.'])
    assert.match(adviceFor('weather', cause), /^Check that this machine has a network .*weather\.url/);
});
