import type { FastifyInstance } from 'fastify';
import { SELF_HOST } from '../outbound/self-fetch.ts';
import type { Observer } from './observer.ts';

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
