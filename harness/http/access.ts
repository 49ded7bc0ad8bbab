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

const RIGHT_KEY =
  'Send one that “home-world keys add NAME” makes in the folder of the home, or its HOME_WORLD_BRIDGE_TOKEN.';

/**
 * Answers a request without an agent key, and without the token of the home; returns undefined for other
 * requests.
 * @param what What needs the key: “A report”.
 */
export function refuseWrongKey(
  request: FastifyRequest,
  reply: FastifyReply,
  guard: TokenGuard,
  what: string,
): FastifyReply | undefined {
  const sent = sentTokenOf(request.headers);
  if (guard.agentKey(sent) !== undefined) return undefined;
  const revoked = sent === undefined ? undefined : guard.revokedKey(sent);
  // A revoked key is not counted as a guess, because an agent may send it with each of its events.
  if (revoked !== undefined)
    return refuse(
      reply.header('www-authenticate', 'Bearer'),
      401,
      `The key “${revoked}” was revoked. ${RIGHT_KEY}`,
    );
  const hint =
    sent === undefined
      ? `${what} needs a key: send the header “Authorization: Bearer <key>”. ${RIGHT_KEY}`
      : `This home does not know the key that was sent. ${RIGHT_KEY}`;
  return refuseWrongToken(request, reply, { guard, hint });
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
