import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { LogLevel } from '../core/log.ts';
import { refuse } from './conditional.ts';

/** More than Node accepts: its limit of 16 KiB for headers includes the request line. */
const MAX_ADDRESS_CHARACTERS = 16 * 1024;
/** Replaces an address that cannot be decoded; no file is called `%`. */
const UNDECODABLE = '/%25';

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/**
 * A Fastify app with the limits of the home, without routes.
 * @param trustProxy Number of the owner's proxies in front of the home.
 */
export const createServerApp = (trustProxy: number): FastifyInstance =>
  Fastify({
    // Each proxy appends the address of its client to X-Forwarded-For. So only the last
    // `trustProxy` entries come from proxies; a visitor can write any before them. Fastify wants a
    // function of address and hop here.
    trustProxy: trustProxy > 0 && ((_address, hop) => hop < trustProxy),
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    // Some clients offer HTTP/2 with every request (“Upgrade: h2c”): the home ignores the offer and answers
    // in HTTP/1.1. Node before 24.9 and 22.21 ignores this option.
    http: { shouldUpgradeCallback: ({ headers }) => /^websocket$/i.test(headers.upgrade ?? '') },
    // If Fastify's router cannot decode an address, it answers without security headers and rate limit. So
    // the router gets another address.
    rewriteUrl: ({ url = '/' }) => (isDecodable(url) ? url : UNDECODABLE),
    routerOptions: { maxParamLength: MAX_ADDRESS_CHARACTERS },
  });

/** Over HTTP visitors only read; they write over the bridge. */
const METHODS = ['GET', 'HEAD'];

/** All methods except OPTIONS, with which browsers ask what a page of another site may do. */
const ALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Answers all other methods at this address with 405, and names those that work there. */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  methods: readonly string[],
  hint = '',
): void {
  const message = `Only ${methods.length === 1 ? 'this method works' : 'these methods work'} here: ${methods.join(', ')}.${hint && ` ${hint}`}`;
  app.route({
    method: ALL_METHODS.filter((method) => !methods.includes(method)),
    url,
    // Runs before the body is read, and after the rate limit.
    preParsing: async (_request, reply) => refuse(reply.header('allow', methods.join(', ')), 405, message),
    handler: async () => undefined,
  });
}

/** Answers a request for an address where nothing is. */
type NotFound = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export const refuseUnknown: NotFound = (_request, reply) =>
  refuse(reply, 404, 'There is nothing at this address.');

/**
 * Answers failed requests, and requests without a route, in the form of all errors of the home.
 * @param notFound Answers with 404 in another form.
 */
export function handleErrors(
  app: FastifyInstance,
  log: (line: string, level: LogLevel) => void,
  notFound: NotFound = refuseUnknown,
): void {
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) log(`a request failed: ${error.message}`, 'error');
    const message = status < 500 ? error.message : 'The home could not answer this.';
    return refuse(reply, status, message);
  });
  app.setNotFoundHandler({ preValidation: app.rateLimit() }, (request, reply) => {
    if (request.url !== request.originalUrl)
      return refuse(reply, 400, 'This address cannot be decoded: “%” is written “%25”.');
    if (!METHODS.includes(request.method)) {
      const allow = METHODS.join(', ');
      return refuse(reply.header('allow', allow), 405, `Only these methods work here: ${allow}.`);
    }
    return notFound(request, reply);
  });
}
