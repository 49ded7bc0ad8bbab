import { type Signal, signal } from '@lit-labs/signals';
import { RequestError } from '../core/http.ts';
import { type FilmFrame, filmFrames } from './film.ts';
import type { ListedPlay } from './play-answers.ts';
import type { PlayLogEntry } from './play-log.ts';
import { fetchLog, fetchPlays } from './play-requests.ts';

/** The state of a request: `value` is undefined until the first answer. */
export interface Loaded<T> {
  readonly value: T | undefined;
  /** Why the last request failed; empty when it succeeded. */
  readonly problem: string;
}
const nothingYet = { value: undefined, problem: '' };

/** The part of a log that is loaded. */
export interface Film {
  readonly entries: readonly PlayLogEntry[];
  readonly frames: readonly FilmFrame[];
  /** Whether the home has no more entries so far. */
  readonly isLast: boolean;
  /**
   * The line from which the next request reads: the next part, or the last part again, which may have grown.
   */
  readonly from: number;
  /** How many entries come before that line. */
  readonly kept: number;
}

const causeOf = (error: unknown): string =>
  error instanceof RequestError ? error.message : 'no answer in time';

/** A value that can be requested repeatedly, one request at a time. It keeps the last value. */
abstract class RepeatedRequest<T> {
  readonly loaded: Signal.State<Loaded<T>> = signal<Loaded<T>>(nothingYet);
  readonly isLoading = signal(false);
  readonly #ended = new AbortController();

  protected abstract request(before: T | undefined, signal: AbortSignal): Promise<T>;

  /** Sends a request, unless one is pending. */
  async load(): Promise<void> {
    if (this.isLoading.get()) return;
    const { value: before } = this.loaded.get();
    const { signal } = this.#ended;
    this.isLoading.set(true);
    try {
      const value = await this.request(before, signal);
      if (!signal.aborted) this.loaded.set({ value, problem: '' });
    } catch (error) {
      if (!signal.aborted) this.loaded.set({ value: before, problem: causeOf(error) });
    } finally {
      this.isLoading.set(false);
    }
  }

  end(): void {
    this.#ended.abort();
  }
}

/** The plays of a home, newest first. */
export class PlaysReading extends RepeatedRequest<readonly ListedPlay[]> {
  readonly #base: string;

  constructor(base: string) {
    super();
    this.#base = base;
  }

  protected override request(_before: unknown, signal: AbortSignal): Promise<readonly ListedPlay[]> {
    return fetchPlays(this.#base, signal);
  }
}

/** The log of one play, part by part. */
export class FilmReading extends RepeatedRequest<Film> {
  readonly #base: string;
  readonly play: string;

  constructor(base: string, play: string) {
    super();
    this.#base = base;
    this.play = play;
  }

  protected override async request(before: Film | undefined, signal: AbortSignal): Promise<Film> {
    const { from = 0, kept = 0, entries: known = [] } = before ?? {};
    const part = await fetchLog(this.#base, this.play, from, signal);
    const entries = [...known.slice(0, kept), ...part.entries];
    const frames = filmFrames(entries);
    // `from` counts lines, `kept` counts entries: a line that a crash cut off is not an entry.
    if (part.next === undefined) return { entries, frames, isLast: true, from, kept };
    return { entries, frames, isLast: false, from: part.next, kept: entries.length };
  }
}
