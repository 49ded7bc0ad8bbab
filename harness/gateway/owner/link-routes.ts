import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import type { TokenGuard } from '../../bridge/sockets/token-guard.ts';
import { refuseWrongSecret } from '../../http/access.ts';
import { noStore, refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import type { Keys } from '../../keys/keys.ts';
import { isSecure, refuseCrossSite } from './owner-request.ts';

const LINK_PATH = '/api/link';
const MAX_BODY_BYTES = 1024;
const ENDED = 'This link has ended, or its owner has removed it. Ask for a new one.';

const linkBody = v.object({ secret: v.pipe(v.string(), v.maxLength(100)) });

/** `POST /api/link`: a page exchanges the secret of a read-only link for the cookie that opens the home. */
export const linkRoutes =
  ({ keys: { links }, guard }: { readonly keys: Keys; readonly guard: TokenGuard }): FastifyPluginAsync =>
  async (app) => {
    refuseOtherMethods(app, LINK_PATH, ['POST']);
    app.route({
      method: 'POST',
      url: LINK_PATH,
      config: { access: 'open' },
      bodyLimit: MAX_BODY_BYTES,
      onRequest: refuseCrossSite,
      handler: async (request, reply) => {
        const body = v.safeParse(linkBody, request.body);
        if (!body.success) return refuse(reply, 400, 'Send a JSON object with the secret: {"secret": "…"}.');
        const { secret } = body.output;
        const link = links.find(secret);
        if (!link) return refuseWrongSecret(request, reply, guard, ENDED);
        return noStore(reply)
          .header('set-cookie', links.cookie(secret, link, isSecure(request)))
          .send({ endsAt: link.endsAt });
      },
    });
  };
