import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Fastify from 'fastify';
import { limitBytes } from '../../../harness/gateway/program-files.ts';
import { startHome } from '../helpers.ts';

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
    // What comes back in the meantime is enough for one more.
    await statusOf('/assets/none');
    assert.equal(await statusOf('/assets/none.js'), 429);
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
});
