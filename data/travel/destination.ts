/** URL parsers drop tabs and line ends: `/<tab>/host` would lead to that host. A backslash they take for a slash. */
const MISLEADING = /[\p{Cc}\\]/u;

/** Whether this is a path of the home's own origin, and no `//host`. */
export const isOwnPath = (value: string): boolean => /^\/(?!\/)/.test(value) && !MISLEADING.test(value);

/**
 * Where a portal's address leads: an http(s) address without a name and password in it, or a path of this home. Undefined for
 * everything else (specification 3.2); nobody goes there, and nobody asks whether it is there.
 */
export function destinationUrl(address: string, base: string): URL | undefined {
  if (!isOwnPath(address) && !(/^https?:\/\//i.test(address) && !MISLEADING.test(address))) return undefined;
  const url = URL.parse(address, base);
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    ? url
    : undefined;
}
