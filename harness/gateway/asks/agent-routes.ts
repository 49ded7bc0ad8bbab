import type { FastifyPluginAsync } from 'fastify';
import type { AskDesk } from '../../asks/ask-desk.ts';
import { asked } from '../../asks/asked.ts';
import type { TokenGuard } from '../../bridge/sockets/token-guard.ts';
import { JSON_TYPE, refuse } from '../../http/conditional.ts';
import { agentPost } from '../../http/agent-post.ts';
import { holdOpen } from './hold-open.ts';

export const ASKS_PATH = '/api/asks';
/** Enough for a command, a diff or a plan of 64k characters, in UTF-8 and with the JSON around it. */
const MAX_BODY_BYTES = 256 * 1024;
/** More than an owner can answer. */
const ASKS_PER_MINUTE = 120;
/** A space is sent this often. A client that receives nothing for twelve seconds assumes the home is gone. */
const BEAT_MS = 4_000;
const TOO_MANY = 'Too many asks are open: the owner has to answer some of them first.';

/**
 * `POST /api/asks`: an agent asks the owner, and waits. The response begins at once and ends when the ask is
 * over. Until then, spaces show that the home is alive. If the agent closes the connection, it no longer
 * waits for an answer.
 */
export const agentAskRoute =
  (desk: AskDesk, guard: TokenGuard): FastifyPluginAsync =>
  async (app) =>
    agentPost(app, guard, {
      path: ASKS_PATH,
      what: 'An ask',
      deed: 'ask the owner',
      maxBytes: MAX_BODY_BYTES,
      perMinute: ASKS_PER_MINUTE,
      schema: asked,
      body: 'ask',
      answer: async (ask, sender, reply) => {
        if (!ask.session) return refuse(reply, 400, 'An ask needs the session that waits.');
        const opened = desk.ask({ sender, name: 'An agent' }, ask);
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
