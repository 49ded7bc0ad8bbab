import { AnswerCache } from '../../../harness/gateway/answer-cache.ts';
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { defaultConfig } from '../../../data/config/config.ts';
import { retryDelayMs } from '../../../data/core/back-off.ts';
import { RequestError } from '../../../data/core/http.ts';
import { NO_NEWER_ANSWER, Poller } from '../../../data/readings/poller.ts';
import type { Outcome, Source } from '../../../data/readings/sources/source.ts';
import { blockHeight } from '../../../data/readings/sources/block-height.ts';
import { commits } from '../../../data/readings/sources/commits.ts';
import { sovereignty } from '../../../data/readings/sources/sovereignty.ts';
import { vision } from '../../../data/readings/sources/owner-files.ts';
import { weather } from '../../../data/readings/sources/weather.ts';
import { type State, createState } from '../../../data/state.ts';
import { blockText, provenanceText } from '../../../data/readings/format.ts';
import { weatherText } from '../../../data/readings/format-weather.ts';
import { agentRows } from '../../../data/readings/format-agents.ts';
import { commitRows } from '../../../data/readings/format-commits.ts';
import { sovereigntyTexts } from '../../../data/readings/format-sovereignty.ts';
import { type Upstreams, serveFiles, startUpstreams } from '../../helpers/upstreams.ts';
import { until } from '../../helpers/waiting.ts';

let upstreams: Upstreams;
let host: Awaited<ReturnType<typeof serveFiles>>;
let state: State;
let poller: Poller;
/** The poller's clock, which the test sets. */
let now: number;
const sources = [commits, weather, blockHeight, sovereignty] as const;

/** Requests that the poller has begun. */
let begun: number;

const start = (list: readonly Source[] = sources): void => {
  begun = 0;
  const counted: typeof fetch = (...request) => {
    begun += 1;
    return fetch(...request);
  };
  poller = new Poller({ fetch: counted, now: () => now, base: state.base, cache: new AnswerCache() }, list, {
    random: () => 0.5,
  });
  poller.init(undefined, state);
  poller.update();
};
const states = (): string[] => sources.map(({ name }) => state.readings[name].get().state);
const all = (wanted: string) => (): boolean => states().every((found) => found === wanted);
const later = (seconds: number): void => {
  now += seconds * 1000;
  poller.update();
};

beforeEach(async () => {
  upstreams = await startUpstreams();
  host = await serveFiles({ '/sovereignty-status.json': '{"score":72,"label":"Mostly"}' });
  now = Date.now();
  state = createState(
    {
      ...defaultConfig,
      codeHost: {
        url: upstreams.codeHost.url,
        owner: 'timmy',
        repo: 'lit',
        agents: ['Lukas Spirig'],
        authors: false,
      },
      weather: { url: upstreams.weather.url, latitude: 0, longitude: 0, place: '', timeZone: '' },
      chain: { url: upstreams.chain.url },
    },
    { base: `${host.url}/`, now },
  );
});
afterEach(async () => {
  poller.dispose();
  await Promise.all([upstreams.close(), host.close()]);
});

test('requests every source at the start, then each at its interval', async () => {
  start();
  await until('all live', all('live'));
  assert.equal(upstreams.chain.seen.length, 1);
  later(59);
  assert.equal(upstreams.chain.seen.length, 1);
  later(2);
  await until('the chain is asked again', () => upstreams.chain.seen.length === 2);
  assert.equal(upstreams.weather.seen.length, 1, 'the weather has ten minutes');
});

test('shows a first failure at once with its cause, in the specification’s words', async () => {
  for (const upstream of [upstreams.codeHost, upstreams.weather, upstreams.chain])
    upstream.mode = { status: 500, body: '' };
  host.files['/sovereignty-status.json'] = undefined;
  start();
  await until('all failed', all('error'));
  assert.equal(weatherText(state.readings.weather.get()), 'ERROR');
  assert.equal(blockText(state.readings.blockHeight.get()), 'ERROR');
  assert.deepEqual(commitRows(state.derived.lastCommits.get()), [
    { text: 'COMMITS: ERROR', className: 'dead' },
  ]);
  assert.deepEqual(agentRows(state.derived.agents.get()), [{ text: 'AGENTS: ERROR', className: 'dead' }]);
  assert.deepEqual(sovereigntyTexts(state.readings.sovereignty.get()), {
    score: 'ERROR',
    label: 'ERROR',
    level: 'error',
  });
  assert.match(state.readings.blockHeight.get().cause ?? '', /answered 500$/);
});

