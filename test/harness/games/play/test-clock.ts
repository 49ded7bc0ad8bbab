import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../../harness/games/play/clock.ts';

interface Timer {
  readonly at: number;
  readonly end: () => void;
}

/** A clock that a test moves: it goes on to the next timer when nothing else is left to do. */
export class TestClock implements Clock {
  #now: number;
  /** How far the machine’s clock was set. */
  #set = 0;
  readonly #timers = new Set<Timer>();

  constructor(start = Date.UTC(2026, 10, 22, 22, 15)) {
    this.#now = start;
  }

  now(): number {
    return this.#now + this.#set;
  }

  elapsed(): number {
    return this.#now;
  }

  /** Sets the machine’s clock forward, or back. */
  set(ms: number): void {
    this.#set += ms;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        this.#timers.delete(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = { at: this.#now + ms, end };
      this.#timers.add(timer);
      signal?.addEventListener('abort', end);
    });
  }

  at(ms: number, run: () => void): void {
    void this.sleep(ms).then(run);
  }

  /** Lets time pass until this is resolved. */
  async until<T>(awaited: Promise<T>): Promise<T> {
    let isOver = false;
    const over = awaited.finally(() => (isOver = true));
    over.catch(() => undefined);
    for (;;) {
      await turn();
      if (isOver) return over;
      const next = [...this.#timers].toSorted((one, other) => one.at - other.at)[0];
      if (!next) throw new Error('Nothing is left to wait for, and it has not ended.');
      this.#now = next.at;
      next.end();
    }
  }
}
