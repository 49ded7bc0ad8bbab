import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Reader, Readers, Shown } from '../keys/readers.ts';
import { JSON_TYPE, varyBy } from './conditional.ts';
import type { State } from '../../data/state.ts';
import type { HomePart } from '../config/access.ts';

/**
 * Who may use a route of a home that is not public. Every client may use an `open` route: such a route shows
 * nothing of the home, or checks a key itself. Other routes name what they show. A route without a value is
 * closed to strangers.
 */
type RouteAccess = 'open' | Shown | undefined;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess | ((request: FastifyRequest) => RouteAccess);
  }
  interface FastifyRequest {
    /**
     * Who sent the request: always `guest` in a public home. In other homes, always `stranger` at open
     * routes, because the home does not check there.
     */
    reader: Reader;
  }
}

/** What visitors read where something is not for them. */
const REFUSAL = 'Only the owner of this home sees this: sign in.';
/** The policy of an answer that is no page. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

const accessOf = (request: FastifyRequest): RouteAccess => {
  const { access } = request.routeOptions.config ?? {};
  // An address without a route is closed too: strangers must not learn which addresses there are.
  if (request.is404) return undefined;
  return typeof access === 'function' ? access(request) : access;
};

/**
 * Answers 401 to a request that is not for a page. Scripts of pages learn from `private` that signing in
 * helps.
 */
const refuseProgram = (reply: FastifyReply): FastifyReply =>
  reply
    .code(401)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': NO_PAGE })
    .type(JSON_TYPE)
    .send({ message: REFUSAL, url: '', private: true });

interface Border {
  readonly readers: Readers;
  /** Whether the gateway itself sent the request. */
  readonly isOwn?: (request: FastifyRequest) => boolean;
  /** The origins that strangers must not find in the policy of an answer, such as those of relays. */
  readonly hiddenOrigins?: readonly string[];
  /** Answers a browser that opens a page; undefined for other requests. */
  readonly refusePage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
}

/**
 * Keeps strangers out of a home that is not public. No other code opens or closes routes. Also keeps caches
 * from giving the answer for one reader to another. A public home has no checks.
 */
export function guardBorder(
  app: FastifyInstance,
  { readers, isOwn = () => false, hiddenOrigins = [], refusePage = () => undefined }: Border,
): void {
  app.decorateRequest('reader', readers.isPublic ? 'guest' : 'stranger');
  if (readers.isPublic) return;
  const hidden = new Set(hiddenOrigins);
  const withoutHidden = (policy: string): string =>
    policy
      .split(';')
      .map((part) =>
        part
          .split(' ')
          .filter((word) => !hidden.has(word))
          .join(' '),
      )
      .join(';');

  app.addHook('onRequest', async (request) => {
    if (accessOf(request) !== 'open') request.reader = isOwn(request) ? 'guest' : readers.of(request.headers);
  });
  // Runs before the body is read, and after the rate limit, so that refused requests count too.
  app.addHook('preParsing', async (request, reply, payload) => {
    const access = accessOf(request);
    if (access === 'open' || request.reader !== 'stranger') return payload;
    if (access !== undefined && readers.sees('stranger', access)) return payload;
    varyBy(reply, 'cookie');
    return refusePage(request, reply) ?? refuseProgram(reply);
  });
  app.addHook('onSend', async (request, reply) => {
    const isOpen = accessOf(request) === 'open';
    if (request.reader === 'stranger') {
      const policy = reply.getHeader('content-security-policy');
      if (typeof policy === 'string') void reply.header('content-security-policy', withoutHidden(policy));
    }
    if (isOpen) return;
    varyBy(reply, 'cookie');
    const cached = String(reply.getHeader('cache-control') ?? '');
    if (!cached.includes('no-store')) void reply.header('cache-control', 'private, no-cache');
    // Pages of other origins must not load this answer with the reader's cookie.
    if (request.reader !== 'stranger' && reply.hasHeader('cross-origin-resource-policy'))
      void reply.header('cross-origin-resource-policy', 'same-origin');
  });
}

/**
 * What the sender of a request (owner, guest or stranger; see `Reader`) may see of the home. In a public
 * home, everyone may see everything.
 */
export interface SeenHome {
  readonly stateFor: (request: FastifyRequest) => State;
  readonly sees: (request: FastifyRequest) => (part: HomePart) => boolean;
}
