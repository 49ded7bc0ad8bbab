import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { createDemo } from '../../../harness/demo/demo.ts';
import { readRecordings } from '../../../harness/demo/recordings.ts';
import { createBridgeListener } from '../../../harness/gateway/bridge-listener.ts';
import { Client, until, withHome } from '../helpers.ts';

/** Opens a socket at any address of the home; resolves with its result. */
const open = (url: string, path: string): Promise<{ socket: WebSocket; outcome: string }> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws') + path);
    socket.once('open', () => resolve({ socket, outcome: 'open' }));
    socket.once('error', ({ message }) => resolve({ socket, outcome: message }));
  });

describe('sockets beside the bridge', () => {
  test('get an HTTP refusal for an upgrade outside the bridge, which is counted', async () => {
    await withHome({ requestsPerMinute: 20 }, async ({ app, url }) => {
      for (const path of [
        '/',
        '/nothing',
        '/version.json',
        '/assets/index-AbCd1234.js',
        '/api/health/portals',
      ]) {
        const { outcome } = await open(url, path);
        assert.match(outcome, /404/, path);
      }
      assert.equal(app.websocketServer.clients.size, 0);
      for (let i = 0; i < 20; i++) await open(url, '/nothing');
      assert.match((await open(url, '/nothing')).outcome, /429/);
    });
  });

  test('are destroyed a second after a 1013 they do not answer', async () => {
    await withHome({ bridge: { maxSocketsPerIp: 1 } }, async ({ app, url }) => {
      const first = new Client(url);
      await first.hello();
      // Without a WebSocket library the close frame stays unanswered.
      const asked = request(`${url}/api/world/ws`, {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        },
      }).end();
      const [, socket] = (await once(asked, 'upgrade')) as [unknown, Socket];
      await until(() => app.websocketServer.clients.size === 1);
      socket.destroy();
      await first.close();
    });
  });

  test('at the demo’s relay have the limits and pings of the bridge', async () => {
    const demo = createDemo(await readRecordings(Date.now()));
    await withHome({ demo, bridge: { maxSocketsPerIp: 3, heartbeatMs: 1_000 } }, async ({ app, url }) => {
      const held = await Promise.all(Array.from({ length: 3 }, () => open(url, '/demo/relay')));
      assert.deepEqual(
        held.map(({ outcome }) => outcome),
        ['open', 'open', 'open'],
      );
      const more = await open(url, '/demo/relay');
      const code = await new Promise((resolve) => more.socket.once('close', resolve));
      assert.equal(code, 1013);
      held[0]?.socket.pause();
      await until(() => app.websocketServer.clients.size < 3);
      for (const { socket } of held) socket.terminate();
    });
  });

  test('at the bridge’s own port have the rate limit too', async () => {
    await withHome({ requestsPerMinute: 10 }, async ({ app }) => {
      const listener = await createBridgeListener(app.home, 0);
      const address = await listener.listen({ host: '127.0.0.1', port: 0 });
      const clients: Client[] = [];
      for (let i = 0; i < 10; i++) {
        const client = new Client(address);
        await client.hello();
        clients.push(client);
      }
      assert.match((await open(address, '/api/world/ws')).outcome, /429/);
      assert.match((await open(address, '/nothing')).outcome, /429/);
      assert.equal((await fetch(`${address}/healthz`)).status, 200);
      for (const client of clients) await client.close();
      await listener.close();
    });
  });
});
