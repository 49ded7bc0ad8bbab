import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { UserError } from './user-error.ts';

/** A host as a browser sends it. Any other text is never repeated in an answer. */
const SAFE_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

/** The protocol and host of a request, safe to repeat in an answer. */
export interface RequestOrigin {
  readonly protocol: 'http' | 'https';
  /** Undefined if the request has no host, or an invalid one. */
  readonly host: string | undefined;
}

/**
 * The origin as the visitor sees it. Behind a trusted proxy it comes from `X-Forwarded-Host` and
 * `X-Forwarded-Proto`, otherwise these headers are ignored: Fastify decides by its `trustProxy`.
 */
export function requestOriginOf(request: Pick<FastifyRequest, 'protocol' | 'host'>): RequestOrigin {
  // A proxy may forward any text, whatever the type says.
  const protocol = request.protocol === 'https' ? 'https' : 'http';
  const { host } = request;
  const known = SAFE_HOST.test(host) && URL.parse(`${protocol}://${host}/`) !== null;
  return { protocol, host: known ? host : undefined };
}

/**
 * The home's address for a request: the configured address, else the requested host, else a relative address.
 */
export function baseOf(request: Pick<FastifyRequest, 'protocol' | 'host'>, publicUrl?: string): string {
  if (publicUrl !== undefined) return publicUrl;
  const { protocol, host } = requestOriginOf(request);
  return host === undefined ? './' : `${protocol}://${host}/`;
}

/**
 * The origin of the page that sent a request: `--public-url`, else what the browser says, else the address of
 * the request. Call it for requests of this home's own pages only (`refuseCrossSite`).
 */
export function pageOriginOf(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const { protocol, host = 'localhost' } = requestOriginOf(request);
  const sent = URL.parse(request.headers.origin ?? '');
  // Behind a proxy that sends no headers, only `Origin` has the right protocol. Its host must be the same.
  return sent?.host === host ? sent.origin : new URL(`${protocol}://${host}`).origin;
}

/** Whether a host name or an IP address always means the machine itself. An IPv6 address has no brackets. */
export const isLoopback = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  name === '::1' ||
  (isIP(name) === 4 && name.startsWith('127.'));

/** The value of a flag as an http(s) address without query and fragment, ending in a slash. Throws a `UserError`. */
export function homeAddress(given: string, flag: string): string {
  const url = URL.parse(given);
  const plain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url && plain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/*$/, '/');
  throw new UserError(
    `--${flag} needs the http(s) address of the home, got “${given.replace(/:\/\/[^/]*@/, '://(not repeated)@')}”.`,
    `Give it as visitors type it, for example --${flag} https://home.example/.`,
    2,
  );
}

export const publicUrlOf = (given: string | undefined): string | undefined =>
  given === undefined ? undefined : homeAddress(given, 'public-url');
