import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, test } from 'node:test';
import type { WebSocket } from 'ws';
import { Peer, Traffic } from '../../../../harness/bridge/sockets/peer.ts';
import { addressOf } from '../../../../harness/bridge/routes.ts';
import { Sockets } from '../../../../harness/bridge/sockets/sockets.ts';
import { Client, until, withHome } from '../../helpers.ts';

/** The part of a socket that the limits use. */
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
  send(text: string): void {
    this.bufferedAmount += 2 + Buffer.byteLength(text);
  }
}
const asSocket = (fake: FakeSocket): WebSocket => fake as unknown as WebSocket;
const handlers = { message: () => undefined, closed: () => undefined };

test('the sockets of a /56 of IPv6 count as those of one address, a /48 has four times as many', () => {
  const sockets = new Sockets({ maxSocketsPerIp: 2 }, () => 0);
  const open = (ip: string): FakeSocket | undefined => {
    const fake = new FakeSocket();
    return sockets.admit(asSocket(fake), addressOf({ ip }), handlers) && fake;
  };
  const first = open('2001:db8:1:1::1');
  assert.ok(first && open('2001:db8:1:2::1'));
  assert.equal(open('2001:db8:1:3::1'), undefined);
  first.terminate();
  assert.ok(open('2001:db8:1:3::1'), 'the place is free again');
  const company = Array.from({ length: 20 }, (_, index) => open(`2001:db8:2:${index.toString(16)}00::1`));
  assert.equal(company.filter(Boolean).length, 8);
  assert.ok(open('2001:db8:3::1') && open('192.0.2.1') && open('192.0.2.2'));
  sockets.close();
});

describe('sockets that do not read', () => {
  test('are closed although they answer pings', async () => {
    const bridge = { progressCheckMs: 200, maxBufferedBytes: 256 * 1024 * 1024 };
    await withHome({ bridge }, async ({ app, url }) => {
      const [deaf, good] = [new Client(url), new Client(url)];
      await deaf.hello();
      await good.hello();
      deaf.socket.pause();
      const pongs = setInterval(() => deaf.socket.pong(), 100).unref();
      // More than the system's own buffers hold.
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

  test('are not those that read slowly but make progress', () => {
    const fake = new FakeSocket();
    const peer = new Peer(asSocket(fake), '192.0.2.1', () => 0, {
      maxBufferedBytes: 1_000_000,
      traffic: new Traffic(),
    });
    for (fake.bufferedAmount = 500_000; fake.bufferedAmount > 0; fake.bufferedAmount -= 50_000)
      assert.equal(peer.isStuck(), false);
    const looks = Array.from({ length: 6 }, () => {
      fake.bufferedAmount = 10;
      return peer.isStuck();
    });
    assert.deepEqual(looks, [false, false, false, false, false, true]);
  });

  test('are not those that read while as much is sent to them', () => {
    const fake = new FakeSocket();
    const peer = new Peer(asSocket(fake), '192.0.2.1', () => 0, {
      maxBufferedBytes: 1_000_000,
      traffic: new Traffic(),
    });
    const looks = (read: number): boolean[] =>
      Array.from({ length: 6 }, () => {
        for (let frame = 0; frame < 10; frame += 1) peer.sendText('{"type":"players","é":1}');
        fake.bufferedAmount -= read;
        return peer.isStuck();
      });
    assert.deepEqual(looks(100), [false, false, false, false, false, false]);
    assert.deepEqual(looks(0), [false, false, false, false, true, true]);
  });

  test('share one limit: those with the longest queue are closed first', (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] });
    const sockets = new Sockets({ maxBufferedBytesOfAll: 100 }, () => 0);
    const fakes = [30, 60, 50].map((bufferedAmount) => {
      const fake = Object.assign(new FakeSocket(), { bufferedAmount });
      sockets.admit(asSocket(fake), '192.0.2.1', handlers);
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
