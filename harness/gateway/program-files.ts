import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AddressBudgets } from '../core/address-budgets.ts';
import { addressOf } from '../bridge/routes.ts';
import { refuse } from '../http/conditional.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the bytes of its answers are limited like those of the program's files. */
    countsBytes?: boolean;
  }
}

/**
 * The program itself, the same in every home. A module script of another origin runs only if CORS
 * permits it. Also for nginx (`ci/nginx.ts`).
 */
export const SCRIPT_PATH = /^\/(?:embed\.(?:js|css)|assets\/.+|vendor\/.+)$/;

/** Whether a request is for a file of the program. */
export const isOfProgram = ({ url }: { readonly url: string }): boolean =>
  SCRIPT_PATH.test(url.split('?')[0] ?? url);

/**
 * A first visit loads some 80 of the program's files: 0.5 MB, or 1.7 MB where something on the way removes the
 * compression. Even then thirty visitors behind one router can come in the same minute.
 */
const BYTES_PER_MINUTE = 60_000_000;
/** Each request counts as at least this many bytes, also if its answer has no body. */
const MIN_BYTES = 4_000;
/** Other files up to this size are sent in any case: `portals.json` is one, and the rate limit counts them. */
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

/** An answer over the limit becomes an error: the stream of its file is closed, and what described the file goes. */
function overLimit(reply: FastifyReply, payload: unknown): Error {
  if (payload instanceof Readable) payload.destroy();
  for (const name of FILE_HEADERS) void reply.removeHeader(name);
  void reply.header('retry-after', WAIT_SECONDS);
  return Object.assign(new Error(TOO_MUCH), { statusCode: 429 });
}

/**
 * Limits the bytes of files that one address gets: the program's, the owner's, and screenshots of plays. Its
 * requests for the program's files are not counted otherwise: a refused one would leave a part of the page
 * missing.
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
  // Before the body is sent: of many requests at once, each counts at its beginning.
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
