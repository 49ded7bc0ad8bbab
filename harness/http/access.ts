import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../bridge/routes.ts';
import { originAllowed, sentTokenOf } from '../bridge/sockets/auth.ts';
import { TOO_MANY_WRONG_TOKENS, type TokenGuard, WAIT_SECONDS } from '../bridge/sockets/token-guard.ts';
import { refuse } from './conditional.ts';
import { requestOriginOf } from '../core/request-origin.ts';

interface Check {
  readonly guard: TokenGuard;
  /** How to send the right token. */
  readonly hint: string;
  /** What the client sent, if not in the header `Authorization`. */
  readonly given?: string;
  /** The right token, if it is not the bridge's. */
  readonly expected?: string;
}

/** Answers a request without the right token; returns undefined for other requests. */
export function refuseWrongToken(
  request: FastifyRequest,
  reply: FastifyReply,
  { guard, hint, given = sentTokenOf(request.headers), expected }: Check,
): FastifyReply | undefined {
  const result = guard.check(addressOf(request), given, expected);
  if (result === 'right') return undefined;
  if (result === 'wrong') void reply.header('www-authenticate', 'Bearer');
  return refuseAttempt(reply, result, hint);
}

/** Counts a wrong code or passkey of the owner, and answers the request. */
export const refuseWrongSecret = (
  request: FastifyRequest,
  reply: FastifyReply,
  guard: TokenGuard,
  message: string,
): FastifyReply => refuseAttempt(reply, guard.countWrong(addressOf(request)), message);

const refuseAttempt = (reply: FastifyReply, result: 'wrong' | 'too-many', message: string): FastifyReply =>
  result === 'wrong'
    ? refuse(reply, 401, message)
    : refuse(reply.header('retry-after', WAIT_SECONDS), 429, TOO_MANY_WRONG_TOKENS);

/** Whether a page of another site sent the request. Browsers alone send these headers. */
export function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return !originAllowed(request.headers.origin, requestOriginOf(request).host, []);
}
