import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { SourceError } from '../../data/readings/sources/source.ts';
import type { Fetch } from './bounded-fetch.ts';
import { isNearby } from './nearby.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** All addresses of a host name. */
export type Lookup = (host: string) => Promise<readonly string[]>;
const systemLookup: Lookup = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Whether a host is, by any of its addresses, on this machine or in a network of its owner. */
async function isPrivate({ hostname }: URL, addressesOf: Lookup): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return (isIP(host) === 0 ? await addressesOf(host) : [host]).some(isNearby);
}

/**
 * A fetch that follows redirects only where the one who sends them could have gone itself: a few, over http(s), and never from a public
 * host to a private address. Otherwise the owner of a weather service or a portal could read through the home what is behind its
 * firewall. A question that follows none by itself (`redirect: 'manual'`) stays as it is.
 */
export function guardRedirects(fetch: Fetch, addressesOf: Lookup = systemLookup): Fetch {
  return async (input, init) => {
    if (init?.redirect === 'manual') return fetch(input, init);
    let from = new URL(input);
    for (let hops = 0; ; hops++) {
      const response = await fetch(from.href, { ...init, redirect: 'manual' });
      const location = response.headers.get('location');
      if (!REDIRECTS.has(response.status) || location === null) return response;
      await response.body?.cancel();
      const to = URL.parse(location, from);
      if (!to || !/^https?:$/.test(to.protocol))
        throw new SourceError(`${from.host} redirects to something that is not an http(s) address`);
      if (hops >= MAX_REDIRECTS)
        throw new SourceError(`${from.host} redirects more than ${MAX_REDIRECTS} times`);
      if (
        to.host !== from.host &&
        (await isPrivate(to, addressesOf)) &&
        !(await isPrivate(from, addressesOf))
      )
        throw new SourceError(`${from.host} redirects to an address of a private network`);
      from = to;
    }
  };
}
