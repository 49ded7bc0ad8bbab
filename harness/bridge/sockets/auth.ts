import type { IncomingHttpHeaders } from 'node:http';

/** The header for a token where a server in front of the home uses `Authorization` itself. */
export const KEY_HEADER = 'x-home-world-key';

/**
 * The token or agent key that a client sends: in the header `X-Home-World-Key`, else in `Authorization: Bearer …`;
 * undefined without one.
 */
export function sentTokenOf({ authorization, [KEY_HEADER]: own }: IncomingHttpHeaders): string | undefined {
  if (typeof own === 'string' && own.trim() !== '') return own.trim();
  return /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

/**
 * Whether a page of this origin may open a socket. A browser always sends `Origin`, so a page of another site
 * cannot act for a visitor of this home. A client that sends no `Origin` is not a browser, and is treated
 * like any visitor.
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
