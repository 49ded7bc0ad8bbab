import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { sessionReport } from '../../agent-sessions/session-report.ts';
import { sentTokenOf } from '../../bridge/sockets/auth.ts';
import { faultOf } from '../../bridge/sockets/client-frames.ts';
import type { TokenGuard } from '../../bridge/sockets/token-guard.ts';
import type { ChangeDesk } from '../../changes/change-desk.ts';
import { isCrossSite, refuseWrongKey } from '../../http/access.ts';
import { noStore, refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import type { LetterDesk } from '../../letters/letter-desk.ts';
import { letterPart } from '../../letters/letter-part.ts';
import { LETTERS_PATH } from './owner-routes.ts';

const TAKE_PATH = `${LETTERS_PATH}/take`;
const MAX_BODY_BYTES = 16 * 1024;
/** Enough for 50 programs of one address that ask every five seconds. */
const REQUESTS_PER_MINUTE = 600;

const taking = v.object({
  session: v.pick(sessionReport.entries.session, ['id', 'harness']),
  letters: v.nullish(letterPart),
  changes: v.nullish(v.boolean(), false),
});

/**
 * `POST /api/letters/take`: a program that has nothing to report takes the letters to one of its sessions, and
 * confirms those that it took before; or it asks whether the owner wants to see what the session has changed.
 */
export const agentLetterRoute =
  (desk: LetterDesk, changes: ChangeDesk, guard: TokenGuard): FastifyPluginAsync =>
  async (app) => {
    refuseOtherMethods(app, TAKE_PATH, ['POST']);
    app.route({
      method: 'POST',
      url: TAKE_PATH,
      bodyLimit: MAX_BODY_BYTES,
      config: { access: 'open', rateLimit: { max: REQUESTS_PER_MINUTE, timeWindow: '1 minute' } },
      // Runs before the body is read, and after the rate limit.
      preParsing: async (request, reply, payload) =>
        (isCrossSite(request)
          ? refuse(reply, 403, 'Pages of other sites cannot take letters.')
          : refuseWrongKey(request, reply, guard, 'Taking letters')) ?? payload,
      handler: async (request, reply) => {
        // Checks the key again: it may have been revoked while the body was received.
        const refusal = refuseWrongKey(request, reply, guard, 'Taking letters');
        if (refusal) return refusal;
        const body = v.safeParse(taking, request.body);
        if (!body.success)
          return refuse(reply, 400, `${faultOf(body.issues, 'request')}. docs/api.md lists the fields.`);
        const sender = guard.agentKey(sentTokenOf(request.headers))?.name ?? '';
        const { session, letters, changes: sends } = body.output;
        const isWanted = changes.heard({ session }, sends, sender);
        return noStore(reply).send({
          letters: letters ? desk.heard({ session }, letters, sender) : [],
          ...(isWanted && { changes: true }),
        });
      },
    });
  };
