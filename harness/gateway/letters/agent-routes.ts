import type { FastifyPluginAsync } from 'fastify';
import * as v from 'valibot';
import { sessionReport } from '../../agent-sessions/session-report.ts';
import type { TokenGuard } from '../../bridge/sockets/token-guard.ts';
import type { ChangeDesk } from '../../changes/change-desk.ts';
import { noStore } from '../../http/conditional.ts';
import { refuseOtherMethods } from '../../http/server-app.ts';
import type { LetterDesk } from '../../letters/letter-desk.ts';
import { letterPart } from '../../letters/letter-part.ts';
import { agentPost } from '../../http/agent-post.ts';
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
    agentPost(app, guard, {
      path: TAKE_PATH,
      maxBytes: MAX_BODY_BYTES,
      perMinute: REQUESTS_PER_MINUTE,
      what: 'Taking letters',
      deed: 'take letters',
      schema: taking,
      body: 'request',
      answer({ session, letters, changes: sends }, sender, reply) {
        const isWanted = changes.heard({ session }, sends, sender);
        return noStore(reply).send({
          letters: letters ? desk.heard({ session }, letters, sender) : [],
          ...(isWanted && { changes: true }),
        });
      },
    });
  };
