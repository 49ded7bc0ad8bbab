import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import * as v from 'valibot';
import { historyAnswer } from '../../../../data/readings/schemas/history.ts';
import { RemoteCodeHost } from '../../../../harness/gateway/code-host/remote.ts';
import { History } from '../../../../harness/history/history.ts';
import { legacyPortal } from '../../../helpers/sources.ts';
import { type TestHome, startHome, until } from '../../helpers.ts';

const HISTORY = '/api/history.json';
const read = async (home: TestHome, query = '') =>
  v.parse(historyAnswer, await (await fetch(`${home.url}${HISTORY}${query}`)).json());

test('has the checks of every portal, and says of those without an address why they have none', async () => {
  let isUp = true;
  await using home = await startHome({
    fetch: async () => new Response('', { status: isUp ? 200 : 503 }),
  });
  const { checkPortals, status } = home.app.home;
  await checkPortals();
  status.record();
  status.record();
  isUp = false;
  await checkPortals();
  status.record();
  const { subjects } = await read(home);
  const found = Object.fromEntries(subjects.map((subject) => [subject.id, subject]));
  assert.deepEqual(Object.keys(found), [
    'portal:heartbeat',
    'portal:far',
    'portal:driven',
    'upstream:weather',
    'upstream:block-explorer',
  ]);
  const counted = (id: string): number[] =>
    [0, 1, 2].map((place) => found[id]!.bars.reduce((sum, bar) => sum + (bar?.[place] ?? 0), 0));
  assert.deepEqual(counted('portal:heartbeat'), [2, 0, 0], 'a check counts once');
  assert.deepEqual(counted('portal:far'), [1, 1, 0]);
  assert.equal(found['portal:far']?.state, 'down');
  assert.equal(found['portal:far'].cause, 'it answered 503');
  assert.equal(found['portal:far'].incidents[0]?.cause, 'it answered 503');
  assert.ok((found['portal:heartbeat']?.latency?.p50 ?? 0) >= 1);
  assert.equal(found['portal:driven']?.state, 'unknown');
  assert.equal(found['portal:driven'].cause, 'it has no address to check');
  assert.equal(found['upstream:weather']?.state, 'unknown', 'it was not asked');
  const [incident] = status.incidents(0, 1, () => true);
  assert.deepEqual([incident?.id, incident?.name, incident?.ending], ['portal:far', 'Far World', 'ongoing']);
});

test('answers for one subject and each span, and refuses everything else in one sentence', async () => {
  await using home = await startHome({ fetch: async () => new Response('') });
  await home.app.home.checkPortals();
  home.app.home.status.record();
  for (const [query, span, bars] of [
    ['?of=portal:far', '24h', 48],
    ['?of=portal:far&span=30d', '30d', 30],
    ['?span=90d&of=portal%3Afar', '90d', 90],
  ] as const) {
    const answer = await read(home, query);
    assert.equal(answer.span, span);
    assert.deepEqual(
      answer.subjects.map((subject) => [subject.id, subject.bars.length]),
      [['portal:far', bars]],
    );
  }
  for (const [query, status] of [
    ['?span=1y', 400],
    ['?span=24h&span=30d', 400],
    ['?of=a&of=b', 400],
    [`?of=${'x'.repeat(601)}`, 400],
    ['?of=', 404],
    ['?of=portal:removed', 404],
    ["?of=portal:far'--", 404],
  ] as const) {
    const response = await fetch(`${home.url}${HISTORY}${query}`);
    const { message } = (await response.json()) as { message: string };
    assert.equal(response.status, status, query);
    assert.match(message, /^[^\n]{10,140}\.$/);
  }
});

