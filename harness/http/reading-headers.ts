import type { FastifyInstance } from 'fastify';

/** The paths of readings, for programs and widgets elsewhere. The pages of the home are no readings. */
const READING_PATH =
  /^\/(?:[\w-]+\.json|feed\.xml|llms\.txt|oembed|badge\/.+|api\/(?:activity|history|open-work|sessions|status)\.json|api\/(?:v1|health|readings)\/.+|demo\/.+)$/;

export const isReading = (path: string): boolean => READING_PATH.test(path);

/**
 * With this policy, a reading that is opened like a page runs and loads nothing, and no page can frame it.
 */
const POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Headers that a reading does not need: those about what a page may do, and those of files, which the ETag
 * replaces. A client would send the date of `last-modified` back with each request.
 */
const OF_PAGES = [
  'accept-ranges',
  'cross-origin-opener-policy',
  'last-modified',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];
/**
 * A 304 does not need these headers, because the client keeps those of the last answer (RFC 9110, 15.4.5).
 */
const UNCHANGED = [
  'access-control-expose-headers',
  'content-security-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
];

/**
 * Leaves out the headers that a reading does not need. A widget asks for its readings each minute, and
 * usually they have not changed: then only the headers are sent.
 */
export function lightenReadings(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (!isReading(request.url.split('?')[0] ?? '')) return;
    const isUnchanged = reply.statusCode === 304;
    for (const name of isUnchanged ? [...OF_PAGES, ...UNCHANGED] : OF_PAGES) {
      reply.removeHeader(name);
      // Helmet sets its headers on Node's own response.
      reply.raw.removeHeader(name);
    }
    if (!isUnchanged) void reply.header('content-security-policy', POLICY);
  });
}
