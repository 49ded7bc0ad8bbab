import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { OwnerSessions } from '../bridge/sockets/owner-sessions.ts';
import type { TokenGuard } from '../bridge/sockets/token-guard.ts';
import { requestOriginOf } from '../core/request-origin.ts';
import { refuse } from '../http/conditional.ts';
import { isCrossSite, refuseWrongToken } from '../http/access.ts';
import { refuseOtherMethods } from '../http/server-app.ts';

const OWNER_PATH = '/api/owner';
const MAX_BODY_BYTES = 1024;
const NO_SIGN_IN =
  'This home has no sign-in for its owner: start it with a secret in HOME_WORLD_BRIDGE_TOKEN.';
const WRONG =
  'This is not the token of the home: it is the HOME_WORLD_BRIDGE_TOKEN with which the home was started.';

const signInBody = v.object({ token: v.pipe(v.string(), v.maxLength(200)) });

/**
 * Whether the page uses HTTPS, so the cookie is `Secure`. `Origin` shows it behind a proxy without headers.
 */
const isSecure = (request: FastifyRequest): boolean =>
  requestOriginOf(request).protocol === 'https' || /^https:/i.test(request.headers.origin ?? '');

const refuseCrossSite = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> =>
  isCrossSite(request)
    ? refuse(reply, 403, 'Pages of other sites cannot sign the owner in or out.')
    : undefined;

/**
 * The owner signs in with the token of the bridge, and can then decide about plays in this browser: `POST`
 * begins a session, `DELETE` ends it, and `GET` tells whether there is one.
 */
export const ownerRoutes =
  (sessions: OwnerSessions, guard: TokenGuard): FastifyPluginAsync =>
  async (app) => {
    const { token } = guard;
    refuseOtherMethods(app, OWNER_PATH, ['GET', 'HEAD', 'POST', 'DELETE']);
    app.get(OWNER_PATH, async (request, reply) =>
      reply.header('cache-control', 'no-store').send({
        signIn: token !== undefined,
        signedIn: sessions.ownerOf(request.headers)(),
        ...(token === undefined ? { reason: NO_SIGN_IN } : {}),
      }),
    );
    app.route({
      method: 'POST',
      url: OWNER_PATH,
      bodyLimit: MAX_BODY_BYTES,
      onRequest: refuseCrossSite,
      handler: async (request, reply) => {
        if (token === undefined) return refuse(reply, 403, NO_SIGN_IN);
        const body = v.safeParse(signInBody, request.body);
        if (!body.success) return refuse(reply, 400, 'Send a JSON object with the token: {"token": "…"}.');
        const given = body.output.token;
        const refused = refuseWrongToken(request, reply, { guard, hint: WRONG, given });
        if (refused) return refused;
        return reply
          .headers({ 'cache-control': 'no-store', 'set-cookie': sessions.begin(isSecure(request)) })
          .send({ signIn: true, signedIn: true });
      },
    });
    app.delete(OWNER_PATH, { onRequest: refuseCrossSite }, async (request, reply) =>
      reply
        .headers({
          'cache-control': 'no-store',
          'set-cookie': sessions.end(request.headers, isSecure(request)),
        })
        .send({ signIn: token !== undefined, signedIn: false }),
    );
  };
