/** URL parsers remove tabs and line ends (`/<tab>/host`), and treat a backslash as a slash. */
const MISLEADING = /[\p{Cc}\\]/u;

const HTTP = ['http:', 'https:'];

/**
 * The check for all URLs from outside: one of these protocols (by default http and https), and no user name
 * or password. A relative URL is resolved against `base`. Undefined if the URL is refused.
 */
export function safeUrl(
  address: string,
  base?: string,
  protocols: readonly string[] = HTTP,
): URL | undefined {
  const url = URL.parse(address, base);
  return url && protocols.includes(url.protocol) && url.username === '' && url.password === ''
    ? url
    : undefined;
}

/** Whether this is a path on the home's own origin, and not `//host`. */
export const isOwnPath = (value: string): boolean => /^\/(?!\/)/.test(value) && !MISLEADING.test(value);

/**
 * The URL of a portal: an http(s) URL, or a path of this home. Undefined for all others (specification 3.2):
 * such a portal cannot be entered, and is not checked.
 */
export function destinationUrl(address: string, base: string): URL | undefined {
  if (!isOwnPath(address) && !(/^https?:\/\//i.test(address) && !MISLEADING.test(address))) return undefined;
  return safeUrl(address, base);
}
