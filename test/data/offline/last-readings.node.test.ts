import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { ANSWERS_CACHE } from '../../../data/offline/last-answers.ts';
import { LastReadings } from '../../../data/offline/last-readings.ts';
import { blockText, provenanceText } from '../../../data/readings/format.ts';
import { Poller } from '../../../data/readings/poller.ts';
import { blockHeight } from '../../../data/readings/sources/block-height.ts';
import { commits } from '../../../data/readings/sources/commits.ts';
import { createCommitsOfDays } from '../../../data/readings/sources/commits-of-days.ts';
import type { Source } from '../../../data/readings/sources/source.ts';
import { sovereignty } from '../../../data/readings/sources/sovereignty.ts';
import { type State, createState } from '../../../data/state.ts';
import { MemoryCaches } from '../../helpers/memory-caches.ts';
import { recorded } from '../../helpers/recorded.ts';
import { until } from '../../helpers/waiting.ts';

const HOME = 'https://home.example/';
const MINUTE = 60_000;

/** A home and a chain that the test switches off, and pages that are opened one after the other. */
function outside() {
  const network = {
    home: true,
    /** Whether it answers, with which failure, or which text it sends. */
    chain: true as boolean | number | string,
    online: true,
    now: Date.parse('2026-03-01T12:00:00Z'),
  };
  const caches = new MemoryCaches();
  const fetch: typeof globalThis.fetch = async (input) => {
    const url = new Request(input).url;
    const isOwn = url.startsWith(HOME);
    if (!network.online || !(isOwn ? network.home : network.chain)) throw new TypeError('Failed to fetch');
    if (url.endsWith('sovereignty-status.json')) return Response.json({ score: 72, label: 'Mostly' });
    if (url.includes('/commits'))
      return Response.json(recorded('gitea/commits-lit-5.json'), {
        headers: { 'x-known-since': '2026-02-01T00:00:00Z' },
      });
    if (typeof network.chain === 'string') return new Response(network.chain);
    return new Response('840000', network.chain === true ? {} : { status: Number(network.chain) });
  };
  /** `list` is the source of the commits: the world's page asks for whole days. */
  const open = (list: Source<'commits'> = createCommitsOfDays()) => {
    const state = createState({ ...defaultConfig, chain: { url: 'https://chain.example' } }, { base: HOME });
    const io = { fetch, now: () => network.now, base: HOME };
    const last = new LastReadings({ ...io, caches, isOnline: () => network.online });
    const sources = [sovereignty, blockHeight, list].map((source) => last.keep(source, state));
    const modules = [new Poller(io, sources, { random: () => 0.5 }), last] as const;
    state.online.set(network.online);
    for (const module of modules) module.init(undefined, state);
    const tick = () => {
      state.online.set(network.online);
      for (const module of modules) module.update();
    };
    tick();
    const close = () => modules.forEach((module) => module.dispose());
    return { state, tick, close };
  };
  const isKept = (count = 3) => caches.stored.get(ANSWERS_CACHE)?.size === count;
  return { network, open, isKept };
}

const isAll = (state: State, wanted: string) => (): boolean =>
  (['sovereignty', 'blockHeight', 'commits'] as const).every(
    (name) => state.readings[name].get().state === wanted,
  );

test('a page that is opened while its home is gone shows the last readings as stale, with their age', async () => {
  const { network, open, isKept } = outside();
  const first = open();
  await until('all live, and kept', () => isAll(first.state, 'live')() && isKept());
  first.close();
  network.home = false;
  network.chain = false;
  network.now += 5 * MINUTE;
  const { state, tick, close } = open();
  const { readings } = state;
  await until('the home’s own readings are stale', () => readings.sovereignty.get().state === 'stale');
  assert.equal(readings.sovereignty.get().value?.score, 72);
  assert.equal(
    provenanceText(readings.sovereignty.get(), network.now),
    'sovereignty-status.json · stale · this home cannot be reached · last answer 5 min ago',
  );
  await until('the commits too', () => readings.commits.get().state === 'stale');
  assert.equal(state.commitsKnownSince.get(), Date.parse('2026-02-01T00:00:00Z'));
  await until('the chain too', () => readings.blockHeight.get().state === 'stale');
  assert.equal(blockText(readings.blockHeight.get()), '840000');
  network.home = true;
  network.chain = true;
  await until('all live again', () => {
    network.now += MINUTE;
    tick();
    return isAll(state, 'live')();
  });
  close();
});

test('an open page whose home goes away keeps its readings as stale', async () => {
  const { network, open, isKept } = outside();
  const { state, tick, close } = open();
  await until('all live, and kept', () => isAll(state, 'live')() && isKept());
  network.home = false;
  network.now += 2 * MINUTE;
  tick();
  await until('stale', () => state.readings.sovereignty.get().state === 'stale');
  assert.equal(state.readings.sovereignty.get().value?.score, 72);
  close();
});

