import { RequestError } from '../core/http.ts';
import { type Signal, signal } from '../core/signal.ts';
import { type FilmFrame, filmFrames } from './film.ts';
import type { ListedPlay } from './play-answers.ts';
import type { PlayLogEntry } from './play-log.ts';
import { fetchLog, fetchPlays } from './play-requests.ts';

/** What came of a request: undefined until its answer is there. */
export interface Loaded<T> {
  readonly value: T | undefined;
  /** Why there is no answer, or none to the last request; empty where all is well. */
  readonly problem: string;
}
const nothingYet = { value: undefined, problem: '' };

/** The part of a log that is loaded. */
export interface Film {
  readonly entries: readonly PlayLogEntry[];
  readonly frames: readonly FilmFrame[];
  /** Whether the home has no more entries so far. */
  readonly isLast: boolean;
  /** The line from which to ask on: of the next part, or of the last one, which may have grown. */
  readonly from: number;
  /** How many of the entries are from before that line. */
  readonly kept: number;
}

const causeOf = (error: unknown): string =>
  error instanceof RequestError ? error.message : 'no answer in time';

/** One thing that is requested again and again, one request at a time, and keeps its last value. */
abstract class Requested<T> {
  readonly loaded: Signal<Loaded<T>> = signal<Loaded<T>>(nothingYet);
  readonly isLoading = signal(false);
  readonly #ended = new AbortController();

  protected abstract request(before: T | undefined, signal: AbortSignal): Promise<T>;

  /** Asks the home now, unless it is being asked. */
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
export class PlaysReading extends Requested<readonly ListedPlay[]> {
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
export class FilmReading extends Requested<Film> {
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
    // Lines are not counted by entries: a line that a crash tore is none.
    if (part.next === undefined) return { entries, frames, isLast: true, from, kept };
    return { entries, frames, isLast: false, from: part.next, kept: entries.length };
  }
}
