import type { FastifyPluginAsync } from 'fastify';
import { addressOf } from '../bridge/routes.ts';
import { type SocketLimits, Sockets } from '../bridge/sockets/sockets.ts';
import { errorBody, notFound } from '../gateway/code-host/code-host.ts';
import type { Demo } from '../gateway/gateway-options.ts';
import { SELF_BASE, SELF_HOST } from '../outbound/self-fetch.ts';
import { OWNER, REPO, demoConfig } from './demo-config.ts';
import type { Recordings } from './replay.ts';
import { serveRelay } from './relay.ts';

interface Where {
  Params: { owner: string; repo: string };
  Querystring: { limit?: string; page?: string; state?: string };
}

/**
 * The recorded upstreams at `/demo/…`, each with the paths of the real one below it. Needs the
 * WebSocket plugin.
 */
const demoRoutes =
  (recordings: Recordings, limits: SocketLimits = {}): FastifyPluginAsync =>
  async (app) => {
    const hasArrived = (date: string): boolean => Date.parse(date) <= Date.now();
    const lists = {
      commits: () => recordings.replayAt(Date.now()).commits.filter(({ created }) => hasArrived(created)),
      pulls: () =>
        recordings.replayAt(Date.now()).pulls.filter(({ merged_at: merged }) => hasArrived(merged)),
    } as const;
    for (const [name, arrived] of Object.entries(lists))
      app.get<Where>(`/demo/code-host/api/v1/repos/:owner/:repo/${name}`, async (request, reply) => {
        const { owner, repo } = request.params;
        const limit = Math.min(50, Math.max(1, Number(request.query.limit) || 30));
        const page = Math.max(1, Number(request.query.page) || 1);
        if (owner !== OWNER || repo !== REPO) {
          const missing = notFound();
          return reply.code(missing.status).type('application/json; charset=utf-8').send(errorBody(missing));
        }
        const open = name === 'pulls' && (request.query.state ?? 'open') === 'open';
        const list = arrived();
        const shown = open ? [] : list.slice((page - 1) * limit, page * limit);
        return reply.header('x-total-count', open ? 0 : list.length).send(shown);
      });
    app.get('/demo/weather/v1/forecast', async () => recordings.forecast);
    app.get('/demo/chain/api/blocks/tip/height', async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(String(recordings.height)),
    );
    const sockets = new Sockets(limits, Date.now);
    app.addHook('onClose', async () => sockets.close());
    app.get('/demo/relay', { websocket: true, config: { socket: true } }, (socket, request) =>
      serveRelay(sockets, socket, addressOf(request), recordings.events),
    );
  };

/** A demo that replays these recordings. */
export const createDemo = (recordings: Recordings): Demo => ({
  configOf: (config) =>
    demoConfig(config, recordings.forecast, {
      weather: `${SELF_BASE}demo/weather`,
      chain: `${SELF_BASE}demo/chain`,
      relay: `ws://${SELF_HOST}/demo/relay`,
    }),
  codeHost: { url: `${SELF_BASE}demo/code-host`, owner: OWNER, repo: REPO },
  sessionsAt: recordings.sessionsAt,
  routes: (limits) => demoRoutes(recordings, limits),
});
