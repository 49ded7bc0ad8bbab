import { type Signal, signal } from '@lit-labs/signals';
import type { Readable } from './watch.ts';

/** The value of `event.get()`: the number of events, and the detail of the last event. */
interface LatestEvent<T> {
  readonly count: number;
  readonly detail: T;
}

/** The number of details that are kept for readers. Readers drain once a frame, so few details wait. */
const MAX_WAITING = 64;

/**
 * Something that happens (a zap, a merge, a command), as opposed to a value. Each module that needs the event
 * calls `reader()` and gets each detail once. The event does not reference its readers, so they can be
 * garbage-collected. `get()` subscribes like a signal.
 */
export class EventSignal<T> implements Readable<LatestEvent<T>> {
  /**
   * A reader that exists from the beginning, for the module that executes a command and may be loaded after
   * the first command.
   */
  readonly inbox: EventReader<T>;
  readonly #latest: Signal.State<LatestEvent<T>>;
  /** The detail of event n is at index n modulo `MAX_WAITING`. */
  readonly #details: T[] = [];
  #total = 0;

  constructor(detail: T) {
    this.#latest = signal<LatestEvent<T>>({ count: 0, detail });
    this.inbox = this.reader();
  }

  get(): LatestEvent<T> {
    return this.#latest.get();
  }

  /** Sets the latest event. A detail with another count is a new event. */
  set(latest: LatestEvent<T>): void {
    if (latest.count !== this.#latest.get().count) {
      this.#details[this.#total % MAX_WAITING] = latest.detail;
      this.#total += 1;
    }
    this.#latest.set(latest);
  }

  /** A reader for all events from now on. */
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

/** Reads the details of an event in order. Allocates nothing. */
export interface EventReader<T> {
  /** The oldest unread detail; undefined if there is none. */
  next(): T | undefined;
  /** The newest unread detail; all earlier details count as read. */
  last(): T | undefined;
}

/** An event that has not happened yet; `get()` returns `detail` until it does. */
export const event = <T>(detail: T): EventSignal<T> => new EventSignal(detail);

export const emit = <T>(target: EventSignal<T>, detail: T): void => {
  target.set({ count: target.get().count + 1, detail });
};
