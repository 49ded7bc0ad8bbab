import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two tokens are the same. The time of the comparison does not depend on where they differ. */
export const sameToken = (given: string | undefined, expected: string | undefined): boolean =>
  expected !== undefined &&
  expected !== '' &&
  given !== undefined &&
  timingSafeEqual(digest(given), digest(expected));

/** The token of the header `Authorization: Bearer …`; undefined without one. */
export const bearerOf = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];

/**
 * Whether a page of this origin may open a socket. A browser always sends `Origin`, so a page of another site
 * cannot act for a visitor of this home. A client without it is not a browser, and is treated like any
 * visitor.
 */
export function originAllowed(
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && url.host === host?.toLowerCase();
}
