import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { sentTokenOf } from '../bridge/sockets/auth.ts';
import { faultOf } from '../bridge/sockets/client-frames.ts';
import type { TokenGuard } from '../bridge/sockets/token-guard.ts';
import { isCrossSite, refuseWrongKey } from './access.ts';
import { refuse } from './conditional.ts';

/** What programs with an agent key do at an address. */
export interface Deed {
  /** What needs the key, at the beginning of a sentence: `A report`. */
  readonly what: string;
  /** What pages of other sites cannot do: `ask the owner`. */
  readonly deed: string;
}

/** Answers requests of pages of other sites, and those without an agent key; undefined for the others. */
export const refuseStrangers = (
  request: FastifyRequest,
  reply: FastifyReply,
  guard: TokenGuard,
  { what, deed }: Deed,
): FastifyReply | undefined =>
  isCrossSite(request)
    ? refuse(reply, 403, `Pages of other sites cannot ${deed}.`)
    : refuseWrongKey(request, reply, guard, what);

/** The name of the key with which a program sends; empty for the token of the home. */
export const senderOf = ({ headers }: FastifyRequest, guard: TokenGuard): string =>
  guard.agentKey(sentTokenOf(headers))?.name ?? '';

interface AgentPost<T> extends Deed {
  readonly path: string;
  readonly maxBytes: number;
  readonly perMinute: number;
  readonly schema: v.GenericSchema<unknown, T>;
  /** The body in words, for a fault in it: `status line`. */
  readonly body: string;
  answer(body: T, sender: string, reply: FastifyReply): FastifyReply | Promise<FastifyReply>;
}

/** An address at which programs with an agent key send JSON. */
export function agentPost<T>(app: FastifyInstance, guard: TokenGuard, post: AgentPost<T>): void {
  app.route({
    method: 'POST',
    url: post.path,
    bodyLimit: post.maxBytes,
    // Open to strangers, but the request needs a key.
    config: { access: 'open', rateLimit: { max: post.perMinute, timeWindow: '1 minute' } },
    // Runs before the body is read, and after the rate limit.
    preParsing: async (request, reply, payload) => refuseStrangers(request, reply, guard, post) ?? payload,
    handler: async (request, reply) => {
      // Checks the key again: it may have been revoked while the body was received.
      const refusal = refuseStrangers(request, reply, guard, post);
      if (refusal) return refusal;
      const body = v.safeParse(post.schema, request.body);
      if (!body.success)
        return refuse(reply, 400, `${faultOf(body.issues, post.body)}. docs/api.md lists the fields.`);
      return post.answer(body.output, senderOf(request, guard), reply);
    },
  });
}
