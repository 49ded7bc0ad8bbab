import { MAX_RETRY_SECONDS, retryDelayMs } from '../core/back-off.ts';
import { RequestError } from '../core/http.ts';
import type { PageState } from '../core/page-state.ts';
import type { Signal } from '../core/signal.ts';
import type { Config } from '../config/config.ts';
import type { ConfigState } from '../config/config-state.ts';
import { type Reading, loading, originOf } from './reading.ts';
import { type ReadingsState, configuredOrigin } from './readings-state.ts';
import type { RecordProblem } from './records.ts';
import type { Outcome, Source, SourceIo } from './sources/source.ts';

/** A value this many intervals old is shown as stale. */
const STALE_INTERVALS = 3;
/** After the network is back, the sources are requested within this time, not all at once. */
const BACK_ONLINE_SPREAD_MS = 500;

const NO_NETWORK = 'this browser has no network';
const NO_PROBLEMS: readonly RecordProblem[] = [];

/** The parts of the state that this module uses. */
type Needs = Pick<PageState, 'online'> & Pick<ConfigState, 'config'> & ReadingsState;

interface Job {
  readonly source: Source;
  /** Milliseconds since the epoch. */
  due: number;
  failures: number;
  running: AbortController | undefined;
}

/** The last good value of a reading, whatever its state. */
const lastGood = <T>({ value, fetchedAt }: Reading<T>): { value?: T; fetchedAt?: number } => ({
  ...(value !== undefined && { value }),
  ...(fetchedAt !== undefined && { fetchedAt }),
});

const timeoutError = (seconds: number): RequestError => new RequestError(`no answer within ${seconds} s`);

/**
 * Keeps the readings fresh: one request of a source at a time, with a time-out; a failure shows at
 * once and is retried with back-off; without a network nothing is requested. It is a data module of
 * the ticker, so a hidden page requests nothing.
 */
export class Poller {
  readonly #io: SourceIo;
  readonly #random: () => number;
  readonly #jobs: readonly Job[];
  #state: Needs | undefined;
  #config: Config | undefined;
  #online = true;

  /** `random` gives 0 to 1, for the jitter. */
  constructor(
    io: SourceIo,
    sources: readonly Source[],
    { random = Math.random }: { random?: () => number } = {},
  ) {
    this.#io = io;
    this.#random = random;
    this.#jobs = sources.map((source) => ({ source, due: 0, failures: 0, running: undefined }));
  }

  init(_scene: unknown, state: Needs): void {
    this.#state = state;
    this.#config = state.config.get();
    this.#online = true;
    this.#restart();
  }

  update(): void {
    const state = this.#state;
    if (!state) return;
    const online = state.online.get();
    if (online !== this.#online) {
      this.#online = online;
      for (const job of this.#jobs)
        if (online) this.#goOnline(job, state);
        else this.#goOffline(job, state);
    }
    const config = state.config.get();
    if (config !== this.#config) {
      this.#config = config;
      this.#restart();
    }
    if (!online) return;
    const now = this.#io.now();
    for (const job of this.#jobs) {
      this.#markStale(job, state, now);
      // The clock was set back: what seems hours away is due.
      if (job.due - now > (job.source.intervalSeconds + MAX_RETRY_SECONDS) * 2000) job.due = now;
      if (job.running || now < job.due || !this.#isReady(job, state)) continue;
      void this.#request(job, state, config);
    }
  }

  /** Requests every source at the next update, whatever its time. Running requests go on. */
  refresh(): void {
    for (const job of this.#jobs) job.due = 0;
  }

  dispose(): void {
    for (const job of this.#jobs) this.#abort(job);
    this.#state = undefined;
  }

  #isReady({ source: { needs } }: Job, { readings }: Needs): boolean {
    return needs === undefined || readings[needs].get().state !== 'loading';
  }

  /** A source's value has the type of the reading of its name. */
  #target({ source }: Job, { readings }: Needs): Signal<Reading<unknown>> {
    return readings[source.name];
  }

  async #request(job: Job, state: Needs, config: Config): Promise<void> {
    const { source } = job;
    const { timeoutSeconds } = source;
    const controller = new AbortController();
    const { signal } = controller;
    job.running = controller;
    const timer = setTimeout(() => controller.abort(timeoutError(timeoutSeconds)), timeoutSeconds * 1000);
    try {
      const outcome = await source.read(this.#io, config, signal);
      // Aborted: the network went, the configuration changed or the page is gone.
      if (job.running !== controller) return;
      this.#succeed(job, state, config, outcome);
    } catch (error) {
      if (job.running !== controller) return;
      this.#fail(job, state, config, signal.aborted ? signal.reason : error);
    } finally {
      clearTimeout(timer);
      if (job.running === controller) job.running = undefined;
    }
  }

  #succeed(job: Job, state: Needs, config: Config, outcome: Outcome<unknown>): void {
    const { name, intervalSeconds } = job.source;
    const fetchedAt = this.#io.now();
    const origin = configuredOrigin(name, config);
    job.failures = 0;
    job.due = fetchedAt + intervalSeconds * 1000;
    this.#target(job, state).set(
      outcome.kind === 'value'
        ? { ...origin, state: 'live', value: outcome.value, fetchedAt }
        : {
            ...origin,
            state: 'empty',
            fetchedAt,
            ...(outcome.cause !== undefined && { cause: outcome.cause }),
          },
    );
    state.recordProblems[name].set(outcome.problems ?? NO_PROBLEMS);
    if (name === 'commits') state.commitsKnownSince.set(outcome.knownSince);
  }

  #fail(job: Job, state: Needs, config: Config, failure: unknown): void {
    const { source } = job;
    const { base, now } = this.#io;
    const isOwn = URL.parse(source.url(config, base))?.origin === URL.parse(base)?.origin;
    job.failures += 1;
    job.due = now() + retryDelayMs(job.failures, isOwn, this.#random);
    const cause = failure instanceof RequestError ? failure.message : 'its answer could not be read';
    const target = this.#target(job, state);
    target.set({
      ...configuredOrigin(source.name, config),
      state: 'error',
      cause,
      ...lastGood(target.get()),
    });
  }

  #abort(job: Job): void {
    const { running } = job;
    job.running = undefined;
    running?.abort();
  }

  #restart(): void {
    for (const job of this.#jobs) {
      this.#abort(job);
      job.failures = 0;
      job.due = 0;
    }
  }

  #goOffline(job: Job, state: Needs): void {
    this.#abort(job);
    const target = this.#target(job, state);
    const reading = target.get();
    target.set({ ...originOf(reading), state: 'offline', cause: NO_NETWORK, ...lastGood(reading) });
  }

  #goOnline(job: Job, state: Needs): void {
    job.failures = 0;
    job.due = this.#io.now() + this.#random() * BACK_ONLINE_SPREAD_MS;
    const target = this.#target(job, state);
    const reading = target.get();
    const { value, fetchedAt } = reading;
    const origin = originOf(reading);
    target.set(
      value === undefined || fetchedAt === undefined
        ? loading(origin)
        : { ...origin, state: 'stale', value, fetchedAt, cause: 'the network is back, asking again' },
    );
  }

  #markStale(job: Job, state: Needs, now: number): void {
    const target = this.#target(job, state);
    const reading = target.get();
    if (reading.state !== 'live') return;
    if (now - reading.fetchedAt <= job.source.intervalSeconds * 1000 * STALE_INTERVALS) return;
    target.set({ ...reading, state: 'stale', cause: 'no newer answer yet' });
  }
}