test('sends 304 to a page that has the answer already', async () => {
  await using home = await startHome({ fetch: async () => new Response(''), now: () => 1_800_000_000_000 });
  await home.app.home.checkPortals();
  home.app.home.status.record();
  const first = await fetch(`${home.url}${HISTORY}`);
  const etag = first.headers.get('etag') ?? '';
  assert.match(etag, /"/);
  const second = await fetch(`${home.url}${HISTORY}`, { headers: { 'if-none-match': etag } });
  assert.equal(second.status, 304);
});

test('shows only the maintenance of its own subjects', async () => {
  const now = Date.UTC(2026, 10, 22, 3);
  const window = { begin: now, end: now + 60_000, every: undefined };
  const maintenance = [
    { ...window, of: ['portal:far', 'portal:removed'], note: 'new disks' },
    { ...window, of: ['portal:removed'], note: 'we move the secret wiki' },
    { ...window, of: [], note: 'all of it' },
  ];
  const history = new History(':memory:', { now: () => now, maintenance });
  await using home = await startHome({ history, fetch: async () => new Response(''), now: () => now });
  await home.app.home.checkPortals();
  const shown = async (query = '') => (await read(home, query)).maintenance.map(({ of, note }) => [of, note]);
  const all = [[], 'all of it'];
  assert.deepEqual(await shown(), [[['portal:far'], 'new disks'], all]);
  assert.deepEqual(await shown('?of=upstream:weather'), [all]);
});

test('shows neither a portal that the owner has removed nor the address of the code host', async () => {
  const codeHost = new RemoteCodeHost({
    url: 'https://git.secret.example',
    owner: 'me',
    repo: 'harbour',
    token: 'sesame',
    fetch: async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
    },
  });
  await using home = await startHome({ codeHost, fetch: async () => new Response('', { status: 500 }) });
  const { checkPortals, status } = home.app.home;
  await fetch(`${home.url}/api/v1/repos/me/harbour/commits`);
  await checkPortals();
  status.record();
  const text = await (await fetch(`${home.url}${HISTORY}`)).text();
  const answer = v.parse(historyAnswer, JSON.parse(text));
  const host = answer.subjects.find(({ id }) => id === 'upstream:code-host');
  assert.equal(host?.state, 'down');
  assert.equal(host.cause, 'The code host cannot be read: it refused the connection');
  assert.match(host.text, /it refused the connection\. /, 'one full stop');
  assert.doesNotMatch(text, /secret|sesame/);

  await writeFile(
    join(home.folder, 'public', 'portals.json'),
    JSON.stringify([legacyPortal('lab', { destination: { url: '/lab' } })]),
  );
  await checkPortals();
  status.record();
  assert.deepEqual(
    (await read(home)).subjects.filter(({ kind }) => kind === 'portal').map(({ id }) => id),
    ['portal:lab'],
  );
  assert.deepEqual(
    status.incidents(0, 100, () => true).filter(({ id }) => id === 'portal:far'),
    [],
  );
});

test('records weather and block height from the home’s own requests, and relays by their connection', async () => {
  const history = new History(':memory:');
  await using home = await startHome({
    history,
    poll: true,
    settings: {
      weather: { url: 'http://weather.example', latitude: 0, longitude: 0, place: '', timeZone: '' },
      chain: { url: 'http://chain.example' },
      relays: ['ws://127.0.0.1:1'],
    },
    fetch: async (url) =>
      url.startsWith('http://weather.example')
        ? Response.json({ current: { temperature_2m: 71.7, weather_code: 0 } })
        : new Response('', { status: 502 }),
  });
  const { state, status } = home.app.home;
  await until(() => state.readings.blockHeight.get().state === 'error');
  await until(() => state.readings.weather.get().state === 'live');
  await until(() => state.relay.relays.get()[0]?.state === 'waiting');
  // The home has been running for some seconds: what failed is not recorded yet.
  for (const { state: standing, cause } of (await read(home)).subjects.filter(
    ({ kind }) => kind !== 'portal',
  ))
    assert.ok(standing !== 'unknown' || cause === undefined, `not checked: ${cause}`);
  status.record();
  const of = Object.fromEntries((await read(home)).subjects.map((subject) => [subject.id, subject]));
  assert.equal(of['upstream:weather']?.state, 'up');
  assert.equal(of['upstream:weather'].name, 'Weather, weather.example');
  assert.ok((of['upstream:weather'].latency?.p95 ?? 0) >= 1);
  assert.equal(of['upstream:block-explorer']?.state, 'down');
  assert.match(of['upstream:block-explorer'].cause ?? '', /502/);
  assert.equal(of['relay:ws://127.0.0.1:1']?.name, '127.0.0.1:1');
  assert.equal(of['relay:ws://127.0.0.1:1'].state, 'down');
  assert.equal(of['relay:ws://127.0.0.1:1'].latency, null);
});

test('records every minute, and logs in one line that the history cannot be written', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const history = new History(':memory:');
  const lines: string[] = [];
  const home = await startHome({
    history,
    poll: true,
    log: (line) => lines.push(line),
    fetch: async () => new Response(''),
  });
  try {
    const checks = async (): Promise<number> => {
      const portal = (await read(home)).subjects.find(({ id }) => id === 'portal:far');
      return portal?.bars.reduce((sum, bar) => sum + (bar?.[0] ?? 0), 0) ?? 0;
    };
    for (let tries = 0; (await checks()) < 1 && tries < 200; tries++);
    assert.equal(await checks(), 1, 'the first round is recorded at once');
    mock.timers.tick(60_000);
    await home.app.home.checkPortals();
    mock.timers.tick(60_000);
    assert.equal(await checks(), 2);
    history.close();
    home.app.home.status.record();
    assert.match(lines.join('\n'), /^the status history could not be written: .+$/m);
  } finally {
    mock.timers.reset();
    await home.close();
  }
});
