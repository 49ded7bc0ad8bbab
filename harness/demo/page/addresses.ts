/**
 * The upstreams of a static demo. No name below `.invalid` exists (RFC 6761): what is not answered in
 * the page goes nowhere.
 */
const HOST = 'recordings.invalid';
export const upstreams = {
  weather: `https://${HOST}/weather`,
  chain: `https://${HOST}/chain`,
  relay: `wss://${HOST}/relay`,
} as const;

/** What the home's own server would make or change, below the folder of the pages. */
const OF_THE_SERVER = /^(?:api\/|portals\.json$|sovereignty-status\.json$)/;

/** The path below the folder of the pages; undefined for other addresses. */
export const ownPath = ({ host, pathname }: URL, base: URL): string | undefined =>
  host === base.host && pathname.startsWith(base.pathname) ? pathname.slice(base.pathname.length) : undefined;

/** Whether the page answers this address itself. */
export const isRecorded = (url: URL, base: URL): boolean =>
  url.host === HOST || OF_THE_SERVER.test(ownPath(url, base) ?? '');
