import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { encode } from 'fast-png';
import Fastify from 'fastify';
import { limitBytes } from '../../../harness/gateway/program-files.ts';
import { PLAY_ID, playRecordOf } from '../../helpers/plays.ts';
import { Client, startHome, temporaryFolder } from '../helpers.ts';

const token = 'the-secret-of-the-bridge';

describe('the files of the program', () => {
  test('are not counted as requests; addresses beside them, where nothing is, are', async () => {
    await using home = await startHome({ requestsPerMinute: 5 });
    const statusOf = async (path: string): Promise<number> => {
      const response = await fetch(home.url + path);
      await response.body?.cancel();
      return response.status;
    };
    for (let sent = 0; sent < 10; sent += 1)
      assert.equal(await statusOf('/assets/index-AbCd1234.js?v=1'), 200);
    for (let sent = 0; sent < 4; sent += 1) assert.equal(await statusOf(`/assets/none${sent}.js`), 404);
    assert.equal((await fetch(`${home.url}/vendor/x`, { method: 'POST' })).status, 405);
    // The budget that refills in the meantime allows one more request: not always the next one.
    const further: number[] = [];
    for (let sent = 0; sent < 4; sent += 1) further.push(await statusOf(`/assets/missing${sent}.js`));
    assert.ok(further.filter((status) => status !== 429).length <= 1, String(further));
    assert.equal(await statusOf('/version.json'), 200, 'other addresses have a count of their own');
  });

  test('have a limit of bytes for one address, whole answers and empty ones', async (t) => {
    const app = Fastify();
    t.after(() => app.close());
    const clock = { now: 0 };
    limitBytes(app, { missesPerMinute: 5, bytesPerMinute: 100_000, now: () => clock.now });
    for (const path of ['/assets/large.js', '/other'])
      app.get(path, async (_request, reply) =>
        reply.header('content-length', 60_000).send(Buffer.alloc(60_000, 'x')),
      );
    const statusOf = async (url: string, remoteAddress = '203.0.113.5', method: 'GET' | 'HEAD' = 'GET') => {
      const { statusCode, headers } = await app.inject({ method, url, remoteAddress });
      return [statusCode, headers['retry-after']];
    };
    assert.deepEqual(await statusOf('/assets/large.js'), [200, undefined]);
    assert.deepEqual(await statusOf('/assets/large.js?v=2'), [200, undefined]);
    assert.deepEqual(await statusOf('/assets/large.js'), [429, '60']);
    assert.deepEqual(await statusOf('/other'), [200, undefined], 'other answers are counted by requests');
    for (let sent = 0; sent < 25; sent += 1)
      assert.deepEqual(await statusOf('/assets/large.js', '203.0.113.6', 'HEAD'), [200, undefined]);
    assert.deepEqual(await statusOf('/assets/large.js', '203.0.113.6', 'HEAD'), [429, '60']);
    assert.deepEqual(await statusOf('/assets/large.js', '203.0.113.7'), [200, undefined]);
    clock.now += 60_000;
    assert.deepEqual(await statusOf('/assets/large.js'), [200, undefined]);
  });

  test('share their limit of bytes with the owner’s files and the screenshots of plays', async () => {
    await using place = await temporaryFolder();
    await mkdir(join(place.path, 'public'));
    await writeFile(join(place.path, 'public/ambient.mp3'), Buffer.alloc(25_000_000));
    await using home = await startHome({ folder: place.path, bridge: { token } });
    const player = await new Client(home.url).open();
    await player.hello({ role: 'resident', token });
    player.send({ type: 'play', play: playRecordOf() });
    await player.frame('play');
    const screen = `/api/plays/${PLAY_ID}/screens/1`;
    const picture = encode({
      width: 200,
      height: 200,
      data: randomBytes(200 * 200 * 3),
      channels: 3,
      depth: 8,
    });
    const sent = await home.app.inject({
      method: 'PUT',
      url: screen,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      payload: Buffer.from(picture),
    });
    assert.equal(sent.statusCode, 204);
    const answerTo = (url: string, remoteAddress: string) => home.app.inject({ url, remoteAddress });
    const statusOf = async (...request: Parameters<typeof answerTo>): Promise<number> =>
      (await answerTo(...request)).statusCode;
    assert.equal(await statusOf(screen, '203.0.113.5'), 200);
    const statuses = await Promise.all(
      Array.from({ length: 6 }, () => statusOf('/ambient.mp3', '203.0.113.5')),
    );
    assert.equal(statuses.filter((status) => status === 200).length, 3, 'at once too');
    for (const url of ['/assets/index-AbCd1234.js', screen])
      assert.equal(await statusOf(url, '203.0.113.5'), 429, url);
    const { headers, body } = await answerTo('/ambient.mp3', '203.0.113.5');
    assert.match(body, /^{"message":"This address has loaded too much/);
    assert.deepEqual(
      [headers['cache-control'], headers['content-type'], headers['retry-after'], headers['etag']],
      ['no-store', 'application/json; charset=utf-8', '60', undefined],
    );
    assert.equal(await statusOf('/portals.json', '203.0.113.5'), 200, 'readings go on');
    assert.equal(await statusOf('/ambient.mp3', '203.0.113.6'), 200, 'another address has its own');
    await player.close();
  });
});
