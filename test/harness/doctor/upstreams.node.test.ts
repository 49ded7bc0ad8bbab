import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { defaultServerConfig } from '../../../harness/config/server-config.ts';
import type { Finding } from '../../../harness/doctor/finding.ts';
import { adviceFor } from '../../../harness/outbound/advice.ts';
import { checkRelays } from '../../../harness/doctor/relays.ts';
import { checkChain, checkCodeHosts, checkWeather } from '../../../harness/doctor/upstreams.ts';
import { commitsEvery, startStandIn } from '../../helpers/code-hosts.ts';
import { listen } from '../../helpers/loopback.ts';
import { startRelay } from '../../helpers/relay.ts';
import { commit, gitIn, repository } from '../gateway/code-host/git-repository.ts';
import { temporaryFolder } from '../helpers.ts';
import { type Upstream, type Upstreams, commitsAsOf, startUpstreams } from '../../helpers/upstreams.ts';

/** The finding about the only repository. */
const checkCodeHost = async (...given: Parameters<typeof checkCodeHosts>) => {
  const [finding, ...others] = await checkCodeHosts(...given);
  assert.ok(finding && others.length === 0);
  return finding;
};

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
  assert.equal(missing.state, 'problem');
  assert.match(
    missing.says,
    /, timmy\/nothing, public access: there is no such repository, or it is not shown\.$/,
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

for (const [kind, name, words] of [
  ['gitea', 'Gitea or Forgejo', /repository: Read.*set codeHost\.kind, too/],
  ['github', 'GitHub', /“Contents”, “Pull requests”, “Actions” and “Commit statuses”/],
  ['gitlab', 'GitLab', /scope “read_api”/],
] as const)
  test(`knows a repository at ${name}, the token for a private one, and a limit of requests`, async () => {
    await using host = await startStandIn(kind);
    host.state.commits = commitsEvery(60_000, 130, Date.now());
    host.state.token = TOKEN;
    const codeHost = { ...defaultConfig.codeHost, ...host.repository, url: host.url, kind };
    const check = (token?: string): Promise<Finding> =>
      checkCodeHost(
        { codeHost },
        undefined,
        token === undefined ? {} : { HOME_WORLD_CODE_HOST_TOKEN: token },
        PATIENT_MS,
      );
    const good = await check(TOKEN);
    assert.equal(good.state, 'ok', good.says);
    assert.ok(good.says.startsWith(`${name}, ${host.url}, ${host.repository.owner}/lit, with a token: `));
    assert.match(good.says, /: 130 commits\.$/);
    const hidden = await check();
    assert.match(hidden.says, /\/lit, public access: there is no such repository, or it is not shown\.$/);
    assert.match(hidden.fix ?? '', words);
    host.state.token = 'another';
    const withAnother = await check(TOKEN);
    assert.match(withAnother.says, /\/lit, with a token: there is no such repository, or it is not shown\.$/);
    assert.match(withAnother.fix ?? '', /Or the token in HOME_WORLD_CODE_HOST_TOKEN may not read it/);
    host.state.token = undefined;
    host.state.allowance = { left: 0, resetAt: Math.floor(Date.now() / 1000) + 600 };
    const limited = await check();
    assert.match(limited.says, /^The code host limits requests, and the home may send none before/);
    if (kind === 'github') assert.match(limited.fix ?? '', /^Without a token, GitHub answers 60 requests/);
    else assert.match(limited.fix ?? '', /^Wait until it accepts requests again/);
  });

test('notes that a token may read the commits, but not the pull requests', async () => {
  await using host = await listen(({ url }, response) => {
    if (url.includes('/pulls')) response.statusCode = 403;
    response.end(
      JSON.stringify(
        url.includes('/pulls')
          ? { message: 'Resource not accessible by personal access token' }
          : commitsAsOf(Date.now()),
      ),
    );
  });
  const codeHost = {
    ...defaultConfig.codeHost,
    url: host.url,
    owner: 'me',
    repo: 'lit',
    kind: 'github' as const,
  };
  const env = { HOME_WORLD_CODE_HOST_TOKEN: TOKEN };
  const { state, says, fix = '' } = await checkCodeHost({ codeHost }, undefined, env, PATIENT_MS);
  assert.equal(state, 'note');
  assert.match(says, /the commits can be read, but not the merged pull requests\. The code host refuses/);
  assert.match(fix, /^If the repository has pull requests: .*“Pull requests”/);
});

test('fetches the remote of a local repository if the home does, and says why that fails', async () => {
  await using place = await temporaryFolder();
  const folder = await repository(place.path, 'clone');
  commit(folder, 'First');
  gitIn(folder, ['remote', 'add', 'origin', '../gone.git']);
  const check = (fetchMinutes: number): Promise<Finding> =>
    checkCodeHost({ codeHost: { ...defaultConfig.codeHost, fetchMinutes } }, folder, {}, PATIENT_MS);
  assert.equal((await check(0)).state, 'ok');
  const { state, says, fix } = await check(5);
  assert.equal(state, 'problem');
  assert.match(says, /git fetch failed: .*gone\.git/i);
  assert.match(fix ?? '', /^Run “git fetch” in the repository as the user of the home/);
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

test('tries each of several repositories, and names it', async () => {
  const { codeHost } = config();
  const missing = { ...codeHost, repo: 'nothing' };
  const codeHosts = [codeHost, missing, { ...codeHost, url: '', path: '/', repo: 'notes' }];
  const found = await checkCodeHosts({ codeHost, codeHosts }, undefined, {}, PATIENT_MS);
  assert.deepEqual(
    found.map(({ name, state }) => [name, state]),
    [
      ['commits of timmy/lit', 'ok'],
      ['commits of timmy/nothing', 'problem'],
      ['commits of timmy/notes', 'problem'],
    ],
  );
  assert.match(found[1]?.fix ?? '', /Check codeHost\[1\]\.owner and codeHost\[1\]\.repo in config\.json/);
});
