import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { WebSocket as WsWebSocket } from 'ws';
import { defaultConfig } from '../../../data/config/config.ts';
import type { DataModule } from '../../../data/core/module.ts';
import { createRelayFeed } from '../../../data/relay/feed.ts';
import { verifyEvents } from '../../../data/relay/verify.ts';
import type { Verifier } from '../../../data/relay/verifier.ts';
import { type State, createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import { forgedNotes, signedNotes } from '../../helpers/events.ts';
import { recorded } from '../../helpers/recorded.ts';
import { type NostrEvent, type TestRelay, startRelay } from '../../helpers/relay.ts';
import { ticking, until } from '../../helpers/waiting.ts';

const events = recorded<{ event: NostrEvent }[]>('nostr/events.json').map(({ event }) => event);
const forged = recorded<{ name: string; event: { id?: string } }[]>('nostr/events-forged.json');
const hostile = recorded<{ name: string; event: NostrEvent }[]>('nostr/events-hostile-signed.json');
const odd = recorded<{ name: string; text: string }[]>('nostr/frames-odd.json');
const stored = events.slice(0, 20);
const live = events.slice(20);
const liveZap = live.find(({ kind }) => kind === 9735) ?? assert.fail();

/** Does the work of the page's worker in the same thread. */
const createVerifier = (): Verifier => ({
  verify: (event) => Promise.resolve(verifyEvents(event)),
  dispose() {},
});

/** All frames that arrived, accepted or not. */
let heard = 0;
class HeardSocket extends WebSocket {
  constructor(url: string | URL) {
    super(url);
    this.addEventListener('message', () => (heard += 1));
  }
}

let relays: TestRelay[] = [];
let state: State;
let feed: DataModule<State>;
let stopTicking: () => void;
let warnings: string[];
/** Added to the machine's clock. */
let ahead = 0;

const shownIds = (): string[] => state.relay.events.get().map(({ id }) => id);
const total = (what: 'accepted' | 'rejected' | 'dropped'): number =>
  state.relay.relays.get().reduce((sum, relay) => sum + relay[what], 0);
const opened = (count: number) => (): boolean =>
  state.relay.relays.get().filter((relay) => relay.state === 'open').length === count;

function start(
  urls: readonly string[],
  Socket: typeof WebSocket = WebSocket,
  verifier = createVerifier,
): void {
  state = createState({ ...defaultConfig, relays: urls });
  warnings = [];
  feed = createRelayFeed({
    WebSocket: Socket,
    createVerifier: verifier,
    now: () => Date.now() + ahead,
    monotonicNow: () => Date.now() + ahead,
    random: () => 0.5,
    log: { warn: (text: string) => void warnings.push(text) },
  });
  feed.init(undefined, state, theme);
  stopTicking = ticking(feed);
}

beforeEach(async () => {
  ahead = 0;
  heard = 0;
  relays = await Promise.all([startRelay(stored), startRelay(stored), startRelay(stored)]);
});
afterEach(async () => {
  stopTicking();
  feed.dispose?.();
  await Promise.all(relays.map((relay) => relay.close()));
});

const urls = (): string[] => relays.map(({ url }) => url);
const [first, second] = [(): TestRelay => relays[0] as TestRelay, (): TestRelay => relays[1] as TestRelay];

test('subscribes to each relay as the specification says', async () => {
  start(urls());
  assert.equal(state.derived.relayConnected.get(), false);
  await until('all are open', opened(3));
  assert.equal(state.derived.relayConnected.get(), true);
  await until('the request arrived', () => first().received.length > 0);
  const [label, sub, filter] = JSON.parse(first().received[0] ?? '') as [string, string, unknown];
  assert.equal(label, 'REQ');
  assert.match(sub, /^home-\w+$/);
  assert.ok(sub.length <= 64);
  assert.deepEqual(filter, { kinds: [1, 7, 9735], limit: 20 });
});

test('merges the same events of three relays into one list, newest first', async () => {
  start(urls());
  await until('twenty events', () => shownIds().length === 20);
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
  start(urls());
  await until('twenty events', () => shownIds().length === 20);
  const event = live[0] as NostrEvent;
  for (const relay of relays) assert.equal((await relay.publish(event)).accepted, true);
  await until('it is there', () => shownIds().includes(event.id.slice(0, 8)));
  await new Promise((next) => setTimeout(next, 100));
  assert.equal(shownIds().filter((id) => id === event.id.slice(0, 8)).length, 1);
});

test('forged events change only the rejected count', async () => {
  start([first().url]);
  await until('twenty events', () => shownIds().length === 20);
  const before = state.relay.events.get();
  for (const { event } of forged) first().inject(event);
  await until('they are counted', () => total('rejected') >= forged.length);
  assert.equal(state.relay.events.get(), before);
  assert.equal(total('rejected'), forged.length);
});

test('rejects other content under a shown id, and accepts the same event from another relay', async () => {
  start(urls());
  await until('twenty events', () => shownIds().length === 20);
  await until('all are open', opened(3));
  const [valid, other] = stored as [NostrEvent, NostrEvent];
  second().inject({ ...other, id: valid.id });
  second().inject(valid);
  second().inject({ ...valid, tags: [['added', 'later']] });
  await until('both forgeries are counted', () => total('rejected') === 2);
  assert.equal(state.relay.relays.get()[1]?.rejected, 2);
  assert.equal(total('accepted'), 20);
});

test('a relay that floods delays the others and silences none', async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [await startRelay(), await startRelay()];
  start(urls(), HeardSocket);
  await until('both are open', opened(2));
  await until('both heard that there is nothing stored', () => heard === 2);
  stopTicking();
  const good = signedNotes(20);
  for (const event of good) {
    heard = 0;
    // Just below the limit of a relay for a second.
    for (const forgery of forgedNotes(190)) first().inject(forgery);
    second().inject(event);
    await until('all of a second arrived', () => heard === 191, 60_000);
    ahead += 1_000;
    feed.update(0, 1);
    await new Promise((next) => setImmediate(next));
  }
  stopTicking = ticking(feed);
  await until('all good ones are shown', () => total('accepted') === 20, 60_000);
  assert.deepEqual(new Set(shownIds()), new Set(good.map(({ id }) => id.slice(0, 8))));
  const [, honest] = state.relay.relays.get();
  assert.deepEqual([honest?.accepted, honest?.rejected, honest?.dropped], [20, 0, 0]);
});