for (const [one, other, before, after] of [
  ['heartbeat page', 'world', createCommitsOfDays(), commits],
  ['world', 'heartbeat page', commits, createCommitsOfDays()],
] as const)
  test(`the ${one} has the commits that the page of the ${other} has kept`, async () => {
    const { network, open, isKept } = outside();
    const first = open(before);
    await until('all live, and kept', () => isAll(first.state, 'live')() && isKept());
    first.close();
    network.home = false;
    const { state, close } = open(after);
    await until('the commits are there', () => state.readings.commits.get().state !== 'loading');
    assert.equal(state.readings.commits.get().state, 'stale');
    assert.equal(state.readings.commits.get().value?.length, 5);
    close();
  });

test('the newest of the lists that pages have kept is shown', async () => {
  const { network, open, isKept } = outside();
  const first = open(commits);
  await until('all live, and kept', () => isAll(first.state, 'live')() && isKept());
  first.close();
  network.now += 60 * MINUTE;
  const second = open();
  await until('all live again, and kept', () => isAll(second.state, 'live')() && isKept(4));
  second.close();
  network.home = false;
  network.now += MINUTE;
  const { state, close } = open(commits);
  await until('the commits are there', () => state.readings.commits.get().state === 'stale');
  assert.equal(state.readings.commits.get().fetchedAt, network.now - MINUTE);
  close();
});

test('a page that is opened without a network shows the last readings as offline, with their age', async () => {
  const { network, open, isKept } = outside();
  const first = open();
  await until('all live, and kept', () => isAll(first.state, 'live')() && isKept());
  first.close();
  network.online = false;
  network.now += 3 * 60 * MINUTE;
  const { state, tick, close } = open();
  const { blockHeight: height } = state.readings;
  await until('all have their value', () =>
    (['sovereignty', 'blockHeight', 'commits'] as const).every((name) => state.readings[name].get().value),
  );
  assert.ok(isAll(state, 'offline')());
  assert.match(provenanceText(height.get(), network.now), /offline .* last answer 3 h ago$/);
  network.online = true;
  tick();
  assert.equal(height.get().state, 'stale', 'until it has answered');
  network.now += MINUTE;
  tick();
  await until('all live again', isAll(state, 'live'));
  close();
});

test('a first visit without a network has no readings, and says so', async () => {
  const { network, open } = outside();
  network.online = false;
  const { state, close } = open();
  await new Promise((next) => setImmediate(next));
  assert.ok(isAll(state, 'offline')());
  assert.equal(blockText(state.readings.blockHeight.get()), '—');
  close();
});

for (const [what, chain] of [
  ['that cannot be reached', false],
  ['that answers 500', 500],
  ['that limits requests', 429],
  ['that sends another page', '<title>Sign in to the network of this hotel</title>'],
] as const)
  test(`a page that is opened during the trouble of an upstream ${what} shows its last value as stale`, async () => {
    const { network, open, isKept } = outside();
    const first = open();
    await until('all live, and kept', () => isAll(first.state, 'live')() && isKept());
    first.close();
    network.chain = chain;
    network.now += 5 * MINUTE;
    const { state, close } = open();
    const { blockHeight: height } = state.readings;
    await until('stale', () => height.get().state === 'stale');
    assert.equal(blockText(height.get()), '840000');
    assert.match(provenanceText(height.get(), network.now), /chain\.example .* last answer 5 min ago$/);
    close();
  });

test('what cannot be read takes the place of no earlier answer', async () => {
  const { network, open, isKept } = outside();
  const first = open();
  await until('all live, and kept', () => isAll(first.state, 'live')() && isKept());
  network.chain = '<title>Sign in to the network of this hotel</title>';
  network.now += 2 * MINUTE;
  first.tick();
  await until('the page has come', () => first.state.readings.blockHeight.get().state === 'stale');
  first.close();
  network.chain = false;
  const { state, close } = open();
  await until('stale', () => state.readings.blockHeight.get().state === 'stale');
  assert.equal(blockText(state.readings.blockHeight.get()), '840000');
  close();
});

test('an upstream that answers 404 is an error, even if a good answer is stored', async () => {
  const { network, open, isKept } = outside();
  const first = open();
  await until('all live, and kept', () => isAll(first.state, 'live')() && isKept());
  first.close();
  network.chain = 404;
  const { state, close } = open();
  await until('the chain has failed', () => state.readings.blockHeight.get().state === 'error');
  assert.equal(blockText(state.readings.blockHeight.get()), 'ERROR');
  close();
});
