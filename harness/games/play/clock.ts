import { setTimeout as pause } from 'node:timers/promises';

/** The clock of a play. Tests use a clock that they advance themselves. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since any moment. Unlike `now`, it does not jump when the clock of the machine is set. */
  elapsed(): number;
  /** Resolves after this time, and at once when the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  elapsed: () => performance.now(),
  sleep: (ms, signal) => pause(ms, undefined, signal && { signal }).catch(() => undefined),
};

/** The result of a call to another program, which may never answer. */
type Settled<T> =
  | { readonly state: 'value'; readonly value: T }
  | { readonly state: 'error'; readonly error: unknown }
  | { readonly state: 'aborted' }
  | { readonly state: 'too-slow' };

/**
 * Waits for a call until `ms` have passed or the signal is aborted. After that, the result of the call is
 * ignored: a stop must not depend on the other program.
 */
export async function settle<T>(
  call: (signal: AbortSignal) => Promise<T>,
  { ms, signal, clock }: { ms: number; signal: AbortSignal; clock: Clock },
): Promise<Settled<T>> {
  const over = new AbortController();
  const both = AbortSignal.any([signal, over.signal]);
  try {
    return await Promise.race([
      call(both).then(
        (value): Settled<T> => ({ state: 'value', value }),
        (error: unknown): Settled<T> => ({ state: 'error', error }),
      ),
      clock.sleep(ms, both).then((): Settled<T> => ({ state: signal.aborted ? 'aborted' : 'too-slow' })),
    ]);
  } finally {
    // Aborts the timer, or the call that was too slow.
    over.abort();
  }
}
