import type { Signal } from '@lit-labs/signals';
import { MAX_RETRY_SECONDS, retryDelayMs } from '../core/back-off.ts';
import { RequestError, UnreachableError } from '../core/http.ts';
import type { PageState } from '../core/page-state.ts';
import type { Readable } from '../core/watch.ts';
import type { ReadingConfig } from '../config/reading-config.ts';
import { type Reading, afterTrouble, loading, originOf } from './reading.ts';
import {
  type ReadingName,
  type ReadingsState,
  type SourceName,
  type SourceReadings,
  configuredOrigin,
} from './readings-state.ts';
import type { RecordProblem } from './records.ts';
import type { Source, SourceIo } from './sources/source.ts';

/** A value this many intervals old is shown as stale. */
const STALE_INTERVALS = 3;
/** When the network is back, the requests are spread over this time. */
const BACK_ONLINE_SPREAD_MS = 500;

/** Why a value is stale although no request has failed. */
export const NO_NEWER_ANSWER = 'no newer answer yet';
const UNREADABLE = new RequestError('its answer could not be read');
const NO_NETWORK = 'this browser has no network';
const NO_WAY_OUT = 'no server outside this home can be reached';
const NO_PROBLEMS: readonly RecordProblem[] = [];

/**
 * The part of the state that the poller needs. Widgets have only the readings, without the optional fields.
 */
type Needs = Pick<PageState, 'online'> & {
  readonly config: Readable<ReadingConfig>;
  readonly readings: Pick<SourceReadings, ReadingName> & Partial<SourceReadings>;
  readonly recordProblems?: Partial<Record<SourceName, Signal.State<readonly RecordProblem[]>>>;
  readonly commitsKnownSince?: ReadingsState['commitsKnownSince'];
};

interface Job {
  readonly source: Source<SourceName>;
  /** The signal of the reading. */
  readonly target: Signal.State<Reading<unknown>>;
  /** Milliseconds since the epoch; `Infinity` while a request runs, unless another is wanted after it. */
  due: number;
  failures: number;
  /** The URL of the last good answer. */
  from: string | undefined;
  /** Whether the last request had no answer. */
  isUnreached: boolean;
  running: AbortController | undefined;
}

function abort(job: Job): void {
  const { running } = job;
  job.running = undefined;
  running?.abort();
}

/** Schedules a job, and resets its failures. */
function restart(job: Job, due: number): void {
  job.failures = 0;
  job.due = due;
}

function goOffline(job: Job): void {
  abort(job);
  job.target.set({ ...job.target.get(), state: 'offline', cause: NO_NETWORK });
}

function goOnline(job: Job, due: number): void {
  restart(job, due);
  const reading = afterTrouble(job.target.get(), NO_NEWER_ANSWER);
  job.target.set(reading.state === 'error' ? loading(originOf(reading)) : reading);
}

function markStale({ target }: Job, now: number, intervalSeconds: number): void {
  const reading = target.get();
  if (reading.state !== 'live') return;
  if (now - reading.fetchedAt > intervalSeconds * 1000 * STALE_INTERVALS)
    target.set({ ...reading, state: 'stale', cause: NO_NEWER_ANSWER });
}

/**
 * Keeps the readings up to date: one request per source at a time, with a timeout. A failure is shown at
 * once, with the last value as stale, and is retried with back-off. Without a network nothing is requested.
 * As a data module of the ticker it requests nothing while the page is hidden.
 */
export class Poller {
  readonly #io: SourceIo;
  readonly #sources: readonly Source<SourceName>[];
  readonly #random: () => number;
  readonly #every: (() => number) | undefined;
  #jobs: readonly Job[] = [];
  #state: Needs | undefined;
  #config: ReadingConfig | undefined;
  #online = true;

  /**
   * `random` returns 0 to 1, for the jitter; `every` the seconds between requests, instead of the sources'
   * intervals.
   */
  constructor(
    io: SourceIo,
    sources: readonly Source<SourceName>[],
    { random = Math.random, every }: { random?: () => number; every?: () => number } = {},
  ) {
    this.#io = io;
    this.#sources = sources;
    this.#random = random;
    this.#every = every;
  }

