import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { AskDesk, Asker } from '../../asks/ask-desk.ts';
import { asked } from '../../asks/asked.ts';
import { faultOf } from '../../bridge/sockets/client-frames.ts';
import type { TokenGuard } from '../../bridge/sockets/token-guard.ts';
import { JSON_TYPE, refuse } from '../../http/conditional.ts';
import { refuseStrangers, senderOf } from '../../http/agent-post.ts';
import { holdOpen } from './hold-open.ts';

export const ASKS_PATH = '/api/asks';
/** Enough for a command, a diff or a plan of 64k characters, in UTF-8 and with the JSON around it. */
const MAX_BODY_BYTES = 256 * 1024;
/** More than an owner can answer. */
const ASKS_PER_MINUTE = 120;
/** A space is sent this often. A client that receives nothing for twelve seconds assumes the home is gone. */
const BEAT_MS = 4_000;
const TOO_MANY = 'Too many asks are open: the owner has to answer some of them first.';

const ASKING = { what: 'An ask', deed: 'ask the owner' } as const;

/** Who sends a request: the holder of a key, or of the home’s token. */
const askerOf = (request: FastifyRequest, guard: TokenGuard): Asker => ({
  sender: senderOf(request, guard),
  name: 'An agent',
});

/**
 * `POST /api/asks`: an agent asks the owner, and waits. The response begins at once and ends when the ask is
 * over. Until then, spaces show that the home is alive. If the agent closes the connection, it no longer
 * waits for an answer.
 */
export const agentAskRoute =
  (desk: AskDesk, guard: TokenGuard): FastifyPluginAsync =>
  async (app) => {
    app.route({
      method: 'POST',
      url: ASKS_PATH,
      bodyLimit: MAX_BODY_BYTES,
      config: { access: 'open', rateLimit: { max: ASKS_PER_MINUTE, timeWindow: '1 minute' } },
      // Runs before the body is read, and after the rate limit.
      preParsing: async (request, reply, payload) =>
        refuseStrangers(request, reply, guard, ASKING) ?? payload,
      handler: async (request, reply) => {
        // Checks the key again: it may have been revoked while the body was received.
        const refusal = refuseStrangers(request, reply, guard, ASKING);
        if (refusal) return refusal;
        const read = v.safeParse(asked, request.body);
        if (!read.success)
          return refuse(reply, 400, `${faultOf(read.issues, 'ask')}. docs/api.md lists the fields.`);
        if (!read.output.session) return refuse(reply, 400, 'An ask needs the session that waits.');
        const opened = desk.ask(askerOf(request, guard), read.output);
        if (!opened) return refuse(reply.header('retry-after', 30), 429, TOO_MANY);
        const stream = holdOpen(reply, JSON_TYPE);
        stream.onClose(opened.leave);
        stream.write(' ');
        const beat = setInterval(() => stream.write(' '), BEAT_MS);
        const answer = await opened.answer;
        clearInterval(beat);
        stream.end(JSON.stringify(answer));
        return reply;
      },
    });
  };