test('a server that cannot be reached has failed; where none can, there is no network', async () => {
  upstreams.chain.mode = 'down';
  start();
  await until('the others answer', () => states().filter((found) => found === 'live').length === 3);
  await until('it has failed', () => state.readings.blockHeight.get().state === 'error');
  poller.dispose();

  upstreams.setAll('down');
  start();
  const { weather: sky, blockHeight: height, sovereignty: own } = state.readings;
  await until('no network', () => height.get().state === 'offline');
  assert.equal(height.get().cause, 'no server outside this home can be reached');
  assert.equal(blockText(height.get()), '—');
  assert.equal(own.get().state, 'live', 'the home itself answers');
  upstreams.weather.mode = 'up';
  later(301);
  await until('live', () => sky.get().state === 'live');
  await until('the one that still fails has failed', () => height.get().state === 'error');
});

test('trouble leaves the last value at once as stale, with its age and the cause', async () => {
  start();
  await until('all live', all('live'));
  const { fetchedAt } = state.readings.blockHeight.get();
  upstreams.setAll('down');
  host.files['/sovereignty-status.json'] = '{"score":';
  later(601);
  await until('all stale', all('stale'));
  assert.equal(blockText(state.readings.blockHeight.get()), '698767');
  assert.equal(agentRows(state.derived.agents.get())[0]?.className, 'working');
  assert.equal(state.derived.lastCommits.get().state, 'stale');
  const height = state.readings.blockHeight.get();
  assert.equal(height.fetchedAt, fetchedAt);
  assert.match(height.cause ?? '', /cannot be reached$/);
});

test('a source that says no has nothing to show any more', async () => {
  start();
  await until('all live', all('live'));
  host.files['/sovereignty-status.json'] = undefined;
  later(61);
  await until('an error', () => state.readings.sovereignty.get().state === 'error');
  assert.equal(state.readings.sovereignty.get().value, undefined);
});

test('the value of another place is not shown for this one', async () => {
  start();
  await until('all live', all('live'));
  upstreams.weather.mode = { status: 500, body: '' };
  state.config.set({ ...state.config.get(), weather: { ...state.config.get().weather, latitude: 1 } });
  later(1);
  await until('an error', () => state.readings.weather.get().state === 'error');
});

test('is live again when the source answers again', async () => {
  upstreams.setAll('down');
  start();
  await until('the three failed', () => states().filter((found) => found === 'offline').length === 3);
  upstreams.setAll('up');
  later(5.1);
  await until('all live', all('live'));
});

test('shows NO COMMITS for an empty repository, and no error for its agents', async () => {
  state.config.set({
    ...state.config.get(),
    codeHost: { ...state.config.get().codeHost, repo: 'empty-repo' },
  });
  start([commits]);
  await until('empty', () => state.readings.commits.get().state === 'empty');
  assert.equal(commitRows(state.derived.lastCommits.get())[0]?.text, 'NO COMMITS');
  assert.equal(agentRows(state.derived.agents.get())[0]?.text, 'Lukas Spirig: IDLE');
});

test('an agent with a commit in the last 24 hours works', async () => {
  start([commits]);
  await until('live', () => state.readings.commits.get().state === 'live');
  const [row] = agentRows(state.derived.agents.get());
  assert.deepEqual(row, { text: 'Lukas Spirig: WORKING', className: 'working' });
  assert.equal(state.derived.lastCommits.get().value?.length, 5);
});

test('backs off by doubling, up to five minutes, or one minute for the home’s own files', () => {
  const seconds = (own: boolean): number[] =>
    [1, 2, 3, 4, 5, 6, 7, 20].map((failures) => retryDelayMs(failures, own, () => 0.5) / 1000);
  assert.deepEqual(seconds(false), [5, 10, 20, 40, 80, 160, 300, 300]);
  assert.deepEqual(seconds(true), [5, 10, 20, 40, 60, 60, 60, 60]);
  assert.equal(
    retryDelayMs(1, true, () => 0),
    3_750,
  );
  assert.equal(
    retryDelayMs(1, true, () => 1),
    6_250,
  );
});