  init(_scene: unknown, state: Needs): void {
    this.#state = state;
    this.#config = state.config.get();
    this.#online = true;
    this.#jobs = this.#sources.flatMap((source) => {
      const target = state.readings[source.name];
      return target
        ? [{ source, target, due: 0, failures: 0, from: undefined, isUnreached: false, running: undefined }]
        : [];
    });
  }

  update(): void {
    const state = this.#state;
    if (!state) return;
    const now = this.#io.now();
    const online = state.online.get();
    const config = state.config.get();
    if (online !== this.#online) {
      this.#online = online;
      for (const job of this.#jobs)
        if (online) goOnline(job, now + this.#random() * BACK_ONLINE_SPREAD_MS);
        else goOffline(job);
    }
    if (config !== this.#config) {
      this.#config = config;
      for (const job of this.#jobs) {
        abort(job);
        restart(job, 0);
      }
    }
    if (!online) return;
    // The loop uses an index, because this runs in every frame, and an iterator would create garbage.
    for (let i = 0; i < this.#jobs.length; i++) {
      const job = this.#jobs[i];
      if (!job) continue;
      const { needs } = job.source;
      const intervalSeconds = this.#intervalOf(job.source);
      markStale(job, now, intervalSeconds);
      if (job.running) continue;
      // A request that is too far in the future is due now, because the clock was set back.
      if (job.due - now > (intervalSeconds + MAX_RETRY_SECONDS) * 2000) job.due = now;
      if (now < job.due) continue;
      if (needs && state.readings[needs].get().state === 'loading') continue;
      void this.#request(job, state, config);
    }
  }

  /** Requests all sources at the next update. A pending request continues, and its source is requested after it. */
  refresh(): void {
    for (const job of this.#jobs) job.due = 0;
  }

  #intervalOf({ intervalSeconds }: Source<SourceName>): number {
    return this.#every?.() ?? intervalSeconds;
  }

  dispose(): void {
    for (const job of this.#jobs) abort(job);
    this.#state = undefined;
  }

  async #request(job: Job, state: Needs, config: ReadingConfig): Promise<void> {
    const { source, target } = job;
    const { name, timeoutSeconds } = source;
    const { base, now } = this.#io;
    const url = source.url(config, base);
    const controller = new AbortController();
    const { signal } = controller;
    job.running = controller;
    job.due = Infinity;
    const timer = setTimeout(
      () => controller.abort(new UnreachableError(`no answer within ${timeoutSeconds} s`)),
      timeoutSeconds * 1000,
    );
    const origin = configuredOrigin(name, config);
    try {
      const outcome = await source.read(this.#io, config, signal);
      // The request was aborted: the network is gone, the configuration has changed, or the page is closed.
      if (job.running !== controller) return;
      const fetchedAt = now();
      restart(job, Math.min(job.due, fetchedAt + this.#intervalOf(source) * 1000));
      job.from = url;
      job.isUnreached = false;
      const { kind, problems = NO_PROBLEMS, knownSince, stale, trouble, origin: own = origin } = outcome;
      target.set(
        kind === 'empty'
          ? { ...own, state: 'empty', fetchedAt, cause: outcome.cause }
          : stale
            ? { ...own, state: 'stale', value: outcome.value, ...stale }
            : { ...own, state: 'live', value: outcome.value, fetchedAt, ...(trouble && { cause: trouble }) },
      );
      state.recordProblems?.[name]?.set(problems);
      if (name === 'commits') state.commitsKnownSince?.set(knownSince);
    } catch (error) {
      if (job.running !== controller) return;
      const failure: unknown = signal.aborted ? signal.reason : error;
      const isOwn = URL.parse(url)?.origin === URL.parse(base)?.origin;
      job.failures += 1;
      // Another request that was wanted meanwhile does not wait for the retry, as after an answer.
      job.due = Math.min(job.due, now() + retryDelayMs(job.failures, isOwn, this.#random));
      job.isUnreached = failure instanceof UnreachableError;
      const { message: cause, last, isRefusal } = failure instanceof RequestError ? failure : UNREADABLE;
      // The value of another URL, such as the weather of another place, must not be shown for this one.
      const isGone = isRefusal || job.from !== url;
      target.set(
        last
          ? { ...origin, cause, ...last }
          : isGone
            ? { ...origin, state: 'error', cause }
            : afterTrouble(target.get(), cause),
      );
      if (job.isUnreached) this.#tellNoNetwork(config);
    } finally {
      clearTimeout(timer);
      if (job.running === controller) job.running = undefined;
      // On a hidden page nothing else updates the poller when another request was wanted meanwhile.
      if (job.due === 0) this.update();
    }
  }

  /**
   * If several other servers are requested and none answers, the cause is the network and not a server:
   * readings without a value are then `offline` instead of `error`.
   */
  #tellNoNetwork(config: ReadingConfig): void {
    const home = URL.parse(this.#io.base)?.host;
    const outside = this.#jobs.flatMap((job) => {
      const host = URL.parse(job.source.url(config, this.#io.base))?.host;
      return host === undefined || host === home ? [] : [{ job, host }];
    });
    if (new Set(outside.map(({ host }) => host)).size < 2) return;
    if (!outside.every(({ job }) => job.isUnreached)) return;
    for (const { job } of outside) {
      const reading = job.target.get();
      if (reading.state === 'error') job.target.set({ ...reading, state: 'offline', cause: NO_WAY_OUT });
    }
  }
}
