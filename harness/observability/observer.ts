import type { FastifyInstance } from 'fastify';
import type { ResidentIdentity } from '../resident/resident.ts';
import { SELF_HOST } from '../outbound/self-fetch.ts';

/** A request to the home that was answered. */
export interface RequestSeen {
  readonly method: string;
  /** The pattern of the route, never the address: `/badge/:file`. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** A request of the home to an upstream. It ends when the answer has been read. */
export interface UpstreamSeen {
  readonly upstream: string;
  readonly online: boolean;
  readonly seconds: number;
}

/** One tool call of an answer. */
export interface StepSeen {
  readonly tool: string;
  readonly state: 'done' | 'failed';
  /** Seconds from the start of the answer to the start of the step. */
  readonly after: number;
  readonly seconds: number;
}

/** An answer of the resident, without its words. */
export interface AnswerSeen {
  readonly kind: ResidentIdentity['kind'];
  readonly end: 'complete' | 'stopped' | 'failed';
  readonly seconds: number;
  readonly steps: readonly StepSeen[];
}

/**
 * Is told when a request or an answer has ended. The events contain no text of a visitor, no id and no
 * address.
 */
export interface Observer {
  request(seen: RequestSeen): void;
  upstream(seen: UpstreamSeen): void;
  answer(seen: AnswerSeen): void;
}

/** Forwards events to several observers. */
export const together = (observers: readonly Observer[]): Observer => ({
  request: (seen) => observers.forEach((one) => one.request(seen)),
  upstream: (seen) => observers.forEach((one) => one.upstream(seen)),
  answer: (seen) => observers.forEach((one) => one.answer(seen)),
});

/** Reports each answered request to an observer, except those that the home sends to itself. */
export function observeRequests(app: FastifyInstance, observer: Observer): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, headers } = request;
    if (headers.host === SELF_HOST) return;
    observer.request({
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}
