import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../data/config.ts';
import { askedUnder } from '../asked.ts';
import { type PageHashes, directives } from './csp.ts';
import { SELF_HEADER, SELF_HOST } from './self-fetch.ts';

/** What pages of other origins may read: the widgets' script and data. The pages themselves stay out. */
const PUBLIC_PATH =
  /^\/(?:[\w-]+\.json|embed\.js|assets\/.+|vendor\/.+|badge\/.+|api\/(?:v1|health)\/.+|demo\/.+)$/;

const isPublic = (url: string): boolean => PUBLIC_PATH.test(url.split('?')[0] ?? url);

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
export async function protect(
  app: FastifyInstance,
  options: {
    config: Config;
    hashes: PageHashes;
    requestsPerMinute: number;
    selfSecret: string;
    /** Whether answers depend on what a proxy forwards: host and protocol are in the policy, in pages and in `config.json`. */
    varyByProxy: boolean;
  },
): Promise<void> {
  const { config, hashes, requestsPerMinute, selfSecret, varyByProxy } = options;
  // The policy is made from Node's request, which does not know what the proxy forwards.
  const hosts = new WeakMap<IncomingMessage, string>();
  app.addHook('onRequest', async (request, reply) => {
    const { host } = askedUnder(request);
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
    delegator: async (request: FastifyRequest) =>
      isPublic(request.url)
        ? {
            origin: '*',
            methods: ['GET', 'HEAD'],
            exposedHeaders: ['ETag', 'Link', 'X-Total-Count'],
            maxAge: 86_400,
          }
        : { origin: false },
  });
  await limitRate(app, requestsPerMinute, selfSecret);
}

/** Requests a minute from one address. `selfSecret` marks the home's own, which are not counted. */
export async function limitRate(app: FastifyInstance, max: number, selfSecret?: string): Promise<void> {
  await app.register(rateLimit, {
    max,
    timeWindow: '1 minute',
    // A request whose connection is gone already, as after a malformed chunk, has no address any more.
    keyGenerator: ({ ip }: { ip: string | undefined }) => normalizeIP(ip ?? 'gone'),
    allowList: (request) => selfSecret !== undefined && request.headers[SELF_HEADER] === selfSecret,
    errorResponseBuilder: (_request, { after }) => ({
      statusCode: 429,
      message: `Too many requests from this address. Try again in ${after}.`,
      url: '',
    }),
  });
}
