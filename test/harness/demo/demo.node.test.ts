import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyEvent } from 'nostr-tools/pure';
import { WebSocket } from 'ws';
import * as v from 'valibot';
import { parseConfig } from '../../../data/config/parse-config.ts';
import { blockText, provenanceText } from '../../../data/readings/format.ts';
import { weatherText } from '../../../data/readings/format-weather.ts';
import { agentRows } from '../../../data/readings/format-agents.ts';
import { sovereigntyPartsText } from '../../../data/readings/format-sovereignty.ts';
import { agentSessions } from '../../../data/readings/schemas/agent-sessions.ts';
import { createDemo } from '../../../harness/demo/demo.ts';
import { readRecordings } from '../../../harness/demo/recordings.ts';
import { shiftDate } from '../../../harness/demo/replay.ts';
import { readUnderstanding } from '../../../harness/resident/model/resident-setup.ts';
import { StatusResident } from '../../../harness/resident/answers/status-resident.ts';
import { Client, type TestHome, startHome, textOf, until } from '../helpers.ts';

describe('a demo without a network', () => {
  let home: TestHome;
  const outside: string[] = [];
  before(async () => {
    home = await startHome({
      demo: createDemo(await readRecordings(Date.now())),
      poll: true,
      resident: new StatusResident(readUnderstanding, { demo: true, pauseMs: 0 }),
      settings: { relays: ['wss://relay.example'], modules: ['https://panels.example/a.js', '/own.js'] },
      fetch: (url) => {
        outside.push(url);
        return Promise.reject(new Error('no network'));
      },
    });
    const { readings, relay } = home.app.home.state;
    await until(
      () =>
        Object.values(readings).every((reading) => reading.get().state !== 'loading') &&
        relay.events.get().length > 0,
    );
  });
  after(() => home.close());

  test('every reading is live, through the ordinary sources', () => {
    const { readings, derived } = home.app.home.state;
    for (const [name, reading] of Object.entries(readings))
      assert.ok(
        ['live', 'empty'].includes(reading.get().state),
        `${name} is not replayed: give it a route in harness/demo/demo.ts and a recording in harness/demo/data/. ${JSON.stringify(reading.get()).slice(0, 200)}`,
      );
    assert.equal(weatherText(readings.weather.get()), '71.7°F Clear');
    assert.equal(blockText(readings.blockHeight.get()), '698767');
    const rows = agentRows(derived.agents.get()).map(({ text }) => text);
    assert.ok(rows.includes('Lukas Spirig: WORKING'));
    assert.ok(rows.includes('Ava: IDLE'));
  });

  test('marks replayed data as a recording, and names its own files', () => {
    const { readings, derived } = home.app.home.state;
    const { commits, weather, blockHeight, sessions } = readings;
    for (const reading of [commits, weather, blockHeight, sessions, derived.agents])
      assert.equal(reading.get().recorded, true);
    assert.equal(readings.commits.get().source, 'timmy/lit, a recording');
    assert.equal(readings.sovereignty.get().source, 'sovereignty-status.json');
    assert.match(
      sovereigntyPartsText(readings.sovereignty.get()),
      /not own: commits \(a recording\), weather \(a recording\)/,
    );
    assert.equal(
      provenanceText(readings.weather.get(), readings.weather.get().fetchedAt ?? 0),
      'weather, a recording · just now',
    );
  });

  test('has sessions: one waits, others work and are done', async () => {
    const answer = (await (await fetch(`${home.url}/api/sessions.json`)).json()) as Record<string, unknown>;
    assert.equal(answer['recorded'], true);
    const { counts, sessions } = v.parse(agentSessions, answer['sessions']);
    assert.ok(counts.waiting > 0 && counts.atWork > 0 && counts.done > 0, JSON.stringify(counts));
    assert.ok(sessions.every(({ since }) => since <= Date.now()));
  });

  test('requests nothing outside, portals included', async () => {
    const { portals } = (await (await fetch(`${home.url}/api/health/portals`)).json()) as {
      portals: { id: string; status: string; cause?: string }[];
    };
    assert.deepEqual(
      portals.map(({ id, status }) => [id, status]),
      [
        ['heartbeat', 'online'],
        ['web-games', 'unknown'],
        ['bannerlord', 'unknown'],
        ['morrowind', 'unknown'],
        ['nostr', 'unknown'],
        ['three-examples', 'unknown'],
      ],
    );
    assert.match(portals[1]?.cause ?? '', /demo sends no request to other servers/);
    assert.deepEqual(outside, []);
  });

  test('sends pages to the recordings on its own origin, and shows DEMO', async () => {
    const raw: unknown = await (await fetch(`${home.url}/config.json`)).json();
    const { config, problems } = parseConfig(raw);
    assert.deepEqual(problems, []);
    assert.match(config.appName, /^DEMO · /);
    assert.equal(config.recorded, true);
    const host = home.url.replace(/^http/, 'ws');
    assert.deepEqual(config.relays, [`${host}/demo/relay`]);
    assert.equal(config.weather.url, `${home.url}/demo/weather`);
    assert.equal(config.weather.place, 'Waxahachie, Texas');
    assert.equal(config.weather.timeZone, 'America/Chicago');
    assert.equal(config.chain.url, `${home.url}/demo/chain`);
    assert.deepEqual(config.modules, ['/own.js']);
    const height = await fetch(`${config.chain.url}/api/blocks/tip/height`);
    assert.equal(await height.text(), '698767');
    const forecast = await fetch(`${config.weather.url}/v1/forecast?latitude=1&longitude=1`);
    assert.equal(((await forecast.json()) as { current: { weather_code: number } }).current.weather_code, 1);
    assert.doesNotMatch(
      (await fetch(`${home.url}/`)).headers.get('content-security-policy') ?? '',
      /this-home|open-meteo|mempool|panels\.example/,
    );
  });

  test('lets pages of every origin read the recordings', async () => {
    const headers = { origin: 'https://blog.example' };
    for (const path of ['/config.json', '/agent-status.json', '/demo/chain/api/blocks/tip/height']) {
      const response = await fetch(home.url + path, { headers });
      assert.equal(response.headers.get('access-control-allow-origin'), '*', path);
      await response.body?.cancel();
    }
  });

  test('the relay sends real signed events newest first, then the end of the stored ones', async () => {
    const socket = new WebSocket(`${home.url.replace(/^http/, 'ws')}/demo/relay`);
    const frames: unknown[][] = [];
    socket.on('message', (data) => frames.push(JSON.parse(textOf(data)) as unknown[]));
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send('not json');
    socket.send(JSON.stringify(['REQ', 's1', { kinds: [1, 7, 9735], limit: 20 }]));
    await until(() => frames.some(([type]) => type === 'EOSE'));
    assert.equal(frames[0]?.[0], 'NOTICE');
    const events = frames
      .filter(([type, id]) => type === 'EVENT' && id === 's1')
      .map(([, , event]) => event as Parameters<typeof verifyEvent>[0]);
    assert.equal(events.length, 20);
    assert.ok(events.every((event) => verifyEvent(event)));
    const times = events.map(({ created_at }) => created_at);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    assert.ok(events.every(({ kind }) => [1, 7, 9735].includes(kind)));
    socket.close();
  });

  test('the resident answers the status with the page’s figures, and says that it is a demo', async () => {
    const client = new Client(home.url);
    const { resident } = await client.hello();
    assert.match(resident.note, /^DEMO/);
    client.send({ type: 'chat', id: 'c1', text: 'status' });
    const { text } = await client.answerTo('c1');
    for (const words of ['PARTLY OWN', '71.7°F Clear', '698767', 'Lukas Spirig: WORKING'])
      assert.ok(text.includes(words), words);
    client.send({ type: 'chat', id: 'c2', text: 'what time is it?' });
    assert.match((await client.answerTo('c2')).text, /In Waxahachie, Texas it is \d\d:\d\d on /);
    await client.close();
    assert.deepEqual(outside, []);
  });
});