test('a hostile relay’s copies under the same id do not delay the valid event', async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [await startRelay(), await startRelay()];
  const asked: unknown[] = [];
  const results: (() => void)[] = [];
  start(urls(), HeardSocket, () => ({
    verify: (event) =>
      new Promise((settle) => {
        asked.push(event);
        results.push(() => settle(verifyEvents(event)));
      }),
    dispose() {},
  }));
  await until('both heard that there is nothing stored', () => heard === 2);
  const [valid] = signedNotes(1) as [NostrEvent];
  for (let copy = 0; copy < 50; copy++) first().inject({ ...valid, content: `copy ${copy}` });
  await until('the first copy is being verified', () => asked.length === 1);
  second().inject(valid);
  await until('all arrived', () => heard === 2 + 51);
  results[0]?.();
  await until('the next one is asked', () => asked.length === 2);
  assert.deepEqual(asked[1], valid);
  results[1]?.();
  await until('it is shown', () => shownIds().length === 1);
});

test('a forgery that arrives first cannot keep the valid event out', async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [await startRelay(), await startRelay()];
  start(urls());
  await until('both are open', opened(2));
  await until('both were asked', () => relays.every(({ received }) => received.length > 0));
  const valid = events[0] as NostrEvent;
  first().inject({ ...valid, content: 'forged' });
  first().inject({ ...valid, content: 'forged again' });
  second().inject(valid);
  first().inject(valid);
  await until('the valid one is shown', () => shownIds().length === 1);
  await until('the forgeries are counted', () => total('rejected') === 2);
  assert.notEqual(state.relay.events.get()[0]?.content, 'forged');
  assert.equal(total('accepted'), 1);
});

