import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { RequestError } from '../../data/core/http.ts';
import { type Fetch, unlessAborted } from './fetch.ts';
import { depthOf } from './address-depth.ts';
import type { PinnedFetch } from './pinned-fetch.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** All IP addresses of a host name. */
export type Lookup = (host: string) => Promise<readonly string[]>;

const systemLookup: Lookup = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** The addresses of a URL’s host. Rejects as `fetch` does. */
async function addressesOf(
  { hostname }: URL,
  lookUp: Lookup,
  signal: RequestInit['signal'],
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return [host];
  try {
    return await unlessAborted(signal, lookUp(host));
  } catch (cause) {
    // Reports the error as `fetch` does.
    throw signal?.aborted ? cause : new TypeError('fetch failed', { cause });
  }
}

/**
 * A fetch that follows at most three redirects, over http(s) only. A redirect may not lead further inside:
 * from the internet to the owner's network, or from there to this machine. Otherwise the operator of a
 * weather service or a portal could read, through the home, what is behind its firewall. With
 * `redirect: 'manual'` it follows no redirect.
 *
 * Each host name is looked up once, and the connection goes to the addresses that were checked. So it does
 * not matter if a name server gives another answer a moment later.
 */
export function guardRedirects(fetch: PinnedFetch, lookUp: Lookup = systemLookup): Fetch {
  return async (input, init) => {
    let from = new URL(input);
    let addresses = await addressesOf(from, lookUp, init?.signal);
    for (let hops = 0; ; hops++) {
      const response = await fetch(from.href, { ...init, redirect: 'manual' }, addresses);
      const location = response.headers.get('location');
      if (init?.redirect === 'manual' || !REDIRECTS.has(response.status) || location === null)
        return response;
      await response.body?.cancel();
      const to = URL.parse(location, from);
      if (!to || !/^https?:$/.test(to.protocol))
        throw new RequestError(`${from.host} redirects to something that is not an http(s) address`);
      if (hops >= MAX_REDIRECTS)
        throw new RequestError(`${from.host} redirects more than ${MAX_REDIRECTS} times`);
      if (to.hostname !== from.hostname) {
        const next = await addressesOf(to, lookUp, init?.signal);
        // If the redirecting host also has a public address, it does not count as part of the owner's
        // network.
        const depth = Math.max(...next.map(depthOf));
        if (depth > Math.min(...addresses.map(depthOf)))
          throw new RequestError(
            `${from.host} redirects to an address of ${depth === 2 ? 'this machine' : 'a private network'}`,
          );
        addresses = next;
      }
      from = to;
    }
  };
}

/**
 * A fetch for addresses that strangers name: over https only, to servers on the internet only, and without
 * redirects. It connects to the addresses that were checked.
 */
export const publicFetch =
  (fetch: PinnedFetch, lookUp: Lookup = systemLookup): Fetch =>
  async (input, init) => {
    const url = new URL(input);
    if (url.protocol !== 'https:') throw new RequestError('it is not an https address');
    const addresses = await addressesOf(url, lookUp, init?.signal);
    if (addresses.length === 0 || addresses.some((address) => depthOf(address) > 0))
      throw new RequestError('it is not an address on the internet');
    return fetch(url.href, { ...init, redirect: 'manual' }, addresses);
  };
