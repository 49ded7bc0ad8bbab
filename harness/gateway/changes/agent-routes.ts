import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { sentChanges } from '../../../data/changes/changes.ts';
import { sessionReport } from '../../agent-sessions/session-report.ts';
import type { TokenGuard } from '../../bridge/sockets/token-guard.ts';
import type { ChangeDesk } from '../../changes/change-desk.ts';
import { noStore, refuse } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import { agentPost } from '../../http/agent-post.ts';
import { CHANGES_PATH } from './owner-routes.ts';

/** Enough for the longest diff in UTF-8, and with the JSON around it. */
const MAX_BODY_BYTES = 3 * 1024 * 1024;
const REQUESTS_PER_MINUTE = 60;

const sending = v.object({
  session: v.pick(sessionReport.entries.session, ['id', 'harness']),
  changes: sentChanges,
});

/** `POST /api/changes`: the program of a session sends what it has changed, because the owner has asked. */
export const agentChangeRoute =
  (desk: ChangeDesk, guard: TokenGuard): FastifyPluginAsync =>
  async (app) => {
    refuseOtherMethods(app, CHANGES_PATH, ['POST']);
    agentPost(app, guard, {
      path: CHANGES_PATH,
      maxBytes: MAX_BODY_BYTES,
      perMinute: REQUESTS_PER_MINUTE,
      what: 'Sending what a session has changed',
      deed: 'send what a session has changed',
      schema: sending,
      body: 'request',
      answer: ({ session, changes }, sender, reply) =>
        desk.take({ session }, changes, sender)
          ? noStore(reply).send({})
          : refuse(reply, 409, 'The owner has not asked for it.'),
    });
  };
