import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { encode } from 'fast-png';
import { PlayLogs } from '../../../../harness/gateway/plays/play-logs.ts';
import { PLAY_ID, playRecordOf } from '../../../helpers/plays.ts';
import { Client, temporaryFolder, withHome } from '../../helpers.ts';
import { raw } from '../raw-requests.ts';

const token = 'the-secret-of-the-bridge';
const bridge = { token };
const png = (shade: number): Buffer =>
  Buffer.from(
    encode({ width: 4, height: 3, data: new Uint8Array(4 * 3 * 3).fill(shade), channels: 3, depth: 8 }),
  );

const put = (url: string, number: number | string, body: Buffer, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/plays/${PLAY_ID}/screens/${number}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png', ...headers },
    body: new Uint8Array(body),
  });
const get = (url: string, path: string): Promise<Response> => fetch(`${url}/api/plays${path}`);
const json = async (url: string, path: string): Promise<unknown> => (await get(url, path)).json();

describe('the screenshots of a play that runs', () => {
  test('come from its player, the newest two are kept, and a number keeps its picture', async () => {
    await withHome({ bridge }, async ({ url }) => {
      assert.equal((await put(url, 1, png(1))).status, 404, 'no player reports the play');
      const player = new Client(url);
      await player.hello({ role: 'resident', token });
      player.send({ type: 'play', play: playRecordOf() });
      await player.frame('play');
      assert.equal((await put(url, 1, png(1), { 'content-type': 'image/jpeg' })).status, 204);
      const shown = await get(url, `/${PLAY_ID}/screens/1`);
      assert.equal(shown.headers.get('content-type'), 'image/png', 'the bytes decide');
      assert.equal(shown.headers.get('x-content-type-options'), 'nosniff');
      assert.match(shown.headers.get('cache-control') ?? '', /immutable/);
      assert.match(shown.headers.get('content-security-policy') ?? '', /default-src 'none'; sandbox/);
      assert.deepEqual(Buffer.from(await shown.arrayBuffer()), png(1));
      assert.equal((await put(url, 1, png(1))).status, 204, 'sent again');
      assert.equal((await put(url, 1, png(2))).status, 409);
      for (const number of [2, 3]) assert.equal((await put(url, number, png(number))).status, 204);
      assert.equal((await get(url, `/${PLAY_ID}/screens/1`)).status, 404);
      assert.equal((await put(url, 1, png(9))).status, 409, 'older than the newest');
      await player.close();
      assert.equal((await get(url, `/${PLAY_ID}/screens/3`)).status, 200, 'the last picture stays');
    });
  });

  test('are refused without the token, from other sites, and where they are no pictures', async () => {
    await withHome({ bridge }, async ({ url }) => {
      const player = new Client(url);
      await player.hello({ role: 'resident', token });
      player.send({ type: 'play', play: playRecordOf() });
      await player.frame('play');
      const refusals: [number, Record<string, string>, Buffer][] = [
        [401, { authorization: '' }, png(1)],
        [401, { authorization: 'Bearer wrong' }, png(1)],
        [403, { origin: 'https://other.example' }, png(1)],
        [415, { 'content-type': 'image/svg+xml' }, Buffer.from('<svg/>')],
        [400, {}, Buffer.from('<svg/>')],
        [413, {}, Buffer.alloc(2_000_001)],
      ];
      for (const [status, headers, body] of refusals)
        assert.equal((await put(url, 1, body, headers)).status, status, JSON.stringify(headers));
      for (const number of ['-1', '1.5', '01', '1e3', '9999999', '..%2f1'])
        assert.equal((await put(url, number, png(1))).status, 404, number);
      await player.close();
    });
    await withHome({}, async ({ url }) => assert.equal((await put(url, 1, png(1))).status, 403));
  });
});

/** Writes the log of a play, a line an entry. */
async function writeLog(plays: string, id: string, ...entries: readonly object[]): Promise<void> {
  await mkdir(join(plays, id, 'screens'), { recursive: true });
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
  await writeFile(join(plays, id, 'log.jsonl'), lines.join(''));
}

