import type { FastifyInstance } from 'fastify';
import { bearerOf, sameToken } from '../bridge/sockets/auth.ts';
import { refuse } from '../gateway/answers/conditional.ts';
import type { Metrics } from './metrics.ts';

/** `GET /metrics` for Prometheus, with the token only: it shows how busy the home is. */
export function metricsRoute(app: FastifyInstance, metrics: Metrics, token: string): void {
  app.get('/metrics', async (request, reply) => {
    if (!sameToken(bearerOf(request.headers), token)) {
      void reply.header('www-authenticate', 'Bearer');
      return refuse(
        reply,
        401,
        'The metrics need the header “Authorization: Bearer …” with HOME_WORLD_METRICS_TOKEN.',
      );
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}
