import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { errorMessage } from '../../../data/core/text.ts';
import { MAX_USAGE_DAYS } from '../../../data/usage/usage.ts';
import type { TokenGuard } from '../../bridge/sockets/token-guard.ts';
import { noStore, refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import type { SignIns } from '../../keys/sign-ins.ts';
import { statusLine } from '../../usage/status-line.ts';
import type { UsageDesk } from '../../usage/usage-desk.ts';
import { agentPost } from '../../http/agent-post.ts';
import { refuseVisitors } from '../owner/owner-request.ts';

const USAGE_PATH = '/api/usage';
const MAX_BODY_BYTES = 8 * 1024;
/** A status line runs at most about three times a second. */
const STATUS_LINES_PER_MINUTE = 3_000;

const daysIn = v.object({
  days: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.minValue(1), v.maxValue(MAX_USAGE_DAYS)),
    '1',
  ),
});

/**
 * `GET /api/usage`: what the owner's coding agents have used, for the owner alone. `POST /api/usage`: the status line of
 * Claude Code and the hooks of Codex send what they know.
 */
export const usageRoutes =
  (desk: UsageDesk, guard: TokenGuard, signIns: SignIns): FastifyPluginAsync =>
  async (app) => {
    refuseOtherMethods(app, USAGE_PATH, ['GET', 'HEAD', 'POST']);
    app.get(USAGE_PATH, { onRequest: refuseVisitors(signIns) }, async (request, reply) => {
      const query = v.safeParse(daysIn, request.query);
      if (!query.success) return refuse(reply, 400, `“days” is a number from 1 to ${MAX_USAGE_DAYS}.`);
      return noStore(reply).send(desk.answer(query.output.days));
    });
    agentPost(app, guard, {
      path: USAGE_PATH,
      maxBytes: MAX_BODY_BYTES,
      perMinute: STATUS_LINES_PER_MINUTE,
      what: 'A report of usage',
      deed: 'send what agents use',
      schema: statusLine,
      body: 'report of usage',
      answer(status, sender, reply) {
        try {
          const reason = desk.takeStatusLine(status, sender);
          return reason === '' ? noStore(reply).send({}) : refuse(reply, 409, `Refused: ${reason}.`);
        } catch (error) {
          return refuse(reply, 503, `The usage could not be stored: ${errorMessage(error)}`);
        }
      },
    });
  };
