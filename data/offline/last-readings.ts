import type { Signal } from '@lit-labs/signals';
import { type Environment, tryStorage } from '../core/environment.ts';
import { RequestError } from '../core/http.ts';
import type { Module } from '../core/module.ts';
import type { Readable } from '../core/watch.ts';
import type { ReadingConfig } from '../config/reading-config.ts';
import type { Reading } from '../readings/reading.ts';
import type { ReadingName, SourceName, SourceReadings } from '../readings/readings-state.ts';
import type { Source } from '../readings/sources/source.ts';
import { keepAnswers } from './kept-source.ts';
import { LastAnswers } from './last-answers.ts';

interface Needs {
  readonly readings: Pick<SourceReadings, ReadingName> & Partial<SourceReadings>;
  readonly online: Readable<boolean>;
  readonly config: Readable<ReadingConfig>;
  readonly commitsKnownSince?: Signal.State<number | undefined>;
}

type Outside = Pick<Environment, 'fetch' | 'now' | 'isOnline'> & {
  /** Where the home is served, with a trailing slash. */
  readonly base: string;
  /** The browser's `caches` by default. */
  readonly caches?: Pick<CacheStorage, 'open'> | undefined;
  /** Whether the page has loaded far enough to store answers. */
  readonly isReady?: () => boolean;
};

const browserCaches = (): CacheStorage | undefined => tryStorage(() => globalThis.caches, undefined);

/**
 * Provides the last answers for the readings of a page. Without a network the poller requests nothing; then
 * this module, which runs after the poller, shows the last answers.
 */
export class LastReadings implements Module<unknown, Needs> {
  readonly #outside: Outside;
  readonly #answers: LastAnswers;
  readonly #sources: Source<SourceName>[] = [];
  readonly #life = new AbortController();
  #state: Needs | undefined;
  #wasOnline = true;

  constructor(outside: Outside) {
    this.#outside = outside;
    this.#answers = new LastAnswers({ caches: browserCaches(), ...outside });
  }

  /** The result of requests to the home (`data/offline/home-watch.ts`). */
  get home(): Pick<LastAnswers, 'isHomeGone' | 'checkHome'> {
    return this.#answers;
  }

  /**
   * Wraps a source so that it stores its answers and falls back to them, for the poller. `wrap` adds what
   * must not be stored.
   */
  keep<Name extends SourceName>(
    source: Source<Name>,
    { commitsKnownSince }: Partial<Needs> = {},
    wrap = (kept: Source<Name>): Source<Name> => kept,
  ): Source<Name> {
    const kept = wrap(keepAnswers(source, this.#answers, commitsKnownSince));
    this.#sources.push(kept);
    return kept;
  }

  init(_scene: unknown, state: Needs): void {
    this.#state = state;
  }

  update(): void {
    const state = this.#state;
    if (!state) return;
    if (this.#outside.isReady?.() ?? true) this.#answers.begin();
    const isOnline = state.online.get();
    if (isOnline === this.#wasOnline) return;
    this.#wasOnline = isOnline;
    if (!isOnline) for (const source of this.#sources) void this.#show(source, state);
  }

  dispose(): void {
    this.#life.abort();
    this.#state = undefined;
  }

  async #show(source: Source<SourceName>, { readings, config }: Needs): Promise<void> {
    const target: Signal.State<Reading<unknown>> | undefined = readings[source.name];
    if (!target) return;
    try {
      await source.read(this.#outside, config.get(), this.#life.signal);
    } catch (error) {
      const reading = target.get();
      const last = error instanceof RequestError ? error.last : undefined;
      if (!last || reading.state !== 'offline' || reading.value !== undefined) return;
      target.set({ ...reading, value: last.value, fetchedAt: last.fetchedAt });
    }
  }
}
