import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyEvents } from '../../../data/relay/verify.ts';
import type { Verifier } from '../../../data/relay/verifier.ts';
import { forgedNotes, signedNotes } from '../../helpers/events.ts';
import { recorded } from '../../helpers/recorded.ts';
import type { NostrEvent } from '../../helpers/relay.ts';
import { until } from '../../helpers/waiting.ts';
import {
  HeardSocket,
  allUrls,
  events,
  feed,
  first,
  hide,
  live,
  opened,
  page,
  relays,
  second,
  serve,
  show,
  shownIds,
  start,
  startWithStored,
  state,
  stored,
  total,
} from './feed-page.ts';

const forged = recorded<{ name: string; event: { id?: string } }[]>('nostr/events-forged.json');
const hostile = recorded<{ name: string; event: NostrEvent }[]>('nostr/events-hostile-signed.json');
const odd = recorded<{ name: string; text: string }[]>('nostr/frames-odd.json');

test('forged events change only the rejected count', async () => {
  await startWithStored();
  const before = state.relay.events.get();
  for (const { event } of forged) first().inject(event);
  await until('they are counted', () => total('rejected') >= forged.length);
  assert.equal(state.relay.events.get(), before);
  assert.equal(total('rejected'), forged.length);
});

test('rejects other content under a shown id, and accepts the same event from another relay', async () => {
  await startWithStored(allUrls());
  await until('all are open', opened(3));
  const [valid, other] = stored as [NostrEvent, NostrEvent];
  second().inject({ ...other, id: valid.id });
  second().inject(valid);
  second().inject({ ...valid, tags: [['added', 'later']] });
  await until('both forgeries are counted', () => total('rejected') === 2);
  assert.equal(state.relay.relays.get()[1]?.rejected, 2);
  assert.equal(total('accepted'), 20);
});

test('rejects an event that is nested too deeply to be written again, under a known id and a new one', async () => {
  await startWithStored();
  await until('it is open', opened(1));
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  for (const id of [(stored[0] as NostrEvent).id, 'f'.repeat(64)])
    first().sendRaw(`["EVENT","SUB",{"id":"${id}","tags":${deep}}]`);
  await until('both are counted', () => total('rejected') === 2);
  assert.equal(total('accepted'), 20);
});

test('a relay that floods delays the others and silences none', async () => {
  await serve([], []);
  start(allUrls(), HeardSocket);
  await until('both are open', opened(2));
  await until('both heard that there is nothing stored', () => page.heard === 2);
  hide();
  // From the second one on, the queue of the hostile relay is full.
  const good = signedNotes(8);
  for (const event of good) {
    page.heard = 0;
    // Just below the limit of a relay for a second.
    for (const forgery of forgedNotes(190)) first().inject(forgery);
    second().inject(event);
    await until('all of a second arrived', () => page.heard === 191, 60_000);
    page.ahead += 1_000;
    feed.update(0, 1);
    await new Promise((next) => setImmediate(next));
  }
  show();
  await until('all good ones are shown', () => total('accepted') === 8, 60_000);
  assert.deepEqual(new Set(shownIds()), new Set(good.map(({ id }) => id.slice(0, 8))));
  const [hostile, honest] = state.relay.relays.get();
  assert.deepEqual([honest?.accepted, honest?.rejected, honest?.dropped], [8, 0, 0]);
  assert.ok((hostile?.dropped ?? 0) > 0, 'the queue of the hostile relay was full');
});

test('a hostile relay’s copies under the same id do not delay the valid event', async () => {
  await serve([], []);
  const asked: unknown[] = [];
  const results: (() => void)[] = [];
  start(allUrls(), HeardSocket, () => ({
    verify: (event) =>
      new Promise((settle) => {
        asked.push(event);
        results.push(() => settle(verifyEvents(event)));
      }),
    dispose() {},
  }));
  await until('both heard that there is nothing stored', () => page.heard === 2);
  const [valid] = signedNotes(1) as [NostrEvent];
  for (let copy = 0; copy < 50; copy++) first().inject({ ...valid, content: `copy ${copy}` });
  await until('the first copy is being verified', () => asked.length === 1);
  second().inject(valid);
  await until('all arrived', () => page.heard === 2 + 51);
  results[0]?.();
  await until('the next one is asked', () => asked.length === 2);
  assert.deepEqual(asked[1], valid);
  results[1]?.();
  await until('it is shown', () => shownIds().length === 1);
});