test('shows a busy day, and a commit arrives about once a minute while it runs', async () => {
  const now = Date.UTC(2026, 2, 1, 0, 30);
  const { commits, pulls } = (await readRecordings(now)).replayAt(now);
  const ages = commits.map(({ created }) => now - Date.parse(created));
  const day = ages.filter((age) => age >= 0 && age < 24 * 3_600_000);
  assert.ok(day.length >= 36 && day.length <= 44, `${day.length} commits in 24 h`);
  assert.ok(Math.min(...day) < 10 * 60_000);
  const hours = new Set(day.map((age) => Math.floor(age / 3_600_000)));
  assert.ok(hours.size >= 14, `commits in ${hours.size} hours`);
  const authors = new Set(
    commits.filter((_, i) => (ages[i] ?? -1) >= 0).map(({ commit }) => commit.author.name),
  );
  assert.ok(authors.size >= 10, `${authors.size} authors`);
  const arriving = ages.filter((age) => age < 0).map((age) => -age / 1000);
  const times = [0, ...arriving.toReversed()];
  for (const [i, at] of times.slice(1).entries()) {
    const gap = at - (times[i] ?? 0);
    assert.ok(gap >= 40 && gap <= 60, `${gap} s between two commits`);
  }
  assert.ok(times.length > 60, `${times.length - 1} commits arrive`);
  assert.deepEqual(
    ages,
    ages.toSorted((a, b) => a - b),
  );
  for (const { created, commit } of commits)
    assert.ok(Date.parse(commit.author.date) <= Date.parse(created), 'written before it was merged');
  assert.equal(new Set(commits.map(({ sha }) => sha)).size, commits.length);
  assert.ok(pulls.length > 100);
});

