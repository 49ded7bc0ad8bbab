import type { FastifyInstance } from 'fastify';
import { secretOf } from '../core/secret.ts';
import type { Metrics } from './metrics.ts';
import { type Observer, observeRequests, together } from './observer.ts';
import type { TokenGuard } from '../bridge/sockets/token-guard.ts';
import { refuseWrongToken } from '../http/access.ts';

/** The metrics, the traces, or both, as the owner has asked for. */
export interface Observability {
  readonly observer: Observer;
  readonly metrics?: { readonly metrics: Metrics; readonly token: string } | undefined;
  close(): Promise<void>;
}

/**
 * Returns metrics if there is a token for them, and traces if there is a collector; undefined if there is
 * neither. Loads their packages only then, so that a home without them starts no slower. Throws a `UserError`
 * for a token that no client could send.
 */
export async function observabilityOf(
  env: NodeJS.ProcessEnv,
  version: string,
): Promise<Observability | undefined> {
  const token = secretOf(env, 'HOME_WORLD_METRICS_TOKEN');
  const hasCollector = [env['OTEL_EXPORTER_OTLP_ENDPOINT'], env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']].some(
    Boolean,
  );
  const metrics = token === undefined ? undefined : new (await import('./metrics.ts')).Metrics();
  const traces = hasCollector
    ? new (await import('./traces.ts')).Traces({
        version,
        serviceName: env['OTEL_SERVICE_NAME'] || 'home-world',
      })
    : undefined;
  const observers = [metrics, traces].filter((one) => one !== undefined);
  if (observers.length === 0) return undefined;
  return {
    observer: together(observers),
    ...(metrics && token !== undefined ? { metrics: { metrics, token } } : {}),
    close: async () => traces?.close(),
  };
}

const HINT = 'The metrics need the header “Authorization: Bearer …” with HOME_WORLD_METRICS_TOKEN.';

/** Adds `GET /metrics` for Prometheus. It needs the token, because the metrics show how busy the home is. */
function metricsRoute(
  app: FastifyInstance,
  { metrics, token }: { readonly metrics: Metrics; readonly token: string },
  guard: TokenGuard,
): void {
  app.get('/metrics', { config: { access: 'open' } }, async (request, reply) => {
    const refused = refuseWrongToken(request, reply, { guard, hint: HINT, expected: token });
    if (refused) return refused;
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

/** Measures the time of each request to a server, and adds the address of the metrics. */
export function observeServer(
  app: FastifyInstance,
  { observer, metrics }: Observability,
  guard: TokenGuard,
): void {
  observeRequests(app, observer);
  if (metrics) metricsRoute(app, metrics, guard);
}
