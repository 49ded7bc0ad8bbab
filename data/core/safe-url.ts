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
