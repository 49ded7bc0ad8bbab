import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Household } from '../agent-sessions/household.ts';
import { KEY_HEADER, sentTokenOf } from '../bridge/sockets/auth.ts';
import type { TokenGuard } from '../bridge/sockets/token-guard.ts';
import { sameToken } from '../core/secret.ts';
import { refuse, sendJson, varyBy } from '../http/conditional.ts';
import { isCrossSite } from '../http/access.ts';
import { refuseOtherMethods } from '../http/server-app.ts';
import type { SignIns } from '../keys/sign-ins.ts';

const SESSION_PATH = '/api/sessions/:key';
const sessionParams = v.object({ key: v.pipe(v.string(), v.regex(/^[\da-f]{16}$/)) });
const NOT_OWNER = 'Only the owner can end a session: sign in first.';

/**
 * `GET /api/sessions.json`: the sessions of coding agents, as the reader may see them; an agent gets the
 * sessions that its own key has reported. `DELETE /api/sessions/<key>`: the owner ends a session whose
 * program has ended without a report.
 */
export const sessionRoutes =
  (household: Household, owners: SignIns, guard: TokenGuard): FastifyPluginAsync =>
  async (app) => {
    const isOwner = ({ headers }: FastifyRequest): boolean => owners.ownerOf(headers)();
    // A wrong token may belong to a proxy in front of the home: its sender counts as a visitor, and it is no guess.
    const senderOf = ({ headers }: FastifyRequest): string | undefined => {
      const sent = sentTokenOf(headers);
      return sameToken(sent, guard.token) ? '' : guard.agentKey(sent)?.name;
    };
    const answerFor = (request: FastifyRequest) => {
      if (isOwner(request)) return household.answer('owner');
      const sender = senderOf(request);
      return sender === undefined ? household.answer() : { sessions: household.sentBy(sender) ?? null };
    };
    // An agent sends its key; other readers get the sessions if visitors may see them.
    const access = (request: FastifyRequest) => (senderOf(request) === undefined ? 'sessions' : 'open');
    app.get('/api/sessions.json', { config: { access } }, async (request, reply) => {
      for (const name of ['cookie', 'authorization', KEY_HEADER]) varyBy(reply, name);
      return sendJson(request, reply, `${JSON.stringify(answerFor(request))}\n`);
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
