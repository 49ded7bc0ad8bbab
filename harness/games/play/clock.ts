import { setTimeout as pause } from 'node:timers/promises';

/** Time for a play; tests give one that they move themselves. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after this time, and at once when the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => pause(ms, undefined, signal && { signal }).catch(() => undefined),
};

/** What became of a call to another program that may never answer. */
export type Settled<T> =
  | { readonly state: 'value'; readonly value: T }
  | { readonly state: 'error'; readonly error: unknown }
  | { readonly state: 'aborted' }
  | { readonly state: 'too-slow' };

/**
 * Waits for a call, but no longer than `ms` and not after the signal. What the call does after that is not waited
 * for: a stop must not depend on the other program.
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
    // Ends the timer, or the call that was too slow.
    over.abort();
  }
}
