import type { FastifyRequest } from 'fastify';
import { requestOriginOf } from '../../core/request-origin.ts';

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
