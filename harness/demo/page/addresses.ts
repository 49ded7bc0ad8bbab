/**
 * The upstreams of a static demo. No name below `.invalid` exists (RFC 6761), so a request that the page does
 * not answer reaches no server.
 */
const HOST = 'recordings.invalid';
export const upstreams = {
  weather: `https://${HOST}/weather`,
  chain: `https://${HOST}/chain`,
  relay: `wss://${HOST}/relay`,
} as const;

/** The paths below the folder of the pages whose content the home's server would make or change. */
const OF_THE_SERVER = /^(?:api\/|portals\.json$|sovereignty-status\.json$)/;

/** The path below the folder of the pages; undefined for other addresses. */
export const ownPath = ({ host, pathname }: URL, base: URL): string | undefined =>
  host === base.host && pathname.startsWith(base.pathname) ? pathname.slice(base.pathname.length) : undefined;

/** Whether the page answers this address itself. */
export const isRecorded = (url: URL, base: URL): boolean =>
  url.host === HOST || OF_THE_SERVER.test(ownPath(url, base) ?? '');
