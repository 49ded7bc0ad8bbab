import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { AddressBudgets } from '../../../harness/bridge/address-budgets.ts';
import { Peer } from '../../../harness/bridge/peer.ts';
import { addressOf } from '../../../harness/bridge/routes.ts';
import { Sockets } from '../../../harness/bridge/sockets.ts';
import { createDemo } from '../../../harness/demo/demo.ts';
import { readRecordings } from '../../../harness/demo/recordings.ts';
import { createBridgeListener } from '../../../harness/gateway/gateway.ts';
import type { Resident } from '../../../harness/resident/resident.ts';
import { Client, until, withHome } from '../helpers.ts';

const quick: Resident = {
  attached: false,
  note: 'quick',
  async *answer() {
    yield 'ok';
  },
};

/** Opens a socket at any address of the home; resolves with what became of it. */
const open = (url: string, path: string): Promise<{ socket: WebSocket; outcome: string }> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws') + path);
    socket.once('open', () => resolve({ socket, outcome: 'open' }));
    socket.once('error', ({ message }) => resolve({ socket, outcome: message }));
  });

describe('what one connection may send', () => {
  const floods: readonly (readonly [string, (socket: WebSocket) => void])[] = [
    ['pongs', (socket) => Array.from({ length: 200 }, () => socket.pong())],
    ['pings', (socket) => Array.from({ length: 200 }, () => socket.ping())],
    ['fragments', (socket) => Array.from({ length: 40 }, () => socket.send('x', { fin: false }))],
    ['bytes', (socket) => Array.from({ length: 8 }, () => socket.send('x'.repeat(60_000)))],
  ];
  for (const [what, flood] of floods)
    test(`too many ${what} close it with 1008, and no other`, async () => {
      await withHome({}, async ({ url }) => {
        const [loud, other] = [new Client(url), new Client(url)];
        await loud.hello();
        await other.hello();
        flood(loud.socket);
        assert.equal((await loud.closed).code, 1008);
        other.send({ type: 'ping' });
        await other.frame('pong');
        await other.close();
      });
    });

  test('the eight longest messages at once are not too many', async () => {
    await withHome({ resident: quick }, async ({ url }) => {
      const client = new Client(url);
      await client.hello();
      for (let i = 0; i < 8; i++) client.send({ type: 'chat', id: `c${i}`, text: '字'.repeat(8_000) });
      for (let i = 0; i < 8; i++) await client.answerTo(`c${i}`);
      await client.close();
    });
  });

  test('a flood is cut off also where the client ignores the close', async () => {
    await withHome({}, async ({ app, url }) => {
      const deaf = new Client(url);
      await deaf.hello();
      deaf.socket.pause();
      for (let i = 0; i < 200; i++) deaf.socket.pong();
      await until(() => app.websocketServer.clients.size === 0);
      deaf.socket.terminate();
    });
  });

  test('a message that is known already is confirmed at the pace of new ones', async () => {
    await withHome({ resident: quick }, async ({ url }) => {
      const client = new Client(url);
      await client.hello();
      for (let i = 0; i < 12; i++) client.send({ type: 'chat', id: 'c1', text: 'again' });
      assert.equal((await client.frame('error')).code, 'rate-limited');
      await client.close();
    });
  });
});

