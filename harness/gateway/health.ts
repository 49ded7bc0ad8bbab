import type { FastifyPluginAsync } from 'fastify';
import type { Bus } from '../bus/bus.ts';
import type { Bridge } from '../bridge/bridge.ts';
import type { Store } from '../store/store.ts';

/**
 * How long the result of one check of the store is used for all probes: the route has no rate limit, and the
 * check writes to the store.
 */
const STORE_CHECK_MS = 5_000;

interface HealthyHome {
  readonly store: Pick<Store, 'health'>;
  readonly bridge: Pick<Bridge, 'isDraining'>;
  readonly bus?: Pick<Bus, 'isOpen'> | undefined;
}

/**
 * `/healthz`, for probes: 200 with `status: "ok"`, 503 with `status: "error"` and the cause under
 * `store`, or 503 with `status: "draining"` while the home ends. With `--nats`, `nats` is
 * `connected` or `away`. It has no rate limit, since a probe may share its address with visitors. It
 * uses the monotonic clock, since the time of day may be set back.
 */
export const healthRoute =
  ({ store, bridge, bus }: HealthyHome, details: () => object): FastifyPluginAsync =>
  async (app) => {
    const startedAt = performance.now();
    let storeCheckedAt = -Infinity;
    let storeProblem: string | undefined;
    app.get('/healthz', { config: { access: 'open', rateLimit: false } }, async (_request, reply) => {
      const now = performance.now();
      if (now - storeCheckedAt >= STORE_CHECK_MS) {
        storeProblem = store.health();
        storeCheckedAt = now;
      }
      const healthy = storeProblem === undefined;
      const { isDraining } = bridge;
      return reply
        .code(healthy && !isDraining ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({
          status: !healthy ? 'error' : isDraining ? 'draining' : 'ok',
          ...details(),
          uptimeSeconds: Math.floor((now - startedAt) / 1000),
          ...(healthy ? {} : { store: storeProblem }),
          // A lost connection does not change the status: all gateways use the same NATS server.
          ...(bus && { nats: bus.isOpen ? 'connected' : 'away' }),
        });
    });
  };
