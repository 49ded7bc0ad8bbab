import type { FeedEvent } from '../readings/records.ts';

export type VerifyResult =
  | { readonly valid: true; readonly event: FeedEvent }
  | {
      readonly valid: false;
      /** The event could not be checked, so it is not known to be invalid. */
      readonly unchecked?: true;
    };

/** Verifies events; the promise never rejects. */
export interface Verifier {
  verify(event: unknown): Promise<VerifyResult>;
  dispose(): void;
}

export interface VerifyRequest {
  readonly requestId: number;
  readonly event: unknown;
}
export interface VerifyResponse {
  readonly requestId: number;
  readonly result: VerifyResult;
}

/** A verification takes some milliseconds. A worker without an answer after this time has failed. */
const TIMEOUT_MS = 10_000;
const NO_WORKER: VerifyResult = { valid: false, unchecked: true };

const startWorker = (): Worker =>
  new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' });

interface Pending {
  readonly resolve: (result: VerifyResult) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Verifies events in a Web Worker, which starts with the first event. If the worker fails, its pending events
 * count as dropped, and the next event starts a new worker: only events that are known to be valid are shown.
 */
export function createWorkerVerifier(
  makeWorker: () => Worker = startWorker,
  timeoutMs = TIMEOUT_MS,
): Verifier {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let lastRequestId = 0;

  const settle = (requestId: number, result: VerifyResult): void => {
    const waiting = pending.get(requestId);
    if (!waiting) return;
    pending.delete(requestId);
    clearTimeout(waiting.timer);
    waiting.resolve(result);
  };

  const stop = (): void => {
    worker?.terminate();
    worker = undefined;
    for (const requestId of pending.keys()) settle(requestId, NO_WORKER);
  };

  const start = (): Worker => {
    const started = makeWorker();
    started.onmessage = ({ data }: MessageEvent<VerifyResponse>) => settle(data.requestId, data.result);
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
          const requestId = ++lastRequestId;
          pending.set(requestId, { resolve, timer: setTimeout(stop, timeoutMs) });
          const request: VerifyRequest = { requestId, event };
          worker.postMessage(request);
        } catch {
          // The content security policy forbids workers, or the event cannot be cloned.
          settle(lastRequestId, NO_WORKER);
          resolve(NO_WORKER);
        }
      });
    },
    dispose: stop,
  };
}