test('a forgery that arrives first cannot keep the valid event out', async () => {
  await serve([], []);
  start();
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
  await startWithStored();
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
  await serve([]);
  start();
  await until('open', opened(1));
  await until('asked', () => first().received.length > 0);
  for (const { event } of hostile) first().inject(event);
  await until('all are listed', () => shownIds().length === hostile.length);
  assert.equal(total('rejected'), 0);
});

test('refuses an event from the future', async () => {
  await serve([]);
  const future = hostile.find(({ name }) => name === 'future')?.event ?? assert.fail();
  page.ahead = future.created_at * 1000 - Date.now() - 16 * 60_000;
  start();
  await until('asked', () => first().received.length > 0);
  first().inject(future);
  await until('it is refused', () => total('rejected') === 1);
  assert.deepEqual(shownIds(), []);
  page.ahead += 2 * 60_000;
  first().inject(future);
  await until('fourteen minutes ahead is a clock that differs', () => shownIds().length === 1);
});

test('drops and counts a flood without reading it', async () => {
  await startWithStored();
  for (let i = 0; i < 1_000; i += 1) first().sendRaw('["NOTICE","flood"]');
  await until('most are counted', () => total('dropped') >= 500);
  assert.equal(total('rejected'), 0);
});

test('reads large frames up to a budget of characters a second', async () => {
  await startWithStored();
  const tags = Array.from({ length: 1_900 }, () => ['p', 'x'.repeat(20)]);
  const large = { ...forged[0]?.event, tags };
  for (let i = 0; i < 60; i += 1) first().inject({ ...large, content: String(i) });
  await until('all are counted', () => total('rejected') + total('dropped') === 60);
  assert.ok(total('dropped') > 0, 'some were dropped unread');
  assert.equal(state.relay.relays.get()[0]?.state, 'open');
});

test('shows or drops valid events that came on a hidden page, and never counts them as rejected', async () => {
  await serve([]);
  start(allUrls(), HeardSocket);
  await until('it heard that there is nothing stored', () => page.heard === 1);
  hide();
  const sent = signedNotes(600);
  for (let from = 0; from < 600; from += 150) {
    for (const event of sent.slice(from, from + 150)) first().inject(event);
    await until('they arrived', () => page.heard === 1 + from + 150);
    page.ahead += 1_000;
  }
  show();
  await until('all are counted', () => total('accepted') + total('dropped') === 600, 60_000);
  assert.equal(total('rejected'), 0);
  assert.equal(shownIds()[0], sent.at(-1)?.id.slice(0, 8));
});

test('verifies nothing while the page is hidden, and shows the events afterwards', async () => {
  await startWithStored();
  hide();
  await first().publish(live[0] as NostrEvent);
  await new Promise((next) => setTimeout(next, 100));
  assert.equal(shownIds().length, 20);
  show();
  await until('it is shown', () => shownIds().length === 21);
});

test('does not spend a hidden page’s time on copies under one id', async () => {
  await serve([]);
  let verified = 0;
  const counting = (): Verifier => ({
    verify(event) {
      verified += 1;
      return Promise.resolve(verifyEvents(event));
    },
    dispose() {},
  });
  start(allUrls(), HeardSocket, counting);
  await until('it heard that there is nothing stored', () => page.heard === 1);
  hide();
  for (let copy = 0; copy < 190; copy++)
    first().inject({ ...(live[0] as NostrEvent), content: `copy ${copy}` });
  await until('they arrived', () => page.heard === 191);
  feed.update(0, 0);
  // Results are resolved promises: after one task, all that depend on one another are done.
  await new Promise(setImmediate);
  assert.equal(verified, 128);
  show();
  await until('all are judged', () => total('rejected') === 190);
});
