import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkOwner, leaveHome, noticeSignIn, orderPlay, signIn } from '../../../data/games/owner.ts';
import { createPlays } from '../../../data/games/plays.ts';
import { isPlayed, portalPlayOf, shownPortal } from '../../../data/games/portal-play.ts';
import { createState } from '../../../data/state.ts';
import { MemoryCaches } from '../../helpers/memory-caches.ts';
import { MemoryStorage } from '../../helpers/memory-storage.ts';
import { PLAY_ID, playRecordOf, waitingPlay } from '../../helpers/plays.ts';
import { until } from '../../helpers/waiting.ts';

/** A page whose home answers with these. */
function startPage(...answers: readonly Response[]) {
  const state = createState();
  let restarts = 0;
  state.bridgeLine.restart = () => void (restarts += 1);
  const waiting = [...answers];
  const fetch = async () => waiting.shift() ?? new Response('', { status: 404 });
  const module = createPlays(fetch);
  module.init(undefined, state);
  const hear = (frame: unknown) => state.bridgeLine.listeners.forEach((listen) => listen(frame));
  return { state, hear, fetch, module, restarts: () => restarts };
}
const ids = ({ state }: ReturnType<typeof startPage>) => state.games.plays.get().map(({ step }) => step);

describe('plays in the page', () => {
  test('follow the frames, without what is no record', async () => {
    const page = startPage();
    for (const frame of [null, 7, {}, { type: 'play' }, { type: 'play', play: { id: PLAY_ID } }])
      page.hear(frame);
    for (const step of [1, 2, 3]) page.hear({ type: 'play', play: playRecordOf({ step }) });
    await until('the newest record is there', () => ids(page)[0] === 3);
    assert.deepEqual(ids(page), [3]);
    page.state.bridge.set({ state: 'waiting' });
    await Promise.resolve();
    page.state.bridge.set({ state: 'open' });
    // The home sends the list of plays again.
    await until('the old ones are gone', () => ids(page).length === 0);
    page.module.dispose?.();
    assert.equal(page.state.bridgeLine.listeners.size, 0);
  });

  test('an order that is refused connects the page again if the owner signed in meanwhile', async () => {
    const page = startPage(Response.json({ signIn: true, signedIn: true }));
    const message = 'Only the owner of this home decides about a play.';
    page.hear({ type: 'error', code: 'unauthorized', message, ref: PLAY_ID });
    await until('it connects again', () => page.restarts() === 1);
    assert.match(page.state.games.problem.get(), /please try again/);
    page.hear({ type: 'error', code: 'refused', message: 'This play is over.', ref: PLAY_ID });
    assert.equal(page.state.games.problem.get(), 'This play is over.');
    assert.equal(page.restarts(), 1);
  });

  test('know whether this browser is the owner’s', async () => {
    const page = startPage(
      Response.json({ signIn: false, signedIn: false }),
      Response.json({ signIn: true, signedIn: false }),
      Response.json({ message: 'This code was used.' }, { status: 401 }),
      Response.json({ signIn: true, signedIn: true }),
    );
    const { owner, problem } = page.state.games;
    for (const expected of ['none', 'visitor']) {
      await checkOwner(page.state, page.fetch);
      assert.equal(owner.get(), expected);
    }
    assert.equal(await signIn(page.state, 'wrong', page.fetch), false);
    assert.deepEqual([owner.get(), problem.get()], ['visitor', 'This code was used.']);
    assert.equal(await signIn(page.state, ' right ', page.fetch), true);
    assert.deepEqual([owner.get(), problem.get(), page.restarts()], ['owner', '', 1]);
    await checkOwner(page.state, page.fetch);
    assert.equal(owner.get(), 'none', 'a static host has no such address');
    orderPlay(page.state, { order: 'stop', play: PLAY_ID });
    assert.match(problem.get(), /no connection/);
  });

  test('a sign-in at the door is noticed once, and the bridge connects again with its cookie', async () => {
    const page = startPage(
      Response.json({ signIn: true, signedIn: false }),
      Response.json({ signIn: true, signedIn: true }),
      Response.json({ signIn: true, signedIn: true }),
    );
    const seen: unknown[] = [];
    for (let times = 0; times < 3; times++) {
      await noticeSignIn(page.state, page.fetch);
      seen.push([page.state.games.owner.get(), page.restarts()]);
    }
    assert.deepEqual(seen, [
      ['visitor', 0],
      ['owner', 1],
      ['owner', 1],
    ]);
  });

  test('a home that restarts is asked again whether it has a sign-in', async () => {
    const page = startPage(
      new Response('<h1>Bad Gateway</h1>', { status: 502 }),
      Response.json({ message: 'too many requests' }, { status: 429 }),
      Response.json({ signIn: true, signedIn: true }),
    );
    const { owner } = page.state.games;
    for (const expected of ['unknown', 'unknown', 'owner']) {
      await checkOwner(page.state, page.fetch);
      assert.equal(owner.get(), expected);
    }
  });

  test('the owner is signed out only when the home says so', async () => {
    const page = startPage(
      new Response('<h1>Bad Gateway</h1>', { status: 502 }),
      Response.json({ signIn: true, signedIn: false }),
    );
    const { owner, problem } = page.state.games;
    owner.set('owner');
    await leaveHome(page.state, page.fetch);
    assert.deepEqual(
      [owner.get(), problem.get()],
      ['owner', 'You are still signed in. The home answered 502.'],
    );
    await leaveHome(page.state, page.fetch);
    assert.deepEqual([owner.get(), problem.get()], ['visitor', '']);
  });

  test('the owner who signs out of a private home leaves nothing in the browser', async () => {
    const page = startPage(Response.json({ signIn: true, signedIn: false, private: true }));
    const caches = new MemoryCaches();
    await caches.open('home-world answers');
    const storage = new MemoryStorage();
    storage.setItem(`home-world:session:${page.state.base}`, 'a secret');
    let loads = 0;
    await leaveHome(page.state, page.fetch, { caches, storage, reload: () => void (loads += 1) });
    assert.deepEqual([await caches.keys(), storage.length, loads], [[], 0, 1]);
  });

  test('are shown at their portal, and to the owner where they wait', () => {
    const { state } = startPage();
    const over = playRecordOf({ id: '20261122-230000-driven', state: 'done' });
    state.games.plays.set([waitingPlay(), over]);
    assert.equal(portalPlayOf(state, 'driven')?.id, PLAY_ID);
    assert.equal(portalPlayOf(state, 'other'), undefined);
    assert.equal(shownPortal(state), undefined);
    state.games.owner.set('owner');
    assert.equal(shownPortal(state), 'driven');
    state.games.plays.set([over]);
    assert.equal(shownPortal(state), undefined);
    state.world.standing.set({ kind: 'portal', id: 'driven' });
    assert.equal(shownPortal(state), 'driven');
    const record = { portal_type: 'game-world', destination: { type: 'harness' } };
    assert.equal(isPlayed(record as never), true);
    assert.equal(isPlayed({ ...record, destination: { url: '/x' } } as never), false);
  });
});