test('never has two requests to one source, and gives up on one that does not answer', async () => {
  upstreams.chain.mode = 'silent';
  start([{ ...blockHeight, timeoutSeconds: 0.1 }]);
  later(61);
  later(61);
  poller.refresh();
  later(1);
  assert.equal(begun, 1);
  await until('it failed', () => state.readings.blockHeight.get().state === 'error');
  assert.equal(state.readings.blockHeight.get().cause, 'no answer within 0.1 s');
});

test('requests again after a request during which something has changed', async () => {
  let answer: (outcome: Outcome<number>) => void = () => undefined;
  const read = (): Promise<Outcome<number>> => new Promise((resolve) => (answer = resolve));
  let asked = 0;
  const counted: Source<'blockHeight'> = {
    ...blockHeight,
    read: () => {
      asked += 1;
      return read();
    },
  };
  start([counted]);
  poller.refresh();
  later(0);
  assert.equal(asked, 1);
  answer({ kind: 'value', value: 1 });
  await until('the first answer', () => state.readings.blockHeight.get().value === 1);
  later(0);
  assert.equal(asked, 2);
  answer({ kind: 'value', value: 2 });
  await until('the second answer', () => state.readings.blockHeight.get().value === 2);
  later(0);
  assert.equal(asked, 2);
});

test('requests again after a request that has failed while something changed, on a hidden page too', async () => {
  let fail: (reason: Error) => void = () => undefined;
  let asked = 0;
  const read = (): Promise<never> => {
    asked += 1;
    return new Promise((_resolve, reject) => (fail = reject));
  };
  start([{ ...blockHeight, read }]);
  poller.refresh();
  fail(new RequestError('cut off'));
  // Nothing updates the poller, as on a hidden page.
  await until('it is requested again', () => asked === 2);
  fail(new RequestError('cut off again'));
  await until('it failed', () => state.readings.blockHeight.get().cause === 'cut off again');
  later(0);
  assert.equal(asked, 2, 'a failure alone waits for its time');
});

test('requests nothing and keeps the values while offline, and requests everything when online', async () => {
  start();
  await until('all live', all('live'));
  const before = begun;
  state.online.set(false);
  later(3600);
  later(3600);
  assert.deepEqual(new Set(states()), new Set(['offline']));
  assert.equal(state.readings.blockHeight.get().value, 698767);
  assert.equal(blockText(state.readings.blockHeight.get()), '698767');
  assert.equal(begun, before);
  state.online.set(true);
  later(0);
  assert.deepEqual(new Set(states()), new Set(['stale']));
  later(1);
  await until('all live', all('live'));
});

test('a value older than three intervals is stale until the next answer', async () => {
  start([blockHeight]);
  await until('live', () => state.readings.blockHeight.get().state === 'live');
  upstreams.chain.mode = 'silent';
  // The page was hidden: nothing ran meanwhile.
  later(181);
  assert.equal(state.readings.blockHeight.get().state, 'stale');
  assert.equal(blockText(state.readings.blockHeight.get()), '698767');
});

test('requests nothing on a hidden page: only the ticker drives it', async () => {
  start([blockHeight]);
  await until('live', () => state.readings.blockHeight.get().state === 'live');
  now += 3_600_000;
  await new Promise((next) => setTimeout(next, 50));
  assert.equal(upstreams.chain.seen.length, 1);
});

test('requests a changed configuration at once and drops the old answer', async () => {
  upstreams.chain.mode = 'silent';
  start([blockHeight]);
  state.config.set({ ...state.config.get(), chain: { url: `${upstreams.chain.url}/other` } });
  upstreams.chain.mode = { body: '42' };
  later(0);
  await until('live', () => state.readings.blockHeight.get().state === 'live');
  assert.equal(state.readings.blockHeight.get().value, 42);
  assert.equal(upstreams.chain.seen.at(-1)?.url, '/other/api/blocks/tip/height');
});

