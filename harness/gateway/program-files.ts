import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AddressBudgets } from '../core/address-budgets.ts';
import { addressOf } from '../bridge/routes.ts';
import { refuse } from '../http/conditional.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the bytes of this route's answers are limited like those of the program's files. */
    countsBytes?: boolean;
  }
}

/**
 * The files of the program, the same in every home. They need CORS headers, because other origins load them
 * as module scripts. `ci/nginx.ts` uses this too.
 */
export const SCRIPT_PATH = /^\/(?:embed\.(?:js|css)|assets\/.+|vendor\/.+)$/;

/** Whether a request is for a file of the program. */
export const isOfProgram = ({ url }: { readonly url: string }): boolean =>
  SCRIPT_PATH.test(url.split('?')[0] ?? url);

/**
 * A first visit loads about 80 files of the program: 0.5 MB, or 1.7 MB if a proxy removes the compression.
 * Even then, thirty visitors behind one router can come in the same minute.
 */
const BYTES_PER_MINUTE = 60_000_000;
/** Each request counts as at least this number of bytes, even if its answer has no body. */
const MIN_BYTES = 4_000;
/** Other files up to this size, such as `portals.json`, are always sent. The rate limit counts them. */
const SMALL_BYTES = 64_000;
const WAIT_SECONDS = 60;
const TOO_MUCH = 'This address has loaded too much in a minute. Try again in a minute.';
const FILE_HEADERS = ['accept-ranges', 'content-encoding', 'content-range', 'etag', 'last-modified'] as const;

interface ProgramLimits {
  /** How many requests for missing files an address may send in a minute. */
  readonly missesPerMinute: number;
  readonly bytesPerMinute?: number;
  readonly now?: () => number;
}

/** Turns an answer over the limit into an error: closes its stream and removes the headers of the file. */
function overLimit(reply: FastifyReply, payload: unknown): Error {
  if (payload instanceof Readable) payload.destroy();
  for (const name of FILE_HEADERS) void reply.removeHeader(name);
  void reply.header('retry-after', WAIT_SECONDS);
  return Object.assign(new Error(TOO_MUCH), { statusCode: 429 });
}

/**
 * Limits the bytes that one address gets of the program's files, the owner's files and screenshots of plays.
 * The program's files have no other limit, because a page does not work if one of them is missing.
 */
export function limitBytes(app: FastifyInstance, limits: ProgramLimits): void {
  const { missesPerMinute, bytesPerMinute = BYTES_PER_MINUTE, now = () => performance.now() } = limits;
  const budgets = new AddressBudgets(now, { burst: bytesPerMinute, perSecond: bytesPerMinute / 60 });
  const bytesOf = ({ method }: FastifyRequest, reply: FastifyReply): number => {
    if (reply.statusCode >= 400) return bytesPerMinute / missesPerMinute;
    if (reply.statusCode >= 300 || method === 'HEAD') return 0;
    return Number(reply.getHeader('content-length') ?? 0);
  };
  app.addHook('onRequest', async (request, reply) => {
    if (!isOfProgram(request) || budgets.take(addressOf(request), MIN_BYTES)) return undefined;
    return refuse(reply.header('retry-after', WAIT_SECONDS), 429, TOO_MUCH);
  });
  // Counted before the body is sent, so that parallel requests cannot exceed the limit.
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode === 429) return payload;
    const address = addressOf(request);
    if (isOfProgram(request)) budgets.spend(address, Math.max(0, bytesOf(request, reply) - MIN_BYTES));
    else if (request.routeOptions.config.countsBytes === true && reply.statusCode < 400) {
      const bytes = bytesOf(request, reply);
      if (bytes > SMALL_BYTES && !budgets.has(address)) throw overLimit(reply, payload);
      budgets.spend(address, bytes);
    }
    return payload;
  });
  const sweeping = setInterval(() => budgets.sweep(), WAIT_SECONDS * 1000).unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
}
