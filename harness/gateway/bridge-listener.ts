import type { FastifyInstance } from 'fastify';
import { bridgeRoute, enableSockets } from '../bridge/routes.ts';
import { guardBorder } from '../http/border.ts';
import { createServerApp, handleErrors } from '../http/server-app.ts';
import { observeServer } from '../observability/observability.ts';
import type { Home } from './gateway.ts';
import { healthRoute } from './health.ts';
import { checkHost } from './host-check.ts';
import { limitRate } from './security.ts';

/**
 * The bridge on a port of its own: the socket and `/healthz`.
 * @param isAlone Whether this is the only server of the home. Then it also takes reports and webhooks, and
 * has the metrics.
 */
export async function createBridgeListener(
  home: Home,
  trustProxy: number,
  isAlone = false,
): Promise<FastifyInstance> {
  const app = createServerApp(trustProxy);
  guardBorder(app, home);
  await limitRate(app, { max: home.requestsPerMinute, guard: home.bridge.guard });
  checkHost(app, home.hostNames);
  await enableSockets(app, home.bridge);
  handleErrors(app, home.log);
  await app.register(bridgeRoute(home.bridge, () => home.state.config.get().allowedOrigins));
  await app.register(healthRoute(home, () => home.bridge.counts));
  if (isAlone) {
    if (home.observability) observeServer(app, home.observability, home.bridge.guard);
    await app.register(home.events);
    app.addHook('onListen', async () => home.startRelays());
  }
  await app.ready();
  return app;
}