test('continues when the clock is set back', async () => {
  start([blockHeight]);
  await until('live', () => state.readings.blockHeight.get().state === 'live');
  later(-86_400);
  await until('asked again', () => upstreams.chain.seen.length === 2);
});

test('starts a source after the one it depends on', async () => {
  let asked = 0;
  const source: Source<'blockHeight'> = {
    ...blockHeight,
    needs: 'weather',
    read: (): Promise<Outcome<number>> => {
      asked += 1;
      return Promise.resolve({ kind: 'value', value: 1 });
    },
  };
  start([source]);
  later(1);
  assert.equal(asked, 0);
  state.readings.weather.set({ state: 'empty', source: 'x', fetchedAt: 0 });
  later(1);
  assert.equal(asked, 1);
});

test('names refused records, and forgets them once they are valid', async () => {
  host.files['/vision.json'] = '[{"id":"orchard"}]';
  start([vision]);
  await until('empty', () => state.readings.vision.get().state === 'empty');
  assert.deepEqual(state.recordProblems.vision.get(), [{ record: 'orchard', reason: 'title: missing' }]);
  assert.deepEqual(state.recordProblems.adapters.get(), []);
  host.files['/vision.json'] =
    '[{"id":"orchard","title":"The orchard","text":"Apples.","position":{"x":1,"z":2}}]';
  later(301);
  await until('live', () => state.readings.vision.get().state === 'live');
  assert.deepEqual(state.recordProblems.vision.get(), []);
});

test('takes from the gateway since when all commits are known', async () => {
  const knownSince = Date.parse('2026-11-20T09:30:00Z');
  const source: Source<'commits'> = {
    ...commits,
    read: async () => ({ kind: 'value', value: [], knownSince }),
  };
  start([source]);
  await until('live', () => state.readings.commits.get().state === 'live');
  assert.equal(state.commitsKnownSince.get(), knownSince);
  assert.equal(state.derived.shownSince.get(), knownSince);
});

test('names the host of a reading, or that it is a recording', async () => {
  start([blockHeight]);
  await until('live', () => state.readings.blockHeight.get().state === 'live');
  const { source, recorded } = state.readings.blockHeight.get();
  assert.deepEqual([source, recorded], [new URL(upstreams.chain.url).host, undefined]);
  state.config.set({ ...state.config.get(), recorded: true });
  later(0);
  await until('recorded', () => state.readings.blockHeight.get().recorded === true);
  assert.equal(state.readings.blockHeight.get().source, 'chain, a recording');
});

test('dispose aborts running requests and sets nothing afterwards', async () => {
  upstreams.chain.mode = 'silent';
  start([blockHeight]);
  await until('it was asked', () => upstreams.chain.seen.length === 1);
  poller.dispose();
  await new Promise((next) => setTimeout(next, 20));
  assert.equal(state.readings.blockHeight.get().state, 'loading');
});

test('an idle update allocates almost nothing', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  start();
  await until('all live', all('live'));
  // The least of several rounds: until the optimised code is ready, every number is boxed.
  const rounds = Array.from({ length: 6 }, () => {
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let i = 0; i < 50_000; i += 1) poller.update();
    return (process.memoryUsage().heapUsed - before) / 50_000;
  });
  const bytes = Math.min(...rounds);
  assert.ok(bytes < 8, `${bytes} bytes an update`);
});

test('a reading of several repositories stays live while one of them fails, and says which', async () => {
  const partial: Source<'blockHeight'> = {
    name: 'blockHeight',
    intervalSeconds: 60,
    timeoutSeconds: 10,
    url: () => 'https://chain.example/',
    read: async () => ({ kind: 'value', value: 1, trouble: 'tools: renamed' }),
  };
  start([partial]);
  await until('it is live', () => state.readings.blockHeight.get().state === 'live');
  const reading = state.readings.blockHeight.get();
  assert.equal(reading.cause, 'tools: renamed');
  assert.equal(provenanceText(reading, now), `${reading.source} · just now · tools: renamed`);
  later(181);
  assert.equal(state.readings.blockHeight.get().cause, NO_NEWER_ANSWER);
});
