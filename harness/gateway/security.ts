import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Config, EVERY_ORIGIN } from '../../data/config/config.ts';
import { requestOriginOf } from '../request-origin.ts';
import { type PageHashes, directives } from './csp.ts';
import { SELF_HEADER, SELF_HOST } from './self-fetch.ts';

/** Requests of one address, unless `--rate-limit` says otherwise. */
export const REQUESTS_PER_MINUTE = 600;
/**
 * The program itself, the same in every home: a module script of another origin needs the
 * permission to be run at all.
 */
const SCRIPT_PATH = /^\/(?:embed\.js|assets\/.+|vendor\/.+)$/;
/** What a widget reads. The pages themselves stay out. */
const READING_PATH = /^\/(?:[\w-]+\.json|badge\/.+|api\/(?:v1|health)\/.+|demo\/.+)$/;

/**
 * Whose pages may read the answer (CORS): of scripts everybody's, of readings those the owner
 * allows.
 */
function readersOf(url: string, allowedOrigins: readonly string[]): '*' | false | string[] {
  const path = url.split('?')[0] ?? url;
  if (SCRIPT_PATH.test(path)) return '*';
  if (!READING_PATH.test(path)) return false;
  return allowedOrigins.includes(EVERY_ORIGIN) ? '*' : [...allowedOrigins];
}

/** What neither the pages nor anything they load may ask a visitor for. */
const PERMISSIONS_POLICY = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Headers and limits that hold for every answer of the gateway. */
export async function addSecurity(
  app: FastifyInstance,
  options: {
    config: Config;
    hashes: PageHashes;
    requestsPerMinute: number;
    selfSecret: string;
    /**
     * Whether answers depend on what a proxy forwards: host and protocol are in the policy, in
     * pages and in `config.json`.
     */
    varyByProxy: boolean;
  },
): Promise<void> {
  const { config, hashes, requestsPerMinute, selfSecret, varyByProxy } = options;
  // The policy is made from Node's request, which does not know what the proxy forwards.
  const hosts = new WeakMap<IncomingMessage, string>();
  app.addHook('onRequest', async (request, reply) => {
    const { host } = requestOriginOf(request);
    if (host !== undefined) hosts.set(request.raw, host);
    void reply.header('permissions-policy', PERMISSIONS_POLICY);
  });
  if (varyByProxy)
    app.addHook('onSend', async (_request, reply) => {
      const vary = [reply.getHeader('vary')].flat().filter((value) => value !== undefined);
      void reply.header('vary', [...vary, 'X-Forwarded-Host, X-Forwarded-Proto'].join(', '));
    });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: directives(config, hashes, SELF_HOST, (request) => hosts.get(request)),
    },
    // The gateway speaks plain HTTP; whoever puts TLS in front of it decides how long that binds.
    strictTransportSecurity: false,
    // Badges and widgets are for pages elsewhere.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  await app.register(cors, {
    delegator: async (request: FastifyRequest) => ({
      origin: readersOf(request.url, config.allowedOrigins),
      methods: ['GET', 'HEAD'],
      exposedHeaders: ['ETag'],
      maxAge: 86_400,
    }),
  });
  await limitRate(app, requestsPerMinute, selfSecret);
}

/** Requests a minute from one address. `selfSecret` marks the home's own, which are not counted. */
export async function limitRate(app: FastifyInstance, max: number, selfSecret?: string): Promise<void> {
  await app.register(rateLimit, {
    max,
    timeWindow: '1 minute',
    // A request whose connection is gone already, as after a malformed chunk, has no address any
    // more.
    keyGenerator: ({ ip }: { ip: string | undefined }) => normalizeIP(ip ?? 'gone'),
    allowList: (request) => selfSecret !== undefined && request.headers[SELF_HEADER] === selfSecret,
    errorResponseBuilder: (_request, { after }) => ({
      statusCode: 429,
      message: `Too many requests from this address. Try again in ${after}.`,
      url: '',
    }),
  });
}
