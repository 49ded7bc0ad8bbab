import type { FastifyRequest } from 'fastify';
import { originAllowed } from '../bridge/sockets/auth.ts';
import { requestOriginOf } from '../core/request-origin.ts';

/** Whether a page of another site sent the request. Browsers alone send these headers. */
export function isCrossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return !originAllowed(request.headers.origin, requestOriginOf(request).host, []);
}