const at = 1_795_385_700_000;
const start = (id: string, more: object = {}) => ({
  type: 'start',
  at,
  id,
  portal: 'driven',
  model: 'scripted/one',
  dryRun: false,
  approval: 'free',
  limits: { steps: 10, seconds: 60, tokens: 1_000 },
  ...more,
});
const thought = (step: number) => ({ type: 'thought', at, step, text: 'A door.', tokens: 9 });
const end = { type: 'end', at, step: 700, state: 'done', note: 'The goal is reached.' };

describe('the logs of plays', () => {
  test('are listed and read, the private ones neither', async () => {
    await using folder = await temporaryFolder();
    const plays = join(folder.path, 'plays');
    const hidden = '20261123-100000-hidden';
    const newer = '20261123-110000-driven';
    const thoughts = Array.from({ length: 700 }, (_, index) => thought(index + 1));
    await writeLog(plays, PLAY_ID, start(PLAY_ID), ...thoughts, end);
    await writeLog(plays, hidden, start(hidden, { private: true }), thought(1));
    await writeLog(plays, newer, start(newer), thought(1));
    await writeFile(join(plays, newer, 'log.jsonl'), '{"type":"thou', { flag: 'a' });
    await writeFile(join(plays, hidden, 'screens/0001.png'), png(1));
    await writeFile(join(plays, newer, 'screens/0001.png'), png(5));
    await withHome({ plays, now: () => Date.now() + 3_600_000 }, async ({ url }) => {
      const listed = { portal: 'driven', startedAt: at };
      assert.deepEqual(await json(url, ''), {
        plays: [
          { id: newer, ...listed, steps: 1, state: 'failed' },
          { id: PLAY_ID, ...listed, steps: 700, state: 'done' },
        ],
      });
      const first = (await json(url, `/${PLAY_ID}/log`)) as { entries: object[]; next: number };
      assert.deepEqual([first.entries.length, first.entries[0], first.next], [500, start(PLAY_ID), 500]);
      const rest = (await json(url, `/${PLAY_ID}/log?from=500`)) as { entries: object[] };
      assert.deepEqual([rest.entries.length, rest.entries.at(-1), 'next' in rest], [202, end, false]);
      assert.equal(((await json(url, `/${newer}/log`)) as { entries: object[] }).entries.length, 2);
      assert.equal((await get(url, `/${newer}/screens/1`)).headers.get('content-type'), 'image/png');
      for (const path of [`/${hidden}/log`, `/${hidden}/screens/1`, `/${newer}/screens/2`, '/x/log'])
        assert.equal((await get(url, path)).status, 404, path);
      assert.equal((await get(url, `/${PLAY_ID}/log?from=x`)).status, 400);
      // What has changed since is read again.
      await writeLog(plays, newer, start(newer, { private: true }));
      assert.equal((await get(url, `/${newer}/screens/1`)).status, 404);
    });
  });

  test('are listed as they ended, also if they are longer than what pages get', async () => {
    await using folder = await temporaryFolder();
    const plays = join(folder.path, 'plays');
    const [over, resumed] = ['20261123-140000-over', '20261123-150000-resumed'];
    const long = { ...thought(1), text: 'x'.repeat(4_000) };
    const many = Array.from({ length: 2_100 }, (_, index) => ({ ...long, step: index + 1 }));
    const ends = [
      [over, [{ ...end, step: 2_100 }], 'done'],
      [resumed, [end, { type: 'resume', at, step: 700 }, thought(2_101)], 'failed'],
    ] as const;
    for (const [id, last] of ends) await writeLog(plays, id, start(id), ...many, ...last);
    await withHome({ plays, now: () => Date.now() + 3_600_000 }, async ({ url }) => {
      const { plays: listed } = (await json(url, '')) as {
        plays: { id: string; steps: number; state: string }[];
      };
      assert.deepEqual(
        listed.map(({ id, steps, state }) => [id, steps, state]),
        [
          [resumed, 2_101, 'failed'],
          [over, 2_100, 'done'],
        ],
      );
    });
  });

  test('are read inside their folder only, and not through links', async () => {
    await using folder = await temporaryFolder();
    const plays = join(folder.path, 'plays');
    const elsewhere = join(folder.path, 'elsewhere');
    const [linked, inner] = ['20261123-120000-linked', '20261123-130000-inner'];
    await writeLog(elsewhere, linked, start(linked), thought(1));
    await writeLog(plays, inner, start(inner), thought(1));
    await symlink(join(elsewhere, linked), join(plays, linked));
    await writeFile(join(folder.path, 'secret.png'), png(3));
    await symlink(join(folder.path, 'secret.png'), join(plays, inner, 'screens/0001.png'));
    await withHome({ plays }, async ({ url }) => {
      const { plays: listed } = (await json(url, '')) as { plays: { id: string; state: string }[] };
      assert.deepEqual(
        listed.map(({ id, state }) => [id, state]),
        [[inner, 'playing']],
        'a log that grows belongs to a player that runs',
      );
      for (const path of [`/${linked}/log`, `/${inner}/screens/1`, `/..%2f${inner}/log`, `/%2e%2e/log`])
        assert.equal((await get(url, path)).status, 404, path);
      assert.match(String((await raw(url, '/api/plays/../../secret.png')).status), /^40[34]$/);
    });
  });

  test('are not kept in memory for those who read slowly', async () => {
    await using folder = await temporaryFolder();
    const plays = join(folder.path, 'plays');
    await writeLog(plays, PLAY_ID, start(PLAY_ID));
    const large = Buffer.concat([png(1), Buffer.alloc(6_000_000)]);
    await writeFile(join(plays, PLAY_ID, 'screens/0001.png'), large);
    const logs = new PlayLogs(plays, Date.now);
    const before = process.memoryUsage().arrayBuffers;
    const screens = await Promise.all(Array.from({ length: 20 }, () => logs.screen(PLAY_ID, 1)));
    const grown = process.memoryUsage().arrayBuffers - before;
    assert.ok(grown < 2 * large.length, `${screens.length} requests took ${grown} bytes`);
    for (const screen of screens) screen?.body.destroy();
    await withHome({ plays }, async ({ url }) => {
      const sent = await get(url, `/${PLAY_ID}/screens/1`);
      assert.equal(sent.headers.get('content-length'), String(large.length));
      assert.ok(large.equals(Buffer.from(await sent.arrayBuffer())));
      const path = `${url}/api/plays/${PLAY_ID}/screens/1`;
      assert.equal((await fetch(path, { method: 'HEAD' })).headers.get('content-type'), 'image/png');
    });
  });

  test('are looked at once a second for the list, and each line is checked once', async (t) => {
    await using folder = await temporaryFolder();
    await writeLog(folder.path, PLAY_ID, start(PLAY_ID), thought(1), end);
    let now = at;
    const logs = new PlayLogs(folder.path, () => now);
    const ids = async () => (await logs.list(() => undefined)).map(({ id }) => id);
    assert.deepEqual(await Promise.all([ids(), ids()]), [[PLAY_ID], [PLAY_ID]]);
    const newer = '20301123-110000-driven';
    await writeLog(folder.path, newer, start(newer));
    assert.deepEqual(await ids(), [PLAY_ID]);
    now += 1_000;
    assert.deepEqual(await ids(), [newer, PLAY_ID]);
    const first = await logs.page(PLAY_ID, 0);
    const parse = t.mock.method(JSON, 'parse');
    assert.equal(await logs.page(PLAY_ID, 0), first);
    assert.equal(parse.mock.callCount(), 0);
    parse.mock.restore();
    assert.deepEqual(JSON.parse((await logs.page(PLAY_ID, 1)) ?? ''), { entries: [thought(1), end] });
  });

  test('are none in a home without the folder', async () => {
    await withHome({}, async ({ url }) => {
      assert.deepEqual(await json(url, ''), { plays: [] });
      assert.equal((await get(url, `/${PLAY_ID}/log`)).status, 404);
      assert.equal((await fetch(`${url}/api/plays`, { method: 'POST' })).status, 405);
    });
  });
});
