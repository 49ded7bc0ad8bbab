import { safeUrl } from '../core/safe-url.ts';

/** URL parsers remove tabs and line ends (`/<tab>/host`), and treat a backslash as a slash. */
const MISLEADING = /[\p{Cc}\\]/u;

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
