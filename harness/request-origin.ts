import type { FastifyRequest } from 'fastify';

/** A host as a browser sends it; anything else never gets into an answer of ours. */
const SAFE_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

/** Under what a home was asked, as its answers may repeat it. */
export interface RequestOrigin {
  readonly protocol: 'http' | 'https';
  /** Without one nobody can tell: it was missing, or no address can be made of it. */
  readonly host: string | undefined;
}

/**
 * What the visitor asked for. Behind a proxy that is trusted this is what the proxy forwards
 * (`X-Forwarded-Host` and `-Proto`), otherwise those headers count for nothing: Fastify decides
 * that by its `trustProxy`.
 */
export function requestOriginOf(request: Pick<FastifyRequest, 'protocol' | 'host'>): RequestOrigin {
  // Whatever a proxy forwards comes here as it is, whatever the type says.
  const protocol = request.protocol === 'https' ? 'https' : 'http';
  const { host } = request;
  const known = SAFE_HOST.test(host) && URL.parse(`${protocol}://${host}/`) !== null;
  return { protocol, host: known ? host : undefined };
}