test('invalid frames, hostile text and oversized frames change only the rejected count', async () => {
  start([first().url]);
  await until('twenty events', () => shownIds().length === 20);
  const before = state.relay.events.get();
  const harmless = odd.filter(({ name }) => !name.startsWith('closed'));
  for (const { text } of harmless) first().sendRaw(text);
  first().sendRaw(JSON.stringify(['EVENT', 'SUB', { ...events[30], content: 'x'.repeat(100_000) }]));
  // 14 are no relay frame (Node's WebSocket drops the byte order mark, which leaves a notice), then
  // the event of another subscription, the polluted one, and the oversized one.
  await until('all are counted', () => total('rejected') === 17);
  assert.equal(state.relay.events.get(), before);
  assert.equal(state.relay.relays.get()[0]?.state, 'open');
});

test('lists hostile but valid events as plain text', async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [await startRelay()];
  start(urls());
  await until('open', opened(1));
  await until('asked', () => first().received.length > 0);
  for (const { event } of hostile) first().inject(event);
  await until('all are listed', () => shownIds().length === hostile.length);
  assert.equal(total('rejected'), 0);
});

test('refuses an event from the future', async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [await startRelay()];
  const future = hostile.find(({ name }) => name === 'future')?.event ?? assert.fail();
  ahead = future.created_at * 1000 - Date.now() - 16 * 60_000;
  start(urls());
  await until('asked', () => first().received.length > 0);
  first().inject(future);
  await until('it is refused', () => total('rejected') === 1);
  assert.deepEqual(shownIds(), []);
  ahead += 2 * 60_000;
  first().inject(future);
  await until('fourteen minutes ahead is a clock that differs', () => shownIds().length === 1);
});

test('a zap that happens now pulses with its sats; an old one in the backlog does not', async () => {
  await first().publish(liveZap);
  const another = live.find(({ kind, id }) => kind === 9735 && id !== liveZap.id) ?? assert.fail();
  start([first().url]);
  await until('the stored events', () => shownIds().length === 20);
  await new Promise((next) => setTimeout(next, 50));
  assert.equal(state.zap.get().count, 0);
  await first().publish(another);
  await until('the pulse', () => state.zap.get().count === 1);
  assert.ok(state.zap.get().detail > 0);
});

test('a stored zap of the last ten minutes pulses too', async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [await startRelay([liveZap])];
  ahead = liveZap.created_at * 1000 - Date.now() + 9 * 60_000;
  start(urls());
  await until('the pulse', () => state.zap.get().count === 1);
});

test('reconnects after a lost connection, subscribes again, and shows nothing twice', async () => {
  start([first().url]);
  await until('twenty events', () => shownIds().length === 20);
  first().drop();
  await until('it is lost', () => state.relay.relays.get()[0]?.state === 'waiting');
  assert.equal(state.derived.relayConnected.get(), false);
  assert.equal(state.relay.relays.get()[0]?.cause, 'the connection was lost');
  ahead += 2_000;
  await until('it is back', opened(1));
  await until('it asked again', () => first().received.length === 2);
  await first().publish(live[0] as NostrEvent);
  await until('the live event', () => shownIds().length === 21);
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
  ahead += 60_000;
  await until('it is open as soon as it is there', opened(2));
});

