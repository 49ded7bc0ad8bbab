import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { TokenGuard } from '../../bridge/sockets/token-guard.ts';
import { noStore, refuse } from '../../http/conditional.ts';
import { refuseWrongSecret } from '../../http/access.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import type { Keys } from '../../keys/keys.ts';
import type { Readers } from '../../keys/readers.ts';
import { relyingPartyOf } from '../../keys/passkeys.ts';
import { pageOriginOf } from '../../core/request-origin.ts';
import { browserOf, isSecure, refuseCrossSite, refuseVisitors } from './owner-request.ts';

const OWNER_PATH = '/api/owner';
const SIGN_INS = '/api/owner/sign-ins';
const MAX_BODY_BYTES = 1024;
/** How the owner gets a code. */
const NEEDS_CODE =
  'Run “home-world owner code” on the machine of the home: it prints a code for ten minutes.';
const TOKEN_CHANGED = `The token of the home does not sign the owner in any more, because agents have it too. ${NEEDS_CODE}`;
const WRONG = `This code was used, has ended, or was mistyped. ${NEEDS_CODE}`;

const text = v.pipe(v.string(), v.maxLength(200));
const signInBody = v.union([v.object({ code: text }), v.object({ token: text })]);

interface OwnerHome {
  readonly keys: Keys;
  readonly guard: TokenGuard;
  readonly publicUrl: string | undefined;
  readonly readers: Readers;
}

/** What a page needs to know about the sign-in. */
function statusOf({ keys, publicUrl }: OwnerHome, request: FastifyRequest): object {
  const { headers } = request;
  const signIn = keys.signIns.find(headers);
  const party = relyingPartyOf(pageOriginOf(request, publicUrl));
  return {
    signIn: true,
    signedIn: signIn !== undefined,
    // Whether this browser may add a passkey now.
    fresh: keys.signIns.isFresh(headers),
    passkeys: keys.passkeys.list().length,
    ...('problem' in party ? { passkeyProblem: party.problem } : {}),
  };
}

/**
 * The owner’s sign-in with a one-time code: `POST` begins a sign-in in this browser, `DELETE` ends this
 * sign-in or all of them, and `GET` tells whether there is one. `passkey-routes.ts` has the sign-in with a
 * passkey.
 */
export const signInRoutes =
  (home: OwnerHome): FastifyPluginAsync =>
  async (app) => {
    const { signIns, codes } = home.keys;
    refuseOtherMethods(app, OWNER_PATH, ['GET', 'HEAD', 'POST', 'DELETE']);
    refuseOtherMethods(app, SIGN_INS, ['DELETE']);
    const config = { access: 'open' } as const;
    app.get(OWNER_PATH, { config }, async (request, reply) => noStore(reply).send(statusOf(home, request)));
    app.route({
      method: 'POST',
      url: OWNER_PATH,
      config,
      bodyLimit: MAX_BODY_BYTES,
      onRequest: refuseCrossSite,
      handler: async (request, reply) => {
        const body = v.safeParse(signInBody, request.body);
        if (!body.success) return refuse(reply, 400, 'Send a JSON object with the code: {"code": "…"}.');
        if ('token' in body.output) return refuse(reply, 403, TOKEN_CHANGED);
        if (!codes.use(body.output.code)) return refuseWrongSecret(request, reply, home.guard, WRONG);
        const secure = isSecure(request);
        return noStore(reply)
          .header(
            'set-cookie',
            signIns.begin({ browser: browserOf(request), isSecure: secure, replaces: request.headers }),
          )
          .send({ signIn: true, signedIn: true });
      },
    });
    const signedOut = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const isPrivate = !home.readers.isPublic;
      // Makes the browser delete what it has cached of a private home: only the owner may read that.
      if (isPrivate) void reply.header('clear-site-data', '"cache"');
      return noStore(reply)
        .header('set-cookie', signIns.end(request.headers, isSecure(request)))
        .send({ signIn: true, signedIn: false, ...(isPrivate && { private: true }) });
    };
    app.delete(OWNER_PATH, { config, onRequest: refuseCrossSite }, async (request, reply) =>
      signedOut(request, reply),
    );
    app.delete(SIGN_INS, { onRequest: refuseVisitors(signIns) }, async (request, reply) => {
      signIns.endAll();
      return signedOut(request, reply);
    });
  };
