import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Config, EVERY_ORIGIN } from '../../data/config/config.ts';
import { STALE_HEADERS, TROUBLE_HEADER } from '../../data/readings/sources/code-host.ts';
import type { Bridge } from '../bridge/bridge.ts';
import { addressOf, enableSockets } from '../bridge/routes.ts';
import { sentTokenOf } from '../bridge/sockets/auth.ts';
import type { TokenGuard } from '../bridge/sockets/token-guard.ts';
import { networksOf } from '../core/networks.ts';
import { requestOriginOf } from '../core/request-origin.ts';
import { sameToken } from '../core/secret.ts';
import { guardBorder } from '../http/border.ts';
import { compressTexts } from '../http/compress.ts';
import { directives, hashesOfPages, originsOf } from '../http/csp.ts';
import { isReading, lightenReadings } from '../http/reading-headers.ts';
import { handleErrors } from '../http/server-app.ts';
import type { Readers } from '../keys/readers.ts';
import { SELF_HEADER, SELF_HOST } from '../outbound/self-fetch.ts';
import type { GatewaySettings } from './gateway-options.ts';
import { checkHost } from './host-check.ts';
import { pageNames } from './pages/open-graph.ts';
import { notFound, privatePage } from './pages/plain-page.ts';
import { isOfProgram, limitBytes } from './program-files.ts';
import { strangersConfig } from './strangers.ts';

/** The maximum number of requests of one address, unless `--rate-limit` sets another number. */
export const REQUESTS_PER_MINUTE = 600;

/**
 * Which origins may read the answer (CORS). Every origin may read scripts; the origins that the owner allows
 * may also read the readings.
 */
function readersOf(url: string, allowedOrigins: readonly string[]): '*' | false | string[] {
  if (isOfProgram({ url })) return '*';
  if (!isReading(url.split('?')[0] ?? url)) return false;
  return allowedOrigins.includes(EVERY_ORIGIN) ? '*' : [...allowedOrigins];
}

/**
 * The permissions policy. Neither the pages nor anything that they load may ask a visitor for these
 * permissions. Only the home's own pages may ask for the microphone, so that visitors can talk to the
 * resident.
 */
const PERMISSIONS_POLICY = [
  ...['camera', 'display-capture', 'geolocation', 'hid', 'midi', 'payment', 'serial', 'usb'].map(
    (feature) => `${feature}=()`,
  ),
  'microphone=(self)',
].join(', ');

/** The policies of every answer, and which pages of other sites may read it. */
export async function addHeaders(app: FastifyInstance, config: Config, dist: string): Promise<void> {
  const hashes = await hashesOfPages(dist, pageNames);
  // Helmet makes the policy from Node's request. That request does not have the host that Fastify reads from
  // the headers of a trusted proxy.
  const hosts = new WeakMap<IncomingMessage, string>();
  app.addHook('onRequest', async (request, reply) => {
    const { host } = requestOriginOf(request);
    if (host !== undefined) hosts.set(request.raw, host);
    void reply.header('permissions-policy', PERMISSIONS_POLICY);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: directives(config, hashes, SELF_HOST, (request) => hosts.get(request)),
    },
    // The gateway uses plain HTTP; the server that adds TLS decides on this header.
    strictTransportSecurity: false,
    // Badges and widgets are for pages of other sites.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  await app.register(cors, {
    delegator: async (request: FastifyRequest) => ({
      origin: readersOf(request.url, config.allowedOrigins),
      methods: ['GET', 'HEAD'],
      exposedHeaders: ['ETag', ...Object.values(STALE_HEADERS), TROUBLE_HEADER],
      maxAge: 86_400,
    }),
  });
}

/** Tells caches that the answers depend on the headers of a proxy. */
function varyByProxy(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const vary = [reply.getHeader('vary')].flat().filter((value) => value !== undefined);
    void reply.header('vary', [...vary, 'X-Forwarded-Host, X-Forwarded-Proto'].join(', '));
  });
}

