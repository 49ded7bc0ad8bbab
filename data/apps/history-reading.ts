import { signal } from '@lit-labs/signals';
import { RequestError, getText } from '../core/http.ts';
import type { PageState } from '../core/page-state.ts';
import { type Reading, afterTrouble } from '../readings/reading.ts';
import { parseHistory } from '../readings/history-answer.ts';
import type { HistoryAnswer, HistorySpan } from '../readings/schemas/history.ts';

/** The part of the state that the world's page and the widgets both have. */
type Needs = Pick<PageState, 'base' | 'now' | 'online'>;

const ORIGIN = { source: 'status history' };
/** The home records the history once a minute. */
const EVERY_SECONDS = 60;
const TIMEOUT_MS = 15_000;
const NO_ANSWER = new RequestError('no answer in time');

/**
 * The status history of one span. It is not a source of the page, because several elements show several
 * spans, and most pages show none. It is requested while an element that shows it calls `update`.
 */
export class HistoryReading {
  readonly #state: Needs;
  readonly #url: string;
  readonly #reading = signal<Reading<HistoryAnswer>>({ ...ORIGIN, state: 'loading' });
  /** When the last request ended. Milliseconds since the epoch. */
  #requestedAt = -Infinity;
  #isRunning = false;

  constructor(state: Needs, url: string) {
    this.#state = state;
    this.#url = url;
  }

  /** The reading; without a network, the last answer in the state `offline`. */
  get reading(): Reading<HistoryAnswer> {
    const reading = this.#reading.get();
    return this.#state.online.get()
      ? reading
      : { ...reading, state: 'offline', cause: 'this browser has no network' };
  }

  /**
   * Call it once a second while the reading is shown.
   *
   * @param every Seconds between requests; 0 or not a number: once a minute. If several elements show the
   * reading, the shortest interval counts.
   */
  update(every = 0): void {
    const { now, online } = this.#state;
    // This uses the absolute difference: after the clock was set back, the wait must not be hours long.
    const isDue = Math.abs(now.get() - this.#requestedAt) >= (every || EVERY_SECONDS) * 1000;
    if (!this.#isRunning && isDue && online.get()) void this.#request();
  }

  /** Requests the history now. */
  refresh(): void {
    this.#requestedAt = -Infinity;
    this.update();
  }

  async #request(): Promise<void> {
    const { base, now } = this.#state;
    this.#isRunning = true;
    try {
      const value = await getText(
        { fetch: (input, init) => fetch(input, init), base },
        { url: this.#url, signal: AbortSignal.timeout(TIMEOUT_MS), parse: parseHistory },
      );
      this.#reading.set({ ...ORIGIN, state: 'live', value, fetchedAt: now.get() });
    } catch (error) {
      const { message, status } = error instanceof RequestError ? error : NO_ANSWER;
      this.#reading.set(
        // The status is 404 on a static host, with an older version of the home, or for an id that does not
        // exist there.
        status === 404
          ? { ...ORIGIN, state: 'empty', fetchedAt: now.get(), cause: 'this home has no such history' }
          : afterTrouble(this.#reading.get(), message),
      );
    } finally {
      this.#requestedAt = now.get();
      this.#isRunning = false;
    }
  }
}

/** The readings of each page or home: elements that show the same reading share its requests. */
const known = new WeakMap<Needs, Map<string, HistoryReading>>();

/** The status history of a span: of the subject with the id `of`, or of all subjects. */
export function historyOf(state: Needs, span: HistorySpan, of?: string | null): HistoryReading {
  const url = new URL('api/history.json', state.base);
  url.searchParams.set('span', span);
  if (of) url.searchParams.set('of', of);
  const readings = known.get(state) ?? new Map<string, HistoryReading>();
  known.set(state, readings);
  const reading = readings.get(url.href) ?? new HistoryReading(state, url.href);
  readings.set(url.href, reading);
  return reading;
}
