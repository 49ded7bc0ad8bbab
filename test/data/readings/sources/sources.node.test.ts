import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { type Config, defaultConfig } from '../../../../data/config/config.ts';
import { weatherLabel } from '../../../../data/readings/weather-label.ts';
import { agentStatus } from '../../../../data/readings/sources/agent-status.ts';
import { blockHeight } from '../../../../data/readings/sources/block-height.ts';
import { createState } from '../../../../data/state.ts';
import { commits, commitsOfDays } from '../../../../data/readings/sources/commits.ts';
import { merged } from '../../../../data/readings/sources/merged.ts';
import { createPortalHealth } from '../../../../data/readings/sources/portal-health.ts';
import { fromLegacy } from '../../../../data/readings/schemas/legacy-portal.ts';
import { createPortals, parsePortals } from '../../../../data/readings/sources/portals.ts';
import { type Source, type SourceIo, SourceError } from '../../../../data/readings/sources/source.ts';
import { sovereignty } from '../../../../data/readings/sources/sovereignty.ts';
import { weather } from '../../../../data/readings/sources/weather.ts';
import { listen } from '../../../helpers/loopback.ts';
import { recorded } from '../../../helpers/recorded.ts';
import { type Upstreams, commitsAsOf, serveFiles, startUpstreams } from '../../../helpers/upstreams.ts';

let upstreams: Upstreams;
let config: Config;
const signal = new AbortController().signal;
const io = (base: string, conditional = true): SourceIo => ({ fetch, now: Date.now, base, conditional });
const nowhere = io('http://127.0.0.1:9/');

