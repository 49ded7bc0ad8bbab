import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../data/config.ts';
import { askedUnder } from '../asked.ts';
import { type PageHashes, directives } from './csp.ts';
import { SELF_HEADER, SELF_HOST } from './self-fetch.ts';

/** What pages of other origins may read: the widgets' script and data. The pages themselves stay out. */
const PUBLIC_PATH =
  /^\/(?:[\w-]+\.json|embed\.js|assets\/.+|vendor\/.+|badge\/.+|api\/(?:v1|health)\/.+|demo\/.+)$/;

const isPublic = (url: string): boolean => PUBLIC_PATH.test(url.split('?')[0] ?? url);

/** Headers and limits that hold for every answer of the gateway. */
export async function protect(
  app: FastifyInstance,
  options: { config: Config; hashes: PageHashes; requestsPerMinute: number; selfSecret: string },
): Promise<void> {
  const { config, hashes, requestsPerMinute, selfSecret } = options;
  // The policy is made from Node's request, which does not know what the proxy forwards.
  const hosts = new WeakMap<IncomingMessage, string>();
  app.addHook('onRequest', async (request) => {
    const { host } = askedUnder(request);
    if (host !== undefined) hosts.set(request.raw, host);
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
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    allowList: (request) => request.headers[SELF_HEADER] === selfSecret,
    errorResponseBuilder: (_request, { after }) => ({
      statusCode: 429,
      message: `Too many requests from this address. Try again in ${after}.`,
      url: '',
    }),
  });
}
