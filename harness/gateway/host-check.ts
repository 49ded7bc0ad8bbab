import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isLoopback, requestOriginOf } from '../core/request-origin.ts';
import { refuse } from '../http/conditional.ts';

/** A host name without its port, normalised for comparison. */
const nameOf = (host: string): string =>
  (URL.parse(`http://${host}/`)?.hostname ?? '').replace(/^\[|\]$/g, '');

/**
 * The host names that a home answers to besides IP addresses and `localhost`; undefined if they
 * are not known and every name is accepted.
 * @param listensOn The address or name of `--host`.
 */
export function hostNames(listensOn: string, publicUrl: string | undefined): string[] | undefined {
  if (publicUrl !== undefined) return [new URL(publicUrl).hostname];
  return isLoopback(listensOn) ? [] : undefined;
}

/**
 * Whether a home with these names answers requests for `host`. With DNS rebinding another site
 * gives its own name the address of this machine, and its page then counts as a page of the home.
 * Such a page always uses a name, so IP addresses are safe.
 */
function hostAccepted(host: string, names: readonly string[] | undefined): boolean {
  if (names === undefined) return true;
  const name = nameOf(host);
  return isIP(name) !== 0 || isLoopback(name) || names.includes(name);
}

const REFUSAL =
  'This home does not answer requests for this host name. Its owner can allow the name with --public-url; the IP address works too.';

/**
 * Refuses requests for a host that is not the home's (421), or with two Host headers (400, RFC
 * 9112, 3.2). Probes may use any name for `/healthz`.
 * @param isOwn Whether the gateway itself made the request.
 */
export function checkHost(
  app: FastifyInstance,
  names: readonly string[] | undefined,
  isOwn: (headers: Readonly<Record<string, unknown>>) => boolean = () => false,
): void {
  // Runs in `preHandler`, after the rate limit of the route, so that refused requests count too.
  app.addHook('preHandler', async (request, reply) => {
    const { rawHeaders } = request.raw;
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) return refuse(reply, 400, 'A request needs exactly one Host header.');
    if (request.host === '' || request.routeOptions.url === '/healthz' || isOwn(request.headers))
      return undefined;
    const { host } = requestOriginOf(request);
    if (host === undefined && names === undefined) return undefined;
    if (host === undefined || !hostAccepted(host, names)) return refuse(reply, 421, REFUSAL);
    return undefined;
  });
}