/** Headers, limits and errors of every answer of the gateway. */
export async function addLimits(
  app: FastifyInstance,
  { dist, hostNames, publicUrl, trustProxy = 0, log }: GatewaySettings,
  parts: {
    readonly config: Config;
    readonly bridge: Bridge;
    readonly readers: Readers;
    readonly requestsPerMinute: number;
    readonly selfSecret: string;
  },
): Promise<void> {
  const { config, bridge, readers, requestsPerMinute: max, selfSecret } = parts;
  const isOwn = (headers: Readonly<Record<string, unknown>>): boolean => headers[SELF_HEADER] === selfSecret;
  const visitorsSee = readers.visitorsSee ?? [];
  const shown = originsOf(strangersConfig(config, (part) => visitorsSee.includes(part)));
  guardBorder(app, {
    readers,
    isOwn: ({ headers }) => isOwn(headers),
    hiddenOrigins: originsOf(config).filter((origin) => !shown.includes(origin)),
    refusePage: privatePage(publicUrl),
  });
  await addHeaders(app, config, dist);
  // The policy, the pages and `config.json` contain host and protocol, which the proxy’s headers determine.
  if (trustProxy > 0) varyByProxy(app);
  limitBytes(app, { missesPerMinute: max });
  await limitRate(app, { max, selfSecret, guard: bridge.guard });
  lightenReadings(app);
  checkHost(app, hostNames, isOwn);
  await enableSockets(app, bridge);
  compressTexts(app);
  handleErrors(app, log, notFound(publicUrl, config.appName));
}

interface RateOptions {
  /** The maximum number of requests per minute. */
  readonly max: number;
  /** Marks the home's own requests, which are not counted. */
  readonly selfSecret?: string;
  readonly guard?: TokenGuard | undefined;
}

/**
 * Limits the requests of one address and of its networks. The files of the program are not counted, because a
 * visit loads about 80 of them, and all visitors behind one router have the same address; `limitBytes` limits
 * the bytes of these files. Requests with the token or an agent key are counted separately from the other
 * requests of their address. Otherwise these other requests could use up the limit of the owner's agent.
 */
export async function limitRate(app: FastifyInstance, options: RateOptions): Promise<void> {
  const { max, selfSecret, guard } = options;
  /** The prefix for requests that are counted separately from the other requests of their address. */
  const senderOf = (sent: string | undefined): string => {
    if (sameToken(sent, guard?.token)) return 'with the token ';
    const key = guard?.agentKey(sent);
    return key === undefined ? '' : `with the key ${key.name} `;
  };
  await app.register(rateLimit, {
    max,
    timeWindow: '1 minute',
    store: RequestCounts,
    // The prefix is in front of the address, so that the store still finds the networks of the address.
    keyGenerator: (request: FastifyRequest) => senderOf(sentTokenOf(request.headers)) + addressOf(request),
    allowList: (request) =>
      isOfProgram(request) || (selfSecret !== undefined && request.headers[SELF_HEADER] === selfSecret),
    errorResponseBuilder: (_request, { after }) => ({
      statusCode: 429,
      message: `Too many requests from this address. Try again in ${after}.`,
      url: '',
    }),
  });
}

/**
 * The number of requests in the current minute, by address and by IPv6 network. The plugin's own store is not
 * used, because it has one count for each key. All counts begin again at the same time, so nothing is kept
 * about addresses that send no more requests.
 */
class RequestCounts implements FastifyRateLimitStore {
  readonly #counts = new Map<string, number>();
  /** The end of the current minute on the monotonic clock, because the time of day may be set back. */
  #endsAt = 0;

  /** A refused request is not counted: it must not use up the limit of the other addresses of its network. */
  incr(
    key: string,
    callback: Parameters<FastifyRateLimitStore['incr']>[1],
    windowMs: number,
    max: number,
  ): void {
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#counts.clear();
      this.#endsAt = now + windowMs;
    }
    const networks = networksOf(key);
    const before = networks.map(({ name, share }) => Math.floor((this.#counts.get(name) ?? 0) / share));
    const current = Math.max(...before) + 1;
    if (current <= max)
      for (const { name } of networks) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    callback(null, { current, ttl: this.#endsAt - now });
  }

  /** The requests of a route with its own limit are counted separately. */
  child(): RequestCounts {
    return new RequestCounts();
  }
}