test('begins the replay again when all commits have arrived', async () => {
  const start = Date.UTC(2026, 2, 1, 0, 30);
  const { replayAt } = await readRecordings(start);
  const first = replayAt(start);
  const last = Date.parse(first.commits[0]?.created ?? '');
  assert.equal(replayAt(last + 1_000), first, 'the last one is shown for a while');
  const later = start + 30 * 24 * 3_600_000;
  const ages = replayAt(later).commits.map(({ created }) => later - Date.parse(created));
  const day = ages.filter((age) => age >= 0 && age < 24 * 3_600_000);
  assert.ok(day.length >= 36, `${day.length} commits in 24 h after a month`);
  assert.ok(Math.max(...ages) < 7 * 24 * 3_600_000);
});

test('shifts dates with their own offset', () => {
  assert.equal(shiftDate('2026-04-26T23:41:42+02:00', 86_400_000), '2026-04-27T23:41:42+02:00');
  assert.equal(shiftDate('2026-01-01T00:30:00-07:00', -3_600_000), '2025-12-31T23:30:00-07:00');
  assert.equal(shiftDate('2026-04-26T23:41:42-07:30', 0), '2026-04-26T23:41:42-07:30');
  assert.equal(shiftDate('2026-01-01T00:00:00Z', 1_000), '2026-01-01T00:00:01Z');
});

test('the recorded relay closes connections that flood or do not read', async () => {
  await using home = await startHome({ demo: createDemo(await readRecordings(Date.now())) });
  const socket = new WebSocket(`${home.url.replace('http', 'ws')}/demo/relay`, {
    perMessageDeflate: false,
  });
  let heard = 0;
  socket.on('message', () => (heard += 1));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => socket.once('open', resolve));
  for (let asked = 0; asked < 500; asked++) socket.send('["REQ","a",{"limit":500}]');
  assert.equal(await closed, 1008);
  assert.ok(heard > 0 && heard < 5_000, `${heard} events were sent`);
});
