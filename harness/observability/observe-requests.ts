import type { FastifyInstance } from 'fastify';
import type { Observer } from './observer.ts';

/** Tells an observer of each request that was answered. */
export function observeRequests(app: FastifyInstance, observer: Observer): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    observer.request({
      method,
      route: routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}
