import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import type { Environment } from '../../../data/core/environment.ts';
import { pageDataModules } from '../../../data/apps/page.ts';
import { ANSWERS_CACHE } from '../../../data/offline/last-answers.ts';
import { type State, createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import { MemoryCaches } from '../../helpers/memory-caches.ts';
import { MemoryStorage } from '../../helpers/memory-storage.ts';
import { scriptedBridge } from '../../helpers/scripted-bridge.ts';
import { type TestRelay, startRelay } from '../../helpers/relay.ts';
import { teamAtWork } from '../../helpers/sessions.ts';
import { type Upstreams, serveFiles, startUpstreams } from '../../helpers/upstreams.ts';
import { ticking, until } from '../../helpers/waiting.ts';

/** A window that counts its listeners. */
class CountingTarget extends EventTarget {
  listeners = 0;
  override addEventListener(...parameters: Parameters<EventTarget['addEventListener']>): void {
    const [, , options] = parameters;
    super.addEventListener(...parameters);
    this.listeners += 1;
    if (typeof options === 'object') options.signal?.addEventListener('abort', () => (this.listeners -= 1));
  }
}

let upstreams: Upstreams;
let host: Awaited<ReturnType<typeof serveFiles>>;
let relay: TestRelay;
const bridge = scriptedBridge();
let window: CountingTarget;
let onLine = true;
let asked = 0;
let pending = 0;
const counted: typeof fetch = async (...parameters) => {
  asked += 1;
  pending += 1;
  return fetch(...parameters).finally(() => (pending -= 1));
};

const newState = (): State =>
  createState(
    {
      ...defaultConfig,
      codeHost: { url: upstreams.codeHost.url, owner: 'timmy', repo: 'lit', agents: [], authors: false },
      weather: { url: upstreams.weather.url, latitude: 0, longitude: 0, place: '', timeZone: '' },
      chain: { url: upstreams.chain.url },
      relays: [relay.url],
      bridge: { url: `${bridge.base.replace('http', 'ws')}api/world/ws` },
    },
    { base: `${host.url}/` },
  );
const modulesOf = (state: State) => {
  const environment: Environment = {
    fetch: counted,
    WebSocket,
    storage: new MemoryStorage(),
    window,
    isOnline: () => onLine,
    isHidden: () => false,
    language: () => 'en',
    speech: undefined,
    reducedMotion: Object.assign(new EventTarget(), { matches: false }),
    isPlain: false,
    now: Date.now,
    monotonicNow: Date.now,
    random: Math.random,
    navigate: () => undefined,
    address: { hash: () => '', replace: () => undefined },
    log: { warn: () => undefined },
  };
  // The first frame is drawn: the relays wait for it.
  state.world.status.set({ phase: 'ready', progress: 1, note: '' });
  const named = pageDataModules(state, environment, `${state.base}assets/index.js`);
  return named.map(([, module]) => module);
};

beforeEach(async () => {
  onLine = true;
  asked = 0;
  pending = 0;
  window = new CountingTarget();
  [upstreams, relay, host] = await Promise.all([
    startUpstreams(),
    startRelay(),
    serveFiles({
      '/agent-status.json': '{"agents":[{"name":"Timmy","status":"idle","issue":null,"prs_today":0}]}',
      '/sovereignty-status.json': '{"score":72,"label":"Mostly"}',
      '/portals.json':
        '[{"id":"one","name":"One","description":"","status":"online","destination":{"url":"/sovereignty-status.json"}}]',
      '/adapters.json': '{"adapters":[{"name":"review","status":"active"}]}',
      '/vision.json': '[{"id":"one","title":"One","text":"Here.","position":{"x":0,"z":10}}]',
      '/soul.md': '# Oath',
      '/api/open-work.json': JSON.stringify({
        work: { checks: { state: 'none', sha: 'abcdef1', failed: [] }, pulls: [], hasMore: false },
      }),
      '/api/sessions.json': JSON.stringify({ sessions: teamAtWork(Date.now()) }),
    }),
    bridge.begin(),
  ]);
});
afterEach(() => Promise.all([upstreams.close(), relay.close(), bridge.stop(), host.close()]));

type ReadingState = ReturnType<State['readings']['commits']['get']>['state'];

/** Waits until every reading is in this state; a failure lists the others with their state. */
async function untilAllReadingsAre(wanted: ReadingState, state: State): Promise<void> {
  const others = (): string[] =>
    Object.entries(state.readings)
      .map(([name, signal]) => [name, (signal.get() as { state: ReadingState }).state])
      .filter(([, found]) => found !== wanted)
      .map(([name, found]) => `${name} (${found})`);
  await until(
    () => `all readings are ${wanted}, but for ${others().join(', ')}`,
    () => others().length === 0,
  );
}

test('a home whose services all answer has live readings, relays and bridge', async (t) => {
  const state = newState();
  state.arrival.set({ ref: 'http://127.0.0.1:9/' });
  const modules = modulesOf(state);
  for (const module of modules) module.init(undefined, state, theme);
  const stop = ticking(...modules);
  t.after(() => {
    stop();
    for (const module of modules.toReversed()) module.dispose?.();
  });
  await untilAllReadingsAre('live', state);
  await until(
    'the connections are open',
    () => state.relay.connected.get() && state.bridge.get().state === 'open',
  );
  assert.deepEqual(
    state.derived.portals.get().value?.map(({ record, health }) => [record.id, health.status]),
    [
      ['one', 'online'],
      ['return', 'offline'],
    ],
  );
  const { codeHost, weather } = upstreams;
  const [read, forecasts] = [codeHost.seen.length, weather.seen.length];
  bridge.say({ type: 'status-update', detail: { readings: ['commits', 'merged'], withinSeconds: 0 } });
  await until('the code host is read again', () => codeHost.seen.length >= read + 2);
  assert.equal(weather.seen.length, forecasts, 'nothing else is');
  onLine = false;
  window.dispatchEvent(new Event('offline'));
  await untilAllReadingsAre('offline', state);
  assert.equal(state.relay.connected.get(), false);
});

test('a visitor from another world has the kept portals and the way back while the home is gone', async (t) => {
  const caches = new MemoryCaches();
  Object.defineProperty(globalThis, 'caches', { value: caches, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'caches'));
  /** Opens the page until the condition holds. */
  const visit = async (what: string, isSo: (state: State) => boolean): Promise<void> => {
    const state = newState();
    state.arrival.set({ ref: 'http://127.0.0.1:9/' });
    const modules = modulesOf(state);
    for (const module of modules) module.init(undefined, state, theme);
    const stop = ticking(...modules);
    try {
      await until(what, () => isSo(state));
    } finally {
      stop();
      for (const module of modules.toReversed()) module.dispose?.();
    }
  };
  const portals = `${host.url}/portals.json`;
  await visit('the portals are kept', () => caches.stored.get(ANSWERS_CACHE)?.has(portals) === true);
  await host.close();
  await visit('both are there', ({ readings: { portalRecords } }) => {
    const { state, value } = portalRecords.get();
    return state === 'stale' && value?.map(({ id }) => id).join() === 'one,return';
  });
  onLine = false;
  await visit('both are there without a network', ({ readings: { portalRecords } }) => {
    const { state, value } = portalRecords.get();
    return state === 'offline' && value?.map(({ id }) => id).join() === 'one,return';
  });
});

test('opening and closing 100 homes leaves no listener, socket or request', async () => {
  for (let i = 0; i < 100; i += 1) {
    const state = newState();
    const modules = modulesOf(state);
    for (const module of modules) module.init(undefined, state, theme);
    for (const module of modules) module.update(0, 0);
    if (i % 10 === 0) await new Promise((next) => setTimeout(next, 10));
    for (const module of modules.toReversed()) module.dispose?.();
  }
  assert.equal(window.listeners, 0);
  const begun = asked;
  assert.ok(begun >= 100);
  await until('nothing is on its way any more', () => pending === 0);
  await until('all sockets are closed', () => relay.clients === 0 && bridge.connections === 0);
  assert.equal(asked, begun, 'no request follows');
});
