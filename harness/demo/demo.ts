import type { FastifyPluginAsync } from 'fastify';
import { addressOf } from '../bridge/routes.ts';
import { type SocketLimits, Sockets } from '../bridge/sockets/sockets.ts';
import { DIFF_CUT_HEADER } from '../../data/readings/sources/code-host.ts';
import { refuse } from '../http/conditional.ts';
import { errorBody, notFound } from '../gateway/code-host/code-host.ts';
import type { Demo } from '../gateway/gateway-options.ts';
import { SELF_BASE, SELF_HOST } from '../outbound/self-fetch.ts';
import { OWNER, REPO, demoConfig } from './demo-config.ts';
import { readDemoPortals, readRecordedDiffs } from './recordings.ts';
import { type RecordedEvent, type Recordings, diffAt } from './replay.ts';
import type { WebSocket } from 'ws';
import { TokenBucket } from '../../data/core/token-bucket.ts';
import { closeCodes } from '../bridge/sockets/peer.ts';
import { RecordedRelay } from './recorded-relay.ts';

/** The rate of messages that a client may send: the answer to a request of a hundred bytes has 200 kB. */
const MESSAGE_RATE = { burst: 10, perSecond: 1 } as const;

/** Serves the recorded relay to one WebSocket, within the limits of `sockets`. */
function serveRelay(sockets: Sockets, socket: WebSocket, ip: string, events: readonly RecordedEvent[]): void {
  const rate = new TokenBucket(MESSAGE_RATE, Date.now);
  const peer = sockets.admit(socket, ip, {
    closed: () => relay?.close(),
    message(from, data) {
      if (!rate.take()) return from.close(closeCodes.policy, 'too many messages');
      relay?.message(data.toString('utf8'));
    },
  });
  const relay = peer && new RecordedRelay(events, (text) => peer.sendText(text));
}

const NO_DIFF = 'The recording has no diff of this change.';

interface DiffWhere {
  Params: { name: string };
}

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
    // A recording is no secret.
    const config = { access: 'open' } as const;
    const hasArrived = (date: string): boolean => Date.parse(date) <= Date.now();
    const lists = {
      commits: () => recordings.replayAt(Date.now()).commits.filter(({ created }) => hasArrived(created)),
      pulls: () =>
        recordings.replayAt(Date.now()).pulls.filter(({ merged_at: merged }) => hasArrived(merged)),
    } as const;
    for (const [name, arrived] of Object.entries(lists))
      app.get<Where>(
        `/demo/code-host/api/v1/repos/:owner/:repo/${name}`,
        { config },
        async (request, reply) => {
          const { owner, repo } = request.params;
          const limit = Math.min(50, Math.max(1, Number(request.query.limit) || 30));
          const page = Math.max(1, Number(request.query.page) || 1);
          if (owner !== OWNER || repo !== REPO) {
            const missing = notFound();
            return reply
              .code(missing.status)
              .type('application/json; charset=utf-8')
              .send(errorBody(missing));
          }
          const open = name === 'pulls' && (request.query.state ?? 'open') === 'open';
          const list = arrived();
          const shown = open ? [] : list.slice((page - 1) * limit, page * limit);
          return reply.header('x-total-count', open ? 0 : list.length).send(shown);
        },
      );
    for (const path of ['git/commits', 'pulls'])
      app.get<DiffWhere>(
        `/demo/code-host/api/v1/repos/${OWNER}/${REPO}/${path}/:name`,
        { config },
        async (request, reply) => {
          const file = `${path}/${request.params.name}`;
          const diff = diffAt(file, recordings.replayAt(Date.now()), await readRecordedDiffs());
          if (!diff) return refuse(reply, 404, NO_DIFF);
          if (!diff.isWhole) void reply.header(DIFF_CUT_HEADER, 'true');
          return reply.type('text/plain; charset=utf-8').send(diff.text);
        },
      );
    app.get('/demo/weather/v1/forecast', { config }, async () => recordings.forecast);
    app.get('/demo/chain/api/blocks/tip/height', { config }, async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(String(recordings.height)),
    );
    const sockets = new Sockets(limits, Date.now);
    app.addHook('onClose', async () => sockets.close());
    app.get('/demo/relay', { websocket: true, config: { ...config, socket: true } }, (socket, request) =>
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
  portals: readDemoPortals,
  sessionsAt: recordings.sessionsAt,
  sessionsOf: recordings.sessionsOf,
  routes: (limits) => demoRoutes(recordings, limits),
});
