import type { PageState } from '../core/page-state.ts';
import type { ConfigState } from '../config/config-state.ts';
import type { ReadingsState } from './readings-state.ts';
import { spreadMs } from '../core/back-off.ts';
import type { Config } from '../config/config.ts';
import type { DataModule } from '../core/module.ts';
import type { Reading } from './reading.ts';
import { type Outcome, type Source, type SourceIo, SourceError } from './sources/source.ts';

/** Seconds before the first repeat after a failure; doubled with each further one. */
const FIRST_RETRY_SECONDS = 5;
/** An upstream of somebody else's is asked at least this often however long it has been failing … */
const MAX_RETRY_SECONDS = 300;
/** … and the home's own origin more often, for it costs nobody anything. */
const MAX_OWN_RETRY_SECONDS = 60;
/** A value this many intervals old is shown as stale. */
const STALE_INTERVALS = 3;
/** After the network is back, the sources are asked within this time, not all in one instant. */
const BACK_ONLINE_SPREAD_MS = 500;

const NO_NETWORK = 'this browser has no network';

/** The parts of the state that this module uses. */
type Needs = PageState & ConfigState & ReadingsState;

export interface PollerOptions {
  /** 0 to 1, for the jitter. */
  random?: () => number;
}

export interface Poller extends DataModule<Needs> {
  /** Asks every source now, whatever its time; those being asked go on. */
  refresh(): void;
}

interface Job {
  readonly source: Source<unknown>;
  due: number;
  failures: number;
  running: AbortController | undefined;
}

/** Milliseconds until the next try after `failures` failures in a row: doubling, up to a cap. */
export function retryDelay(failures: number, ownOrigin: boolean, random: () => number): number {
  const cap = ownOrigin ? MAX_OWN_RETRY_SECONDS : MAX_RETRY_SECONDS;
  const seconds = Math.min(cap, FIRST_RETRY_SECONDS * 2 ** (failures - 1));
  return spreadMs(seconds, random);
}

/** The last good value of a reading, whatever its state. */
const lastGood = <T>({ value, fetchedAt }: Reading<T>): { value?: T; fetchedAt?: number } => ({
  ...(value !== undefined && { value }),
  ...(fetchedAt !== undefined && { fetchedAt }),
});

/** What a reading becomes after a good answer. */
const answered = <T>(outcome: Outcome<T>, source: string, fetchedAt: number): Reading<T> =>
  outcome.kind === 'value'
    ? { state: 'live', source, value: outcome.value, fetchedAt }
    : { state: 'empty', source, fetchedAt, ...(outcome.cause !== undefined && { cause: outcome.cause }) };

/**
 * Keeps the readings fresh: one request of a source at a time, with a time-out; a failure shows at once and
 * is retried with back-off; without a network nothing is asked. It runs from the ticker, so a hidden page asks nothing.
 */
export function createPoller(
  io: SourceIo,
  sources: readonly Source<unknown>[],
  { random = Math.random }: PollerOptions = {},
): Poller {
  const jobs: Job[] = sources.map((source) => ({ source, due: 0, failures: 0, running: undefined }));
  let state: Needs | undefined;
  let config: Config | undefined;
  let online = true;

  const isOwn = (url: string): boolean => URL.parse(url)?.origin === URL.parse(io.base)?.origin;

  const ask = async (job: Job, into: Needs, from: Config): Promise<void> => {
    const { source } = job;
    const controller = new AbortController();
    const { signal } = controller;
    job.running = controller;
    const seconds = source.timeoutSeconds;
    const timer = setTimeout(
      () => controller.abort(new SourceError(`no answer within ${seconds} s`)),
      seconds * 1000,
    );
    const target = source.target(into);
    const label = source.label(from);
    try {
      const outcome = await source.read(io, from, signal);
      // Aborted: the network went, the config changed or the page is gone. Its answer is nobody's any more.
      if (job.running !== controller) return;
      job.failures = 0;
      job.due = io.now() + source.intervalSeconds * 1000;
      target.set(answered(outcome, label, io.now()));
      source.after?.(into, outcome);
    } catch (error) {
      if (job.running !== controller) return;
      const failure = signal.aborted ? signal.reason : error;
      job.failures += 1;
      job.due = io.now() + retryDelay(job.failures, isOwn(source.url(from, io.base)), random);
      const cause = failure instanceof SourceError ? failure.message : 'its answer could not be read';
      target.set({ state: 'error', source: label, cause, ...lastGood(target.get()) });
    } finally {
      clearTimeout(timer);
      if (job.running === controller) job.running = undefined;
    }
  };

  const abort = (job: Job): void => {
    const { running } = job;
    job.running = undefined;
    running?.abort();
  };

  const goOffline = (into: Needs): void => {
    for (const job of jobs) {
      abort(job);
      const target = job.source.target(into);
      const { source } = target.get();
      target.set({ state: 'offline', source, cause: NO_NETWORK, ...lastGood(target.get()) });
    }
  };

  const goOnline = (into: Needs): void => {
    for (const job of jobs) {
      job.failures = 0;
      job.due = io.now() + random() * BACK_ONLINE_SPREAD_MS;
      const target = job.source.target(into);
      const { source, value, fetchedAt } = target.get();
      target.set(
        value === undefined || fetchedAt === undefined
          ? { state: 'loading', source }
          : { state: 'stale', source, value, fetchedAt, cause: 'the network is back, asking again' },
      );
    }
  };

  const restart = (): void => {
    for (const job of jobs) {
      abort(job);
      job.failures = 0;
      job.due = 0;
    }
  };

  const markStale = (job: Job, into: Needs, now: number): void => {
    const target = job.source.target(into);
    const reading = target.get();
    if (reading.state !== 'live') return;
    if (now - reading.fetchedAt <= job.source.intervalSeconds * 1000 * STALE_INTERVALS) return;
    target.set({ ...reading, state: 'stale', cause: 'no newer answer yet' });
  };

  return {
    init(_scene, into) {
      state = into;
      config = into.config.get();
      online = true;
      restart();
    },
    update() {
      if (!state) return;
      const nowOnline = state.online.get();
      if (nowOnline !== online) {
        online = nowOnline;
        if (online) goOnline(state);
        else goOffline(state);
      }
      const nowConfig = state.config.get();
      if (nowConfig !== config) {
        config = nowConfig;
        restart();
      }
      if (!online) return;
      const now = io.now();
      for (let i = 0; i < jobs.length; i++) {
        const job = jobs[i] as Job;
        markStale(job, state, now);
        // The clock was set back: what seems hours away is due.
        if (job.due - now > (job.source.intervalSeconds + MAX_RETRY_SECONDS) * 2000) job.due = now;
        if (job.running || now < job.due || job.source.ready?.(state) === false) continue;
        void ask(job, state, nowConfig);
      }
    },
    refresh() {
      for (const job of jobs) job.due = 0;
    },
    dispose() {
      for (const job of jobs) abort(job);
      state = undefined;
    },
  };
}
