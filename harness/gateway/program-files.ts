import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AddressBudgets } from '../core/address-budgets.ts';
import { addressOf } from '../bridge/routes.ts';
import { refuse } from '../http/conditional.ts';

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
/** Each request counts as at least this many bytes, also where its answer has no body. */
const MIN_BYTES = 4_000;
const WAIT_SECONDS = 60;

interface ProgramLimits {
  /** How many requests for missing files an address may send in a minute. */
  readonly missesPerMinute: number;
  readonly bytesPerMinute?: number;
  readonly now?: () => number;
}

/**
 * Limits the bytes of the program's files that one address gets. Its requests for them are not counted otherwise:
 * a refused one would leave a part of the page missing.
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
    const message = 'This address has loaded too much in a minute. Try again in a minute.';
    return refuse(reply.header('retry-after', WAIT_SECONDS), 429, message);
  });
  // Before the body is sent: of many requests at once, each counts at its beginning.
  app.addHook('onSend', async (request, reply) => {
    if (!isOfProgram(request) || reply.statusCode === 429) return;
    budgets.spend(addressOf(request), Math.max(0, bytesOf(request, reply) - MIN_BYTES));
  });
  const sweeping = setInterval(() => budgets.sweep(), WAIT_SECONDS * 1000).unref();
  app.addHook('onClose', async () => clearInterval(sweeping));
}
