import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebSocket as WsWebSocket } from 'ws';
import type { NostrEvent } from '../../helpers/relay.ts';
import { until } from '../../helpers/waiting.ts';
import {
  allUrls,
  feed,
  first,
  live,
  opened,
  page,
  relays,
  second,
  serve,
  shownIds,
  start,
  startWithStored,
  state,
  stored,
  total,
  warnings,
} from './feed-page.ts';

const liveZap = live.find(({ kind }) => kind === 9735) ?? assert.fail();

test('subscribes to each relay as the specification says', async () => {
  start();
  assert.equal(state.relay.connected.get(), false);
  await until('all are open', opened(3));
  assert.equal(state.relay.connected.get(), true);
  await until('the request arrived', () => first().received.length > 0);
  const [label, sub, filter] = JSON.parse(first().received[0] ?? '') as [string, string, unknown];
  assert.equal(label, 'REQ');
  assert.match(sub, /^home-\w+$/);
  assert.ok(sub.length <= 64);
  assert.deepEqual(filter, { kinds: [1, 7, 9735], limit: 20 });
});

test('merges the same events of three relays into one list, newest first', async () => {
  await startWithStored(allUrls());
  await until('all are open', opened(3));
  await new Promise((next) => setTimeout(next, 100));
  const expected = stored.toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1));
  assert.deepEqual(
    shownIds(),
    expected.map(({ id }) => id.slice(0, 8)),
  );
  assert.equal(total('accepted'), 20);
  assert.equal(total('rejected'), 0);
});

test('shows a live event once, whichever relay is first', async () => {
  await startWithStored(allUrls());
  const event = live[0] as NostrEvent;
  for (const relay of relays) assert.equal((await relay.publish(event)).accepted, true);
  await until('it is there', () => shownIds().includes(event.id.slice(0, 8)));
  await new Promise((next) => setTimeout(next, 100));
  assert.equal(shownIds().filter((id) => id === event.id.slice(0, 8)).length, 1);
});

test('a zap that happens now pulses with its sats; an old one in the backlog does not', async () => {
  await first().publish(liveZap);
  const another = live.find(({ kind, id }) => kind === 9735 && id !== liveZap.id) ?? assert.fail();
  await startWithStored();
  await new Promise((next) => setTimeout(next, 50));
  assert.equal(state.zap.get().count, 0);
  await first().publish(another);
  await until('the pulse', () => state.zap.get().count === 1);
  assert.ok(state.zap.get().detail > 0);
});

test('a stored zap of the last ten minutes pulses too', async () => {
  await serve([liveZap]);
  page.ahead = liveZap.created_at * 1000 - Date.now() + 9 * 60_000;
  start();
  await until('the pulse', () => state.zap.get().count === 1);
});

test('has the time at which the last new event was accepted', async () => {
  start();
  assert.equal(state.relay.lastEventTime.get(), undefined);
  const before = Date.now();
  await until('an event', () => state.relay.events.get().length > 0);
  await until('the last one', () => shownIds().length === 20);
  const time = state.relay.lastEventTime.get() ?? Number.NaN;
  assert.ok(time >= before && time <= Date.now(), String(time));
  page.ahead += 60_000;
  await first().publish(live[0] as NostrEvent);
  await until('one more', () => (state.relay.lastEventTime.get() ?? 0) >= before + 60_000);
});

test('reconnects after a lost connection, subscribes again, and shows nothing twice', async () => {
  await startWithStored();
  first().drop();
  await until('it is lost', () => state.relay.relays.get()[0]?.state === 'waiting');
  assert.equal(state.relay.connected.get(), false);
  assert.equal(state.relay.relays.get()[0]?.cause, 'the connection was lost');
  page.ahead += 2_000;
  await until('it is back', opened(1));
  await until('it asked again', () => first().received.length === 2);
  await first().publish(live[0] as NostrEvent);
  await until('the live event', () => shownIds().length === 21);
});

test('a relay that is closing its connection has answered in time', async () => {
  let isClosing = false;
  class ClosingSocket extends WebSocket {
    /** `CLOSING` from the relay's close frame on: the event comes a moment later. */
    override get readyState() {
      return isClosing ? this.CLOSING : super.readyState;
    }
  }
  start([first().url], ClosingSocket);
  await until('twenty events', () => shownIds().length === 20);
  first().sendRaw('["NOTICE","maintenance at 12"]');
  first().sendRaw(JSON.stringify(['EVENT', 'SUB', live[0]]));
  await until('the event behind it is there', () => shownIds().length === 21);
  page.ahead += 16_000;
  isClosing = true;
  await until('it is lost', () => state.relay.relays.get()[0]?.state === 'waiting');
  assert.equal(
    state.relay.relays.get()[0]?.cause,
    'the connection was lost; it last said: maintenance at 12',
  );
});

test('a relay that is down and an invalid address do not delay the others', async () => {
  await second().stop();
  start([second().url, 'ws://[bad', first().url]);
  await until('the good one is open', opened(1));
  await until('twenty events', () => shownIds().length === 20);
  const [absent, bad] = state.relay.relays.get();
  assert.equal(bad?.state, 'stopped');
  assert.equal(bad?.cause, 'its address cannot be used');
  await until('the absent one waits', () => state.relay.relays.get()[0]?.state === 'waiting');
  assert.ok(['waiting', 'connecting'].includes(absent?.state ?? ''));
  assert.ok(warnings.length >= 2, warnings.join());
  await second().start();
  page.ahead += 60_000;
  await until('it is open as soon as it is there', opened(2));
});

test('a relay that refuses is not asked again; a relay that ends an idle subscription is asked again later', async () => {
  start([first().url, second().url]);
  await until('both are open', opened(2));
  await until('both were asked', () => first().received.length > 0 && second().received.length > 0);
  first().sendRaw('["CLOSED","SUB","auth-required: we only serve registered users"]');
  second().sendRaw('["CLOSED","SUB","error: shutting down idle subscription"]');
  await until('one stopped', () => state.relay.relays.get()[0]?.state === 'stopped');
  assert.match(state.relay.relays.get()[0]?.cause ?? '', /auth-required/);
  await until('one waits', () => state.relay.relays.get()[1]?.state === 'waiting');
  page.ahead += 60_000;
  await until('it asked again', () => second().received.length === 2);
  assert.equal(first().received.length, 1);
});

test('connects to nothing while offline, and to everything when online', async () => {
  start([first().url]);
  await until('open', opened(1));
  state.online.set(false);
  await until('closed', () => first().clients === 0);
  assert.equal(state.relay.relays.get()[0]?.cause, 'this browser has no network');
  state.online.set(true);
  await until('open again', opened(1));
});

test('dispose closes every connection', async () => {
  start();
  await until('all are open', opened(3));
  feed.dispose?.();
  await until('all are closed', () => relays.every(({ clients }) => clients === 0));
});

test('works with the ws package’s sockets as well', async () => {
  start([first().url], WsWebSocket as unknown as typeof WebSocket);
  await until('twenty events', () => shownIds().length === 20);
});
