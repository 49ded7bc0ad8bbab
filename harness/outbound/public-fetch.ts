import { RequestError } from '../../data/core/http.ts';
import { depthOf } from './address-depth.ts';
import type { Fetch } from './fetch.ts';
import type { PinnedFetch } from './pinned-fetch.ts';
import { type Lookup, addressesOf, systemLookup } from './redirects.ts';

/**
 * A fetch for addresses that strangers name: over https only, to servers on the internet only, and without redirects.
 * It connects to the addresses that were checked.
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
