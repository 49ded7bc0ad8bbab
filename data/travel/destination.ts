/** URL parsers drop tabs and line ends (`/<tab>/host`), and take a backslash for a slash. */
const MISLEADING = /[\p{Cc}\\]/u;

const HTTP = ['http:', 'https:'];

/**
 * The rule for every address that comes from outside: a URL of one of these protocols, http(s) if
 * none are given, without a name and password in it. `base` is what a relative address is resolved
 * against. Undefined for everything else.
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

/** Whether this is a path of the home's own origin, and no `//host`. */
export const isOwnPath = (value: string): boolean => /^\/(?!\/)/.test(value) && !MISLEADING.test(value);

/**
 * Where a portal's address leads: an http(s) address, or a path of this home. Undefined for
 * everything else (specification 3.2): such a portal cannot be entered, and is not checked.
 */
export function destinationUrl(address: string, base: string): URL | undefined {
  if (!isOwnPath(address) && !(/^https?:\/\//i.test(address) && !MISLEADING.test(address))) return undefined;
  return safeUrl(address, base);
}
