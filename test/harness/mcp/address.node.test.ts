import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { withHome } from '../helpers.ts';
import { echo } from '../residents.ts';
import { withRoom } from '../room.ts';
import { connectMcp } from './mcp-client.ts';
import { INITIALIZE, authorized, post } from './post.ts';

describe('the address /mcp', () => {
  test('refuses a wrong token, another site and a home without a token', async () => {
    await withRoom(async ({ url }) => {
      const missing = await post(url, {});
      assert.equal(missing.status, 401);
      assert.equal(missing.headers.get('www-authenticate'), 'Bearer');
      assert.equal(missing.headers.get('cache-control'), 'no-store');
      assert.equal((await post(url, { authorization: 'Bearer a-guess' })).status, 401);
      assert.equal((await post(url, { ...authorized, origin: 'https://evil.example' })).status, 403);
      assert.equal((await post(url, { ...authorized, origin: url })).status, 200);
      for (const method of ['GET', 'DELETE'])
        assert.equal((await fetch(`${url}/mcp`, { method })).status, 401, method);
    });
    await withHome({ resident: echo() }, async ({ url }) => {
      const refused = await post(url, authorized);
      assert.equal(refused.status, 403);
      assert.match(await refused.text(), /HOME_WORLD_BRIDGE_TOKEN/);
    });
  });

  test('refuses other hosts, large bodies, bodies that are no JSON, and unknown sessions', async () => {
    await withRoom(
      async ({ url, app }) => {
        const foreign = await app.inject({
          method: 'POST',
          url: '/mcp',
          headers: { ...authorized, host: 'evil.example', 'content-type': 'application/json' },
          payload: JSON.stringify(INITIALIZE),
        });
        assert.equal(foreign.statusCode, 421);
        assert.equal((await post(url, authorized, { ...INITIALIZE, more: 'x'.repeat(70_000) })).status, 413);
        assert.equal((await post(url, authorized, '{')).status, 400);
        assert.equal((await post(url, { ...authorized, 'mcp-session-id': 'gone' })).status, 404);
        const call = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
        const listed = await post(url, authorized, call);
        assert.deepEqual([listed.status, listed.headers.get('mcp-session-id')], [200, null]);
        assert.match(await listed.text(), /read_chat/);
      },
      { hostNames: [] },
    );
  });

  test('opens 32 sessions for clients that come at once, and none for a refused beginning', async () => {
    await withRoom(
      async ({ url }) => {
        // The protocol requires that a client accepts JSON and event streams. These requests accept only
        // plain text.
        for (let i = 0; i < 33; i++) {
          const refused = await post(url, { ...authorized, accept: 'text/plain' });
          assert.equal(refused.status, 406);
          await refused.text();
        }
        const statuses = await Promise.all(
          Array.from({ length: 200 }, async () => {
            const response = await post(url, authorized);
            await response.text();
            return response.status;
          }),
        );
        assert.equal(statuses.filter((status) => status === 200).length, 32);
        assert.equal(statuses.filter((status) => status === 503).length, 168);
      },
      { requestsPerMinute: 1_000 },
    );
  });

  test('gives the place of a client that disconnected without a request to the next one', async () => {
    await withRoom(
      async ({ url }) => {
        const open = async (): Promise<number> => {
          const response = await post(url, authorized);
          await response.text();
          return response.status;
        };
        for (let i = 0; i < 32; i++) assert.equal(await open(), 200);
        let status = 503;
        for (let tries = 0; status === 503 && tries < 5_000; tries++) status = await open();
        assert.equal(status, 200);
      },
      { requestsPerMinute: 10_000, mcp: { silentMs: 50 } },
    );
  });

  test('lets the system find out that the machine of an agent is gone', async (t) => {
    const keepAlive = t.mock.method(Socket.prototype, 'setKeepAlive');
    await withRoom(async ({ url }) => {
      await (await post(url, authorized)).text();
      // The client of this test has a different interval.
      assert.ok(keepAlive.mock.calls.some(({ arguments: [on, after] }) => on === true && after === 30_000));
    });
  });

  test('takes 32 agents without a session into the room, not more', async () => {
    await withRoom(
      async ({ url }) => {
        const mode = { pin: '2026-07-28' } as const;
        for (let i = 0; i < 32; i++)
          await (await connectMcp(url, { name: `agent ${i}`, mode })).questions({ wait_seconds: 0 });
        await assert.rejects(connectMcp(url, { name: 'one more', mode }));
        const known = await connectMcp(url, { name: 'agent 7', mode });
        assert.match((await known.call('home_status')).text, /Visitors: 0/);
      },
      { requestsPerMinute: 1_000 },
    );
  });

  test('names the methods that work there', async () => {
    await withRoom(async ({ url }) => {
      for (const method of ['PUT', 'PATCH', 'HEAD']) {
        const refused = await fetch(`${url}/mcp`, { method, headers: authorized });
        assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, POST, DELETE'], method);
      }
    });
  });

  test('reads no body without the token', async () => {
    await withRoom(async ({ url }) => {
      assert.equal((await post(url, {}, '{')).status, 401);
      assert.equal((await post(url, {}, 'x'.repeat(70_000))).status, 401);
    });
  });

  test('opens 32 sessions, not more, and counts requests as every address does', async () => {
    await withRoom(
      async ({ url }) => {
        const statuses: number[] = [];
        for (let i = 0; i < 41; i++) {
          const response = await post(url, authorized);
          statuses.push(response.status);
          await response.text();
        }
        assert.equal(statuses.filter((status) => status === 200).length, 32);
        assert.equal(statuses[32], 503);
        assert.equal(statuses.at(-1), 429);
      },
      { requestsPerMinute: 40 },
    );
  });
});
