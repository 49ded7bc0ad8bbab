import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { requestOriginOf } from '../request-origin.ts';

/** A host name without its port, in the form it is compared in. */
const nameOf = (host: string): string =>
  (URL.parse(`http://${host}/`)?.hostname ?? '').replace(/^\[|\]$/g, '');

const isLoopback = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  name === '::1' ||
  (isIP(name) === 4 && name.startsWith('127.'));

/**
 * The host names that a home answers to besides IP addresses and `localhost`; undefined where they
 * are not known, and any name is taken.
 * @param listensOn The address or name of `--host`.
 */
export function hostNames(listensOn: string, publicUrl: string | undefined): string[] | undefined {
  if (publicUrl !== undefined) return [new URL(publicUrl).hostname];
  return isLoopback(listensOn) ? [] : undefined;
}

/**
 * Whether a home with these names is asked under `host`. DNS rebinding (a foreign name that
 * suddenly leads to this machine) makes a page elsewhere look like one of the home's own; such a
 * page is always asked under a name, so IP addresses are safe.
 */
export function hostAccepted(host: string, names: readonly string[] | undefined): boolean {
  if (names === undefined) return true;
  const name = nameOf(host);
  return isIP(name) !== 0 || isLoopback(name) || names.includes(name);
}

const REFUSED =
  'This home does not answer to this host name. Its owner can name it with --public-url; the IP address works as well.';

/**
 * Refuses requests with a host that is not the home's (421), or with two of them (400, RFC 9112,
 * 3.2). Probes may ask `/healthz` under any name.
 * @param isOwn Whether the gateway itself asks.
 */
export function checkHost(
  app: FastifyInstance,
  names: readonly string[] | undefined,
  isOwn: (headers: Readonly<Record<string, unknown>>) => boolean = () => false,
): void {
  // Not in `onRequest`: the rate limit of a route comes after that, and refusals count too.
  app.addHook('preHandler', async (request, reply) => {
    const { rawHeaders } = request.raw;
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) return reply.code(400).send({ message: 'A request has one Host header.', url: '' });
    if (request.host === '' || request.routeOptions.url === '/healthz' || isOwn(request.headers))
      return undefined;
    const { host } = requestOriginOf(request);
    if (host === undefined && names === undefined) return undefined;
    if (host === undefined || !hostAccepted(host, names))
      return reply.code(421).send({ message: REFUSED, url: '' });
    return undefined;
  });
}
