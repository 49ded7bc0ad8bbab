import { type Signal, signal } from '@lit-labs/signals';
import type { Readable } from './watch.ts';

/** What `event.get()` gives: how often the event has happened, and the detail of the last time. */
interface LatestEvent<T> {
  readonly count: number;
  readonly detail: T;
}

/** The newest details are kept for readers, which drain once a frame: few ever wait. */
const MAX_WAITING = 64;

/**
 * Something that happens (a zap, a merge, a command), as opposed to a value that holds. Each module
 * that wants to know makes a `reader()` and gets each detail once. The event knows none of its
 * readers, so a dropped one leaves nothing behind. `get()` subscribes like that of any signal.
 */
export class EventSignal<T> implements Readable<LatestEvent<T>> {
  /**
   * The one reader that exists from the beginning: for the module that carries out a command, which
   * may be loaded after the first command was given.
   */
  readonly inbox: EventReader<T>;
  readonly #latest: Signal.State<LatestEvent<T>>;
  /** The detail of the nth event is at n modulo `MAX_WAITING`. */
  readonly #details: T[] = [];
  #total = 0;

  constructor(detail: T) {
    this.#latest = signal<LatestEvent<T>>({ count: 0, detail });
    this.inbox = this.reader();
  }

  get(): LatestEvent<T> {
    return this.#latest.get();
  }

  /** Another count is another event. */
  set(latest: LatestEvent<T>): void {
    if (latest.count !== this.#latest.get().count) {
      this.#details[this.#total % MAX_WAITING] = latest.detail;
      this.#total += 1;
    }
    this.#latest.set(latest);
  }

  /** Reads what happens from now on. */
  reader(): EventReader<T> {
    let read = this.#total;
    const next = (): T | undefined => {
      if (read === this.#total) return undefined;
      read = Math.max(read, this.#total - MAX_WAITING);
      return this.#details[read++ % MAX_WAITING];
    };
    const last = (): T | undefined => {
      if (read === this.#total) return undefined;
      read = this.#total;
      return this.#details[(read - 1) % MAX_WAITING];
    };
    return { next, last };
  }
}

/** Drains an event in the order in which it happened. Allocates nothing. */
export interface EventReader<T> {
  /** The oldest detail that has not been read; undefined when there is none. */
  next(): T | undefined;
  /** The newest detail that has not been read; the earlier ones count as read too. */
  last(): T | undefined;
}

/** An event that has not happened yet; `detail` is what `get()` gives until it does. */
export const event = <T>(detail: T): EventSignal<T> => new EventSignal(detail);

export const emit = <T>(target: EventSignal<T>, detail: T): void => {
  target.set({ count: target.get().count + 1, detail });
};
