import type { FeedEvent } from '../readings/records.ts';

export type Verdict =
  | { readonly genuine: true; /** The full id. */ readonly id: string; readonly event: FeedEvent }
  | {
      readonly genuine: false;
      readonly reason: string;
      /** It could not be looked at, so nothing is said against it. */
      readonly unread?: true;
    };

/** Checks events; never rejects its promise. */
export interface Verifier {
  verify(event: unknown): Promise<Verdict>;
  dispose(): void;
}

export interface WorkerQuestion {
  readonly ticket: number;
  readonly event: unknown;
}
export interface WorkerAnswer {
  readonly ticket: number;
  readonly verdict: Verdict;
}

/** A signature takes a millisecond or two; a worker that is silent for this long has died or hangs. */
const TIMEOUT_MS = 10_000;
const NO_WORKER: Verdict = { genuine: false, reason: 'it could not be verified', unread: true };

const startWorker = (): Worker =>
  new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' });

interface Pending {
  readonly settle: (verdict: Verdict) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Verifies in a Web Worker, started with the first event. What a failing worker was asked counts as dropped, and the next event
 * starts a new one: an event is shown when it is known to be genuine, never because nobody could tell.
 */
export function createWorkerVerifier(
  makeWorker: () => Worker = startWorker,
  timeoutMs = TIMEOUT_MS,
): Verifier {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let tickets = 0;

  const settle = (ticket: number, verdict: Verdict): void => {
    const waiting = pending.get(ticket);
    if (!waiting) return;
    pending.delete(ticket);
    clearTimeout(waiting.timer);
    waiting.settle(verdict);
  };

  const stop = (): void => {
    worker?.terminate();
    worker = undefined;
    for (const ticket of pending.keys()) settle(ticket, NO_WORKER);
  };

  const start = (): Worker => {
    const started = makeWorker();
    started.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => settle(data.ticket, data.verdict);
    started.onerror = (event) => {
      event.preventDefault();
      if (worker === started) stop();
    };
    started.onmessageerror = () => {
      if (worker === started) stop();
    };
    return started;
  };

  return {
    verify(event) {
      return new Promise((resolve) => {
        try {
          worker ??= start();
          const ticket = ++tickets;
          pending.set(ticket, { settle: resolve, timer: setTimeout(stop, timeoutMs) });
          const question: WorkerQuestion = { ticket, event };
          worker.postMessage(question);
        } catch {
          // The page's policy forbids workers, or the event cannot be sent to one.
          settle(tickets, NO_WORKER);
          resolve(NO_WORKER);
        }
      });
    },
    dispose: stop,
  };
}
