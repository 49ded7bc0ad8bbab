import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { sentChanges } from '../../../data/changes/changes.ts';
import { sessionReport } from '../../agent-sessions/session-report.ts';
import { sentTokenOf } from '../../bridge/sockets/auth.ts';
import { faultOf } from '../../bridge/sockets/client-frames.ts';
import type { TokenGuard } from '../../bridge/sockets/token-guard.ts';
import type { ChangeDesk } from '../../changes/change-desk.ts';
import { isCrossSite, refuseWrongKey } from '../../http/access.ts';
import { noStore, refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import { CHANGES_PATH } from './owner-routes.ts';

/** Enough for the longest diff in UTF-8, and with the JSON around it. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;
const REQUESTS_PER_MINUTE = 60;
const WHAT = 'Sending what a session has changed';

const sending = v.object({
  session: v.pick(sessionReport.entries.session, ['id', 'harness']),
  changes: sentChanges,
});

/** `POST /api/changes`: the program of a session sends what it has changed, because the owner has asked. */
export const agentChangeRoute =
  (desk: ChangeDesk, guard: TokenGuard): FastifyPluginAsync =>
  async (app) => {
    refuseOtherMethods(app, CHANGES_PATH, ['POST']);
    app.route({
      method: 'POST',
      url: CHANGES_PATH,
      bodyLimit: MAX_BODY_BYTES,
      config: { access: 'open', rateLimit: { max: REQUESTS_PER_MINUTE, timeWindow: '1 minute' } },
      // Runs before the body is read, and after the rate limit.
      preParsing: async (request, reply, payload) =>
        (isCrossSite(request)
          ? refuse(reply, 403, 'Pages of other sites cannot send what a session has changed.')
          : refuseWrongKey(request, reply, guard, WHAT)) ?? payload,
      handler: async (request, reply) => {
        // Checks the key again: it may have been revoked while the body was received.
        const refusal = refuseWrongKey(request, reply, guard, WHAT);
        if (refusal) return refusal;
        const body = v.safeParse(sending, request.body);
        if (!body.success)
          return refuse(reply, 400, `${faultOf(body.issues, 'request')}. docs/api.md lists the fields.`);
        const sender = guard.agentKey(sentTokenOf(request.headers))?.name ?? '';
        const { session, changes } = body.output;
        return desk.take({ session }, changes, sender)
          ? noStore(reply).send({})
          : refuse(reply, 409, 'The owner has not asked for it.');
      },
    });
  };