test('a relay that refuses is not asked again; one that ends an idle subscription is, later', async () => {
  start([first().url, second().url]);
  await until('both are open', opened(2));
  await until('both were asked', () => first().received.length > 0 && second().received.length > 0);
  first().sendRaw('["CLOSED","SUB","auth-required: we only serve registered users"]');
  second().sendRaw('["CLOSED","SUB","error: shutting down idle subscription"]');
  await until('one stopped', () => state.relay.relays.get()[0]?.state === 'stopped');
  assert.match(state.relay.relays.get()[0]?.cause ?? '', /auth-required/);
  await until('one waits', () => state.relay.relays.get()[1]?.state === 'waiting');
  ahead += 60_000;
  await until('it asked again', () => second().received.length === 2);
  assert.equal(first().received.length, 1);
});

test('drops and counts a flood without reading it', async () => {
  start([first().url]);
  await until('twenty events', () => shownIds().length === 20);
  for (let i = 0; i < 1_000; i += 1) first().sendRaw('["NOTICE","flood"]');
  await until('most are counted', () => total('dropped') >= 500);
  assert.equal(total('rejected'), 0);
});

test('reads large frames up to a budget of characters a second', async () => {
  start([first().url]);
  await until('twenty events', () => shownIds().length === 20);
  const tags = Array.from({ length: 1_900 }, () => ['p', 'x'.repeat(20)]);
  const large = { ...forged[0]?.event, tags };
  for (let i = 0; i < 60; i += 1) first().inject({ ...large, content: String(i) });
  await until('all are counted', () => total('rejected') + total('dropped') === 60);
  assert.ok(total('dropped') > 0, 'some were dropped unread');
  assert.equal(state.relay.relays.get()[0]?.state, 'open');
});

test('shows or drops valid events that came on a hidden page, and never counts them as rejected', async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [await startRelay()];
  start(urls(), HeardSocket);
  await until('it heard that there is nothing stored', () => heard === 1);
  stopTicking();
  const sent = signedNotes(600);
  for (let from = 0; from < 600; from += 150) {
    for (const event of sent.slice(from, from + 150)) first().inject(event);
    await until('they arrived', () => heard === 1 + from + 150);
    ahead += 1_000;
  }
  stopTicking = ticking(feed);
  await until('all are counted', () => total('accepted') + total('dropped') === 600, 60_000);
  assert.equal(total('rejected'), 0);
  assert.equal(shownIds()[0], sent.at(-1)?.id.slice(0, 8));
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

test('verifies nothing while the page is hidden, and shows the events afterwards', async () => {
  start([first().url]);
  await until('twenty events', () => shownIds().length === 20);
  stopTicking();
  await first().publish(live[0] as NostrEvent);
  await new Promise((next) => setTimeout(next, 100));
  assert.equal(shownIds().length, 20);
  stopTicking = ticking(feed);
  await until('it is shown', () => shownIds().length === 21);
});

test('does not spend a hidden page’s time on copies under one id', async () => {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = [await startRelay()];
  let verified = 0;
  const counting = (): Verifier => ({
    verify(event) {
      verified += 1;
      return Promise.resolve(verifyEvents(event));
    },
    dispose() {},
  });
  start(urls(), HeardSocket, counting);
  await until('it heard that there is nothing stored', () => heard === 1);
  stopTicking();
  for (let copy = 0; copy < 190; copy++)
    first().inject({ ...(live[0] as NostrEvent), content: `copy ${copy}` });
  await until('they arrived', () => heard === 191);
  feed.update(0, 0);
  // Results are resolved promises: after one task, all that depend on one another are done.
  await new Promise(setImmediate);
  assert.equal(verified, 128);
  stopTicking = ticking(feed);
  await until('all are judged', () => total('rejected') === 190);
});

test('dispose closes every connection', async () => {
  start(urls());
  await until('all are open', opened(3));
  feed.dispose?.();
  await until('all are closed', () => relays.every(({ clients }) => clients === 0));
});

test('works with the ws package’s sockets as well', async () => {
  start([first().url], WsWebSocket as unknown as typeof WebSocket);
  await until('twenty events', () => shownIds().length === 20);
});
