import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { afterEach, test } from 'node:test';
import { WebSocket as NodeSocket, WebSocketServer } from 'ws';
import type { State } from '../../../data/state.ts';
import { forgedNotes, signedNotes } from '../../helpers/events.ts';
import { type TestRelay, startRelay } from '../../helpers/relay.ts';
import { until } from '../../helpers/waiting.ts';
import { type TestHome, startHome } from '../helpers.ts';

let relays: TestRelay[] = [];
let home: TestHome | undefined;

afterEach(async () => {
  await home?.close();
  home = undefined;
  await Promise.all(relays.splice(0).map((relay) => relay.close()));
});

/**
 * A gateway connected to that many relays. Each reading of its clock advances it, so that no burst
 * of a test counts as a flood.
 */
async function hear(count: number): Promise<State> {
  relays = await Promise.all(Array.from({ length: count }, () => startRelay()));
  let now = Date.now();
  home = await startHome({
    poll: true,
    now: () => (now += 10),
    settings: { relays: relays.map(({ url }) => url) },
  });
  const { state } = home.app.home;
  await until('every relay was asked', () => relays.every(({ received }) => received.length > 0), 30_000);
  return state;
}

test('in the gateway too, a relay that floods silences none of the others', async () => {
  const state = await hear(2);
  const [hostile, honest] = relays as [TestRelay, TestRelay];
  const good = signedNotes(8);
  for (const event of good) {
    for (const forgery of forgedNotes(190)) hostile.inject(forgery);
    honest.inject(event);
  }
  const honestStatus = () => state.relay.relays.get()[1];
  await until('all good events are counted', () => honestStatus()?.accepted === 8, 60_000);
  assert.deepEqual(
    new Set(state.relay.events.get().map(({ id }) => id)),
    new Set(good.map(({ id }) => id.slice(0, 8))),
  );
  assert.deepEqual([honestStatus()?.rejected, honestStatus()?.dropped], [0, 0]);
  const hostileStatus = () => state.relay.relays.get()[0];
  assert.equal(hostileStatus()?.accepted, 0);
  await until('the queue of the hostile relay was full', () => (hostileStatus()?.dropped ?? 0) > 0, 60_000);
});

test('counts no valid event as rejected when several relays are busy', async () => {
  const state = await hear(3);
  for (const relay of relays) for (const event of signedNotes(120)) relay.inject(event);
  const sum = (what: 'accepted' | 'rejected' | 'dropped'): number =>
    state.relay.relays.get().reduce((total, status) => total + status[what], 0);
  await until('all are shown or were', () => sum('accepted') === 360, 60_000);
  assert.deepEqual([sum('rejected'), sum('dropped')], [0, 0]);
});

test('cuts off an endless message, and offers no compression, which could hide one', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: true });
  await new Promise((listening) => server.once('listening', listening));
  const closed = new Promise<{ code: number; sent: number; extensions: string }>((ended) => {
    server.on('connection', (socket) => {
      const piece = 'x'.repeat(16 * 1024);
      let sent = 0;
      const more = (): void => {
        if (socket.readyState !== NodeSocket.OPEN) return;
        sent += piece.length;
        socket.send(piece, { fin: false }, more);
      };
      socket.on('close', (code) => ended({ code, sent, extensions: socket.extensions }));
      socket.on('error', () => undefined);
      more();
    });
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  home = await startHome({ poll: true, settings: { relays: [url] } });
  const { code, extensions } = await closed;
  assert.equal(code, 1009);
  assert.equal(extensions, '');
  const { state } = home.app.home;
  await until('it is away', () => state.relay.relays.get()[0]?.state === 'waiting', 30_000);
  server.close();
});