const outcome = <T>(source: Source<T>, from = config, by = nowhere) => source.read(by, from, signal);
const value = async <T>(source: Source<T>, from = config, by = nowhere): Promise<T> => {
  const found = await outcome(source, from, by);
  assert.equal(found.kind, 'value');
  return (found as { value: T }).value;
};
const causeOf = async (reading: Promise<unknown>): Promise<string> => {
  const error: unknown = await reading.then(
    (found) => assert.fail(`expected a failure, got ${JSON.stringify(found)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof SourceError, String(error));
  return error.message;
};
const repository = (repo: string): Config => ({ ...config, codeHost: { ...config.codeHost, repo } });

before(async () => {
  upstreams = await startUpstreams();
  config = {
    ...defaultConfig,
    codeHost: { url: upstreams.codeHost.url, owner: 'timmy', repo: 'lit', agents: [] },
    weather: { url: upstreams.weather.url, latitude: 32.4, longitude: -96.8 },
    chain: { url: upstreams.chain.url },
  };
});
beforeEach(() => upstreams.setAll('up'));
after(() => upstreams.close());

test('asks the code host for the latest fifty commits, without what costs it work', async () => {
  await value(commits);
  assert.equal(
    upstreams.codeHost.seen.at(-1)?.url,
    '/api/v1/repos/timmy/lit/commits?limit=50&stat=false&verification=false&files=false',
  );
});

test('keeps the commits in the code host’s order, with instants and first lines only', async () => {
  const now = Date.now();
  const expected = commitsAsOf(now);
  const found = await value(commits);
  assert.deepEqual(
    found.map(({ sha }) => sha),
    expected.map(({ sha }) => sha),
  );
  const times = found.map(({ authoredAt }) => authoredAt);
  assert.notDeepEqual(
    times,
    times.toSorted((a, b) => b - a),
    'the recording is not sorted by author date',
  );
  assert.ok(Math.abs(Math.max(...times) - now) < 5_000);
  assert.equal(found[0]?.author, 'Lukas Spirig');
  assert.equal(found[0]?.title, '[labs/ssr] Implement ShadowRoot and document/window in event path (#4893)');
  assert.ok(found.every(({ title }) => !/[\r\n]/.test(title)));
});

test('reads a commit in the current shape of the code host', async () => {
  upstreams.codeHost.mode = { body: JSON.stringify(recorded('gitea/commit-single-2025.json')) };
  assert.equal((await value(commits)).length, 1);
});

test('an empty repository has no commits, and that is not an error', async () => {
  assert.deepEqual(await outcome(commits, repository('empty-repo')), { kind: 'empty', cause: 'no commits' });
});

test('a missing or private repository is an error with the code host’s own words', async () => {
  const cause = await causeOf(outcome(commits, repository('no-such-repo')));
  assert.match(cause, /answered 404: The target couldn't be found\.$/);
});

test('another 409 is an error', async () => {
  upstreams.codeHost.mode = { status: 409, body: '{"message":"something else"}' };
  assert.match(await causeOf(outcome(commits)), /answered 409: something else$/);
});

test('drops a commit whose date nobody can read, and keeps the others', async () => {
  const list = commitsAsOf(Date.now()).slice(0, 3);
  (list[1] as (typeof list)[number]).commit.author.date = 'yesterday';
  upstreams.codeHost.mode = { body: JSON.stringify(list) };
  assert.equal((await value(commits)).length, 2);
});

test('a code host that sends its page in place of an answer is an error', async () => {
  upstreams.codeHost.mode = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>hello' };
  assert.match(await causeOf(outcome(commits)), /is not valid JSON$/);
});

test('with no code host configured the home’s own origin is asked', () => {
  const own = { ...config, codeHost: { ...config.codeHost, url: '' } };
  assert.equal(
    commits.url(own, 'https://home.example/world/'),
    'https://home.example/world/api/v1/repos/timmy/lit/commits?limit=50&stat=false&verification=false&files=false',
  );
});

test('only merged pull requests become books', async () => {
  const [book, ...others] = await value(merged);
  assert.deepEqual(others, []);
  assert.deepEqual(book, {
    number: 2,
    title: 'ok1',
    author: 'timmy',
    mergedAt: Date.parse('2026-11-20T23:36:17Z'),
  });
  assert.equal(upstreams.codeHost.seen.at(-1)?.url, '/api/v1/repos/timmy/lit/pulls?state=closed&limit=50');
});

test('reads temperature, code and label of the weather', async () => {
  assert.deepEqual(await value(weather), { temperatureF: 71.7, code: 1, label: 'Clear' });
  assert.equal(
    upstreams.weather.seen.at(-1)?.url,
    '/v1/forecast?latitude=32.4&longitude=-96.8&current=temperature_2m,weather_code&temperature_unit=fahrenheit&forecast_days=1',
  );
});

test('every recorded weather failure is an error with a cause', async () => {
  const failures = recorded<{ status: number; text: string }[]>('openmeteo/errors.json');
  for (const { status, text } of failures) {
    upstreams.weather.mode = { status, body: text };
    const cause = await causeOf(outcome(weather));
    const reason = status === 200 ? undefined : (JSON.parse(text) as { reason: string }).reason;
    assert.ok(reason === undefined || cause.endsWith(reason), cause);
  }
  assert.ok(failures.length >= 10);
});

test('a forecast for several places is refused', async () => {
  const one: unknown = recorded('openmeteo/forecast-waxahachie.json');
  upstreams.weather.mode = { body: JSON.stringify([one, one]) };
  assert.match(await causeOf(outcome(weather)), /is not a forecast/);
});

test('real forecasts are read; one without a weather code is an error', async () => {
  const samples = recorded<{ body: { current: Record<string, unknown> } }[]>('openmeteo/samples.json');
  for (const { body } of samples) {
    upstreams.weather.mode = { body: JSON.stringify(body) };
    const { temperature_2m, weather_code } = body.current;
    if (weather_code === undefined) await causeOf(outcome(weather));
    else assert.equal((await value(weather)).temperatureF, temperature_2m);
  }
});

test('labels every code the server can send as the specification says', () => {
  for (const { code, specLabel } of recorded<{ code: number; specLabel: string }[]>(
    'openmeteo/wmo-codes.json',
  ))
    assert.equal(weatherLabel(code), specLabel, `code ${code}`);
  for (const code of [-1, 4, 44, 49, 56, 60, 66, 76, 94, 100, 1.5])
    assert.equal(weatherLabel(code), 'Unknown');
});

test('takes nothing but digits for a block height', async () => {
  const answers = recorded<{ name: string; status: number; text: string }[]>('chain/tip-height.json');
  for (const { name, status, text } of answers) {
    upstreams.chain.mode = { status, body: text };
    if (status === 200 && /^\d+\s*$/.test(text)) assert.equal(await value(blockHeight), Number(text), name);
    else assert.ok((await causeOf(outcome(blockHeight))).length > 0, name);
  }
  upstreams.chain.mode = { body: '9'.repeat(40) };
  await causeOf(outcome(blockHeight));
});

test('an upstream that is down says which one', async () => {
  upstreams.setAll('down');
  for (const [source, host] of [
    [commits, upstreams.codeHost.url],
    [weather, upstreams.weather.url],
    [blockHeight, upstreams.chain.url],
  ] as const)
    assert.equal(await causeOf(outcome<unknown>(source)), `${new URL(host).host} cannot be reached`);
});

test('an answer without end is cut off at the limit', async () => {
  let sent = 0;
  const endless = await listen((_request, response) => {
    const chunk = 'x'.repeat(64_000);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  try {
    const cause = await causeOf(outcome(blockHeight, { ...config, chain: { url: endless.url } }));
    assert.match(cause, /sent more than 200 kB$/);
    assert.ok(sent < 20_000_000, `${sent} bytes were taken`);
  } finally {
    await endless.close();
  }
});

test('reads the status files and says what is wrong with a bad one', async () => {
  const host = await serveFiles({
    '/agent-status.json': JSON.stringify({
      agents: [{ name: 'timmy', status: 'working', issue: null, prs_today: 2 }],
    }),
    '/sovereignty-status.json': JSON.stringify({ score: 72, label: 'Mostly sovereign' }),
  });
  const home = io(`${host.url}/`);
  try {
    assert.deepEqual(await value(agentStatus, config, home), [
      { name: 'timmy', status: 'working', issue: null, prs_today: 2 },
    ]);
    host.files['/agent-status.json'] = '{"agents":[{"name":"timmy","status":"dead"}]}';
    assert.deepEqual(await value(agentStatus, config, home), [
      { name: 'timmy', status: 'dead', issue: null, prs_today: null },
    ]);
    assert.deepEqual(await value(sovereignty, config, home), { score: 72, label: 'Mostly sovereign' });
    host.files['/sovereignty-status.json'] = '{"score":"72","label":""}';
    assert.match(await causeOf(outcome(sovereignty, config, home)), /sovereignty status file \(score: /);
    host.files['/sovereignty-status.json'] = undefined;
    assert.match(await causeOf(outcome(sovereignty, config, home)), /answered 404$/);
    host.files['/agent-status.json'] = '{"agents":[]}';
    assert.equal((await outcome(agentStatus, config, home)).kind, 'empty');
  } finally {
    await host.close();
  }
});

test('an unchanged file is not sent again, and keeps its very value', async () => {
  const body = JSON.stringify({ score: 72, label: 'Mostly sovereign' });
  const host = await serveFiles({ '/sovereignty-status.json': body });
  try {
    const home = io(`${host.url}/`);
    const first = await value(sovereignty, config, home);
    const second = await value(sovereignty, config, home);
    assert.ok(host.seen.at(-1)?.headers['if-none-match']);
    assert.equal(second, first);
    host.files['/sovereignty-status.json'] = body.replace('72', '73');
    assert.equal((await value(sovereignty, config, home)).score, 73);
    const page = io(`${host.url}/`, false);
    await value(sovereignty, config, page);
    await value(sovereignty, config, page);
    assert.equal(host.seen.at(-1)?.headers['if-none-match'], undefined, 'a page leaves it to the browser');
  } finally {
    await host.close();
  }
});

const legacy = (id: string, more: object = {}): object => ({
  id,
  name: id,
  description: '',
  status: 'online',
  destination: { url: '/x' },
  ...more,
});

test('a bad portal is refused alone, with the field and the reason', async () => {
  const host = await serveFiles({
    '/portals.json': JSON.stringify([
      legacy('one'),
      legacy('two', { readiness_state: 'sleeping' }),
      legacy('one', { name: 'second of this name' }),
      'nonsense',
      legacy('three'),
    ]),
  });
  try {
    const found = await outcome(createPortals(), config, io(`${host.url}/`));
    assert.equal(found.kind, 'value');
    assert.deepEqual(found.kind === 'value' && found.value.map(({ id, name }) => [id, name]), [
      ['one', 'one'],
      ['three', 'three'],
    ]);
    assert.deepEqual(
      found.problems?.map(({ portal }) => portal),
      ['two', 'one', 'entry 4'],
    );
    assert.match(found.problems?.[0]?.reason ?? '', /^readiness_state: /);
    assert.match(found.problems?.[1]?.reason ?? '', /^id: another portal/);
  } finally {
    await host.close();
  }
});

test('a legacy portal gets the metadata and keeps colour, position and rotation', () => {
  const visual = {
    color: '#ff8800',
    position: { x: 1, y: 2, z: 3 },
    rotation: { x: 0, y: 0.5, z: 0 },
  };
  const { records, problems } = parsePortals([legacy('old', visual)]);
  assert.deepEqual(problems, []);
  const [record] = records;
  assert.deepEqual({ color: record?.color, position: record?.position, rotation: record?.rotation }, visual);
  assert.equal(record?.readiness_state, 'prototype');
  assert.equal(record?.owner, 'unknown');
  assert.equal(record?.destination.action_label, 'Enter');
});

test('portal health comes from the gateway where there is one', async () => {
  const answer = {
    portals: [
      {
        id: 'one',
        status: 'offline',
        cause: 'it answered 502',
        checks: [{ at: 5, online: false, latencyMs: null }],
      },
    ],
  };
  const host = await serveFiles({ '/api/health/portals': JSON.stringify(answer) });
  try {
    const source = createPortalHealth(() => []);
    assert.deepEqual(await value(source, config, io(`${host.url}/`)), answer.portals);
    host.files['/api/health/portals'] = '{"portals":[{"id":"one"}]}';
    assert.match(await causeOf(outcome(source, config, io(`${host.url}/`))), /is not portal health/);
  } finally {
    await host.close();
  }
});

test('without a gateway each destination is asked, and the last thirty answers are kept', async () => {
  const host = await serveFiles({ '/x': 'here' });
  try {
    const { records } = parsePortals([
      legacy('up'),
      legacy('down', { destination: { url: 'http://127.0.0.1:9/' } }),
      legacy('driven', { destination: { type: 'harness' } }),
    ]);
    const source = createPortalHealth(() => records);
    const home = io(`${host.url}/`);
    for (let i = 0; i < 33; i += 1) await value(source, config, home);
    const found = await value(source, config, home);
    assert.deepEqual(
      found.map(({ id, status }) => [id, status]),
      [
        ['up', 'online'],
        ['down', 'offline'],
      ],
    );
    assert.equal(found[0]?.checks.length, 30);
    assert.equal(typeof found[0]?.checks[0]?.latencyMs, 'number');
    assert.match(found[1]?.cause ?? '', /127\.0\.0\.1:9 cannot be reached/);
    assert.equal(
      host.seen.filter(({ url }) => url === '/api/health/portals').length,
      1,
      'the gateway is asked once',
    );
  } finally {
    await host.close();
  }
});

test('whoever commits cannot rearrange a row, colour a terminal, or hide the others’ commits', async () => {
  const record = (name: string, message: string, date = '2026-01-01T00:00:00Z') => ({
    sha: 'a'.repeat(40),
    commit: { author: { name, date }, message },
  });
  const server = await listen((_request, response) =>
    response.end(
      JSON.stringify([
        record('Ada \u202edlroW\u2066', '\u001b[31mred\u001b[0m \u202egpj.exe\u0007\u0000\nbody'),
        record('N'.repeat(5_000), 'x'.repeat(20_000)),
        record('Emoji', `${'x'.repeat(299)}😀`),
        record('Late', 'no date', 'x'.repeat(100)),
        record('עדה', '\u2028first\u2028second'),
      ]),
    ),
  );
  try {
    const from = { ...config, codeHost: { ...config.codeHost, url: server.url } };
    const list = await value(commits, from);
    assert.deepEqual(
      list.map(({ author, title }) => [author, title]),
      [
        ['Ada dlroW', 'red gpj.exe'],
        ['N'.repeat(80), 'x'.repeat(300)],
        ['Emoji', 'x'.repeat(299)],
        ['עדה', 'first'],
      ],
    );
  } finally {
    await server.close();
  }
});

test('a legacy portal keeps colour and place in the forms of older files', () => {
  for (const [written, kept] of [
    ['#f60', '#ff6600'],
    ['0xff6600', '#ff6600'],
    [0xff6600, '#ff6600'],
  ]) {
    const { records, problems } = parsePortals([legacy('old', { color: written })], fromLegacy);
    assert.deepEqual([records[0]?.color, problems], [kept, []], String(written));
  }
  const { records, problems } = parsePortals(
    [
      legacy('old', { position: [1, 2, 3], rotation: { x: 0.2 }, app_id: null, color: null }),
      legacy('flat', { position: { x: 4, z: 5 }, rotation: [0, 1, 0] }),
    ],
    fromLegacy,
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(
    records.map(({ position, rotation }) => [position, rotation]),
    [
      [
        { x: 1, y: 2, z: 3 },
        { x: 0.2, y: 0, z: 0 },
      ],
      [
        { x: 4, y: 0, z: 5 },
        { x: 0, y: 1, z: 0 },
      ],
    ],
  );
});

test('a portal is kept without an optional field that cannot be read, and the field is named', () => {
  const { records, problems } = parsePortals(
    [
      legacy('old', { color: { toString: 1 }, position: 'left', owner: 7, portal_type: 'castle' }),
      legacy('locked', { access_mode: 'nobody', color: 'orange' }),
    ].map(fromLegacy),
  );
  assert.deepEqual(
    records.map(({ id, color, position, owner, portal_type }) => [id, color, position, owner, portal_type]),
    [['old', undefined, undefined, 'unknown', 'experiment']],
  );
  assert.deepEqual(
    problems.map(({ portal, reason, fieldOnly }) => [portal, reason.split(':')[0], fieldOnly]),
    [
      ['old', 'portal_type', true],
      ['old', 'owner', true],
      ['old', 'color', true],
      ['old', 'position', true],
      // Who may enter is not guessed.
      ['locked', 'access_mode', undefined],
    ],
  );
});

test('a portal so far away that nobody can compute with it gets a place of the ring', () => {
  const portal = (id: string, x: number) => ({
    id,
    name: id,
    description: '',
    status: 'online',
    destination: { url: '/' },
    position: { x, y: 0, z: 0 },
  });
  const { records, problems } = parsePortals([portal('here', -9), portal('far', 1e308)]);
  assert.deepEqual(
    records.map(({ id, position }) => [id, position]),
    [
      ['here', { x: -9, y: 0, z: 0 }],
      ['far', undefined],
    ],
  );
  assert.match(problems[0]?.reason ?? '', /^position\.x/);
});

test('a score with endless decimals is kept to a tenth', async () => {
  const host = await serveFiles({
    '/sovereignty-status.json': JSON.stringify({ score: (4 / 7) * 100, label: 'mostly own' }),
  });
  try {
    const { score } = await value(sovereignty, config, io(`${host.url}/`));
    assert.equal(score, 57.1);
  } finally {
    await host.close();
  }
});

test('one odd commit does not hide the others; a list of something else is an error', async () => {
  const good = {
    sha: 'a',
    commit: { author: { name: 'Ada', date: '2026-01-01T00:00:00Z' }, message: 'Good' },
  };
  upstreams.codeHost.mode = { body: JSON.stringify([{ sha: 1 }, null, good]) };
  assert.deepEqual(
    (await value(commits)).map(({ title }) => title),
    ['Good'],
  );
  upstreams.codeHost.mode = { body: '[{"sha":"a"}]' };
  assert.match(await causeOf(outcome(commits)), /is not a list of commits$/);
  upstreams.codeHost.mode = { body: '[{"title":7,"number":1}]' };
  assert.match(await causeOf(outcome(merged)), /is not a list of pull requests$/);
});

test('says what is wrong in words for people, and who was asked by the name they know', async () => {
  const host = await serveFiles({
    '/sovereignty-status.json': '{"label":"x"}',
    '/agent-status.json': '{"agents":[{"name":"timmy","status":"asleep"}]}',
    '/portals.json': '{}',
  });
  const home = io(`${host.url}/`);
  try {
    assert.equal(
      await causeOf(outcome(sovereignty, config, home)),
      'sovereignty-status.json is not a sovereignty status file (score: missing)',
    );
    assert.equal(
      await causeOf(outcome(agentStatus, config, home)),
      'agent-status.json is not an agent status file (agents.0.status: expected ("working" | "idle" | "dead"), got "asleep")',
    );
    assert.match(await causeOf(outcome(createPortals(), config, home)), /expected Array, got Object/);
    host.files['/agent-status.json'] = `{"agents":[{"name":"${'x'.repeat(81)}","status":"idle"}]}`;
    assert.match(
      await causeOf(outcome(agentStatus, config, home)),
      /agents\.0\.name: expected <=80, got 81\)$/,
    );
    upstreams.weather.mode = { body: '{"hourly":{}}' };
    assert.match(await causeOf(outcome(weather)), /is not a forecast \(current: missing\)$/);
  } finally {
    await host.close();
  }
});

test('what the home’s own gateway says of a code host is said once', async () => {
  const gateway = await listen((_request, response) =>
    response.writeHead(502).end('{"message":"The code host answered 500.","url":""}'),
  );
  try {
    const own = { ...config, codeHost: { ...config.codeHost, url: '' } };
    assert.equal(await causeOf(outcome(commits, own, io(`${gateway.url}/`))), 'The code host answered 500');
  } finally {
    await gateway.close();
  }
});

test('a block height that was cut on its way is none', async () => {
  const cut = await listen(({ url }, response) => {
    const whole = url.startsWith('/chunks') ? {} : { 'content-length': '6' };
    response.writeHead(200, whole).write('900');
    setTimeout(() => response.destroy(), 20);
  });
  try {
    for (const path of ['', '/chunks'])
      assert.match(
        await causeOf(outcome(blockHeight, { ...config, chain: { url: `${cut.url}${path}` } })),
        /broke off in the middle of its answer$/,
      );
  } finally {
    await cut.close();
  }
});

test('the world asks its own gateway for whole days, a code host of somebody else’s for what it offers', async () => {
  const gateway = await listen((_request, response) => {
    response.writeHead(200, { 'x-known-since': '2026-11-20T09:30:00.000Z' });
    response.end(JSON.stringify(commitsAsOf(Date.now())));
  });
  try {
    const own = { ...config, codeHost: { ...config.codeHost, url: '' } };
    const found = await outcome(commitsOfDays, own, io(`${gateway.url}/`));
    assert.match(gateway.seen[0]?.url ?? '', /commits\?limit=50&.*&days=3$/);
    assert.equal(found.knownSince, Date.parse('2026-11-20T09:30:00Z'));
    const state = createState(own);
    commitsOfDays.after?.(state, found);
    assert.equal(state.commitsKnownSince.get(), found.knownSince);
    assert.equal(state.derived.shownSince.get(), found.knownSince);
    const elsewhere = await outcome(commitsOfDays);
    assert.doesNotMatch(upstreams.codeHost.seen.at(-1)?.url ?? '', /days/);
    assert.equal(elsewhere.knownSince, undefined, 'nobody said');
  } finally {
    await gateway.close();
  }
});