describe('readers that do not read', () => {
  test('are cut off although they answer pings', async () => {
    const bridge = { progressCheckMs: 200, maxBufferedBytes: 256 * 1024 * 1024 };
    await withHome({ bridge }, async ({ app, url }) => {
      const [deaf, good] = [new Client(url), new Client(url)];
      await deaf.hello();
      await good.hello();
      deaf.socket.pause();
      const pongs = setInterval(() => deaf.socket.pong(), 100).unref();
      // More than the system's own buffers take.
      const fill = 'x'.repeat(32_000);
      for (let i = 0; i < 600; i++) app.home.bridge.broadcast({ type: 'status-update', detail: { i, fill } });
      await until(() => app.home.bridge.counts.sockets === 1);
      clearInterval(pongs);
      deaf.socket.terminate();
      good.send({ type: 'ping' });
      await good.frame('pong');
      await good.close();
    });
  });

  /** The part of a socket that the limits look at. */
  class FakeSocket extends EventEmitter {
    readonly OPEN = 1;
    readonly CLOSED = 3;
    readyState = 1;
    bufferedAmount = 0;
    terminated = false;
    terminate(): void {
      this.terminated = true;
      this.readyState = 3;
      this.emit('close');
    }
    close(): void {}
    ping(): void {}
    pause(): void {}
  }
  const asSocket = (fake: FakeSocket): WebSocket => fake as unknown as WebSocket;

  test('a slow reader that makes progress is no such reader', () => {
    const fake = new FakeSocket();
    const peer = new Peer(asSocket(fake), '192.0.2.1', () => 0, 1_000_000);
    for (fake.bufferedAmount = 500_000; fake.bufferedAmount > 0; fake.bufferedAmount -= 50_000)
      assert.equal(peer.isStuck(), false);
    const looks = Array.from({ length: 6 }, () => {
      fake.bufferedAmount = 10;
      return peer.isStuck();
    });
    assert.deepEqual(looks, [false, false, false, false, false, true]);
  });

  test('all together lag behind only so far: those furthest behind go', (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] });
    const sockets = new Sockets({ maxBufferedBytesOfAll: 100 }, () => 0);
    const fakes = [30, 60, 50].map((bufferedAmount) => {
      const fake = Object.assign(new FakeSocket(), { bufferedAmount });
      sockets.admit(asSocket(fake), '192.0.2.1', { message: () => undefined, closed: () => undefined });
      return fake;
    });
    context.mock.timers.tick(5_000);
    assert.deepEqual(
      fakes.map(({ terminated }) => terminated),
      [false, true, false],
    );
    assert.equal(sockets.size, 2);
    sockets.close();
  });
});

describe('sockets beside the bridge', () => {
  test('an upgrade is refused everywhere but at the bridge, before it happens, and counted', async () => {
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

  test('one that is refused with 1013 is gone after a second, also if it does not answer', async () => {
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

  test('the demo’s relay takes as many of one address as the bridge, and pings them', async () => {
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

  test('the bridge’s own port has the rate limit too', async () => {
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

describe('what one address may store', () => {
  test('is bounded, however many sessions it opens', async () => {
    const bridge = { addressBudget: { burst: 100_000, perSecond: 0 } };
    await withHome({ bridge, resident: quick }, async ({ url, store }) => {
      let stored = 0;
      for (let visit = 0; visit < 3; visit++) {
        const client = new Client(url);
        const { session } = await client.hello();
        for (let i = 0; i < 3; i++) {
          client.send({ type: 'chat', id: `c${i}`, text: '字'.repeat(8_000) });
          await Promise.race([client.answerTo(`c${i}`), client.frame('error', ({ ref }) => ref === `c${i}`)]);
        }
        stored += store
          .after(store.openSession(session).id, 0)
          .filter(({ role }) => role === 'visitor').length;
        if (visit === 2) {
          const refusal = await client.frame('error');
          assert.equal(refusal.code, 'too-large');
          assert.match(refusal.message, /in an hour/);
        }
        await client.close();
      }
      assert.equal(stored, 4);
    });
  });

  test('grows again with time, and is forgotten once it is whole', () => {
    let now = 0;
    const budgets = new AddressBudgets(() => now, { burst: 1_000, perSecond: 1 });
    assert.equal(budgets.take('one', 900), true);
    budgets.spend('one', 400);
    assert.equal(budgets.take('one', 1), false, 'an answer may go beyond, and is made up for');
    assert.equal(budgets.take('two', 900), true, 'others have their own');
    now += 301_000;
    assert.equal(budgets.take('one', 1), true);
    budgets.sweep();
    assert.equal(budgets.size, 2);
    now += 1_000_000;
    budgets.sweep();
    assert.equal(budgets.size, 0);
  });

  test('an IPv6 network counts as one address', () => {
    assert.equal(addressOf({ ip: '2001:db8::1' }), addressOf({ ip: '2001:db8::ffff:2' }));
    assert.notEqual(addressOf({ ip: '2001:db8::1' }), addressOf({ ip: '2001:db8:0:1::1' }));
    assert.equal(addressOf({ ip: '192.0.2.7' }), '192.0.2.7');
  });
});
