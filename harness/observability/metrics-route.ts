import type { FastifyInstance } from 'fastify';
import type { TokenGuard } from '../bridge/sockets/token-guard.ts';
import { refuseWrongToken } from '../http/access.ts';
import type { Metrics } from './metrics.ts';

const HINT = 'The metrics need the header “Authorization: Bearer …” with HOME_WORLD_METRICS_TOKEN.';

/** `GET /metrics` for Prometheus, with the token only: it shows how busy the home is. */
export function metricsRoute(
  app: FastifyInstance,
  { metrics, token }: { readonly metrics: Metrics; readonly token: string },
  guard: TokenGuard,
): void {
  app.get('/metrics', async (request, reply) => {
    const refused = refuseWrongToken(request, reply, { guard, hint: HINT, expected: token });
    if (refused) return refused;
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}
