import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Household } from '../agent-sessions/household.ts';
import { addressOf } from '../bridge/routes.ts';
import { bearerOf } from '../bridge/sockets/auth.ts';
import type { OwnerSessions } from '../bridge/sockets/owner-sessions.ts';
import type { TokenGuard } from '../bridge/sockets/token-guard.ts';
import { refuse, sendJson, varyBy } from '../http/conditional.ts';
import { isCrossSite } from '../http/access.ts';
import { refuseOtherMethods } from '../http/server-app.ts';

const SESSION_PATH = '/api/sessions/:key';
const sessionParams = v.object({ key: v.pipe(v.string(), v.regex(/^[\da-f]{16}$/)) });
const NOT_OWNER =
  'Only the owner can end a session: sign in with POST /api/owner, or send “Authorization: Bearer …”.';

/**
 * `GET /api/sessions.json`: the sessions of coding agents, as the reader may see them. `DELETE
 * /api/sessions/<key>`: the owner ends a session whose program does not tell.
 */
export const sessionRoutes =
  (household: Household, owners: OwnerSessions, guard: TokenGuard): FastifyPluginAsync =>
  async (app) => {
    // A token that is wrong here may be that of a proxy in front of the home, so its sender is a visitor.
    const isOwner = (request: FastifyRequest): boolean =>
      owners.ownerOf(request.headers)() ||
      guard.check(addressOf(request), bearerOf(request.headers)) === 'right';
    app.get('/api/sessions.json', async (request, reply) => {
      const sessions = (isOwner(request) ? household.view('owner') : household.forVisitors) ?? null;
      for (const name of ['cookie', 'authorization']) varyBy(reply, name);
      return sendJson(request, reply, `${JSON.stringify({ sessions })}\n`);
    });
    app.delete(SESSION_PATH, async (request, reply) => {
      if (isCrossSite(request)) return refuse(reply, 403, 'Pages of other sites cannot end a session.');
      if (!isOwner(request)) return refuse(reply, 403, NOT_OWNER);
      const params = v.safeParse(sessionParams, request.params);
      if (!params.success || !household.end(params.output.key))
        return refuse(reply, 404, 'The home knows no session with this key.');
      return reply.header('cache-control', 'no-store').send({ sessions: household.view('owner') ?? null });
    });
    refuseOtherMethods(app, SESSION_PATH, ['DELETE'], 'GET /api/sessions.json has the sessions.');
  };
