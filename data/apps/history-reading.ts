import { RequestError, getText } from '../core/http.ts';
import type { PageState } from '../core/page-state.ts';
import { signal } from '../core/signal.ts';
import type { Reading } from '../readings/reading.ts';
import { parseHistory } from '../readings/history-answer.ts';
import type { HistoryAnswer, HistorySpan } from '../readings/schemas/history.ts';

/** What the world's page and the widgets both have. */
type Needs = Pick<PageState, 'base' | 'now' | 'online'>;

const ORIGIN = { source: 'status history' };
/** The home writes once a minute. */
const EVERY_MS = 60_000;
const MAX_WAIT_MS = 600_000;
const TIMEOUT_MS = 15_000;

/**
 * The status history of one span. It is not among the sources of a page: several elements show
 * several spans, and most pages show none. It is requested while an element that shows it calls
 * `update`.
 */
export class HistoryReading {
  readonly #state: Needs;
  readonly #url: string;
  readonly #reading = signal<Reading<HistoryAnswer>>({ ...ORIGIN, state: 'loading' });
  #due = 0;
  #isRunning = false;

  constructor(state: Needs, span: HistorySpan, of: string | undefined) {
    this.#state = state;
    const url = new URL('api/history.json', state.base);
    url.searchParams.set('span', span);
    if (of !== undefined) url.searchParams.set('of', of);
    this.#url = url.href;
  }

  /** With the last answer also without a network, when nothing is requested. */
  get reading(): Reading<HistoryAnswer> {
    const reading = this.#reading.get();
    return this.#state.online.get()
      ? reading
      : { ...reading, state: 'offline', cause: 'this browser has no network' };
  }

  /** To be called once a second while it is shown. */
  update(): void {
    const { now, online } = this.#state;
    const waitMs = this.#due - now.get();
    // A clock that was set back must not make it wait for hours.
    const isDue = waitMs <= 0 || waitMs > MAX_WAIT_MS;
    if (!this.#isRunning && isDue && online.get()) void this.#request();
  }

  async #request(): Promise<void> {
    const { base, now } = this.#state;
    this.#isRunning = true;
    try {
      const answer = await getText<HistoryAnswer | 'none'>(
        { fetch: (input, init) => fetch(input, init), base },
        {
          url: this.#url,
          signal: AbortSignal.timeout(TIMEOUT_MS),
          parse: parseHistory,
          // A static host, a home of an older version, and an id that the home does not know.
          refused: (status) => (status === 404 ? 'none' : undefined),
        },
      );
      const fetchedAt = now.get();
      this.#reading.set(
        answer === 'none'
          ? { ...ORIGIN, state: 'empty', fetchedAt, cause: 'this home has no such history' }
          : { ...ORIGIN, state: 'live', value: answer, fetchedAt },
      );
    } catch (error) {
      const cause = error instanceof RequestError ? error.message : 'no answer in time';
      // The last good answer stays in the reading.
      this.#reading.set({ ...this.#reading.get(), state: 'error', cause });
    } finally {
      this.#due = now.get() + EVERY_MS;
      this.#isRunning = false;
    }
  }
}

/** The readings of each page or home, so that elements that show the same make one request. */
const known = new WeakMap<Needs, Map<string, HistoryReading>>();

/** The status history of a span: of one subject, or of all. */
export function historyOf(state: Needs, span: HistorySpan, of?: string): HistoryReading {
  const readings = known.get(state) ?? new Map<string, HistoryReading>();
  known.set(state, readings);
  const key = `${span} ${of ?? ''}`;
  const reading = readings.get(key) ?? new HistoryReading(state, span, of);
  readings.set(key, reading);
  return reading;
}
