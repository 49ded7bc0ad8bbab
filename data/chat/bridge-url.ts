import type { Config } from '../config/config.ts';
import type { PageState } from '../core/page-state.ts';
import type { Readable } from '../core/watch.ts';

/** `bridge.url`, or `/api/world/ws` on the home's own origin. */
export function bridgeUrl({
  config,
  base,
}: Pick<PageState, 'base'> & { readonly config: Readable<Pick<Config, 'bridge'>> }): string {
  const { url } = config.get().bridge;
  if (url !== '') return url;
  const own = new URL('api/world/ws', base);
  own.protocol = own.protocol === 'https:' ? 'wss:' : 'ws:';
  return own.href;
}

/** Tells visitors why the bridge at this URL cannot be reached. */
export const unreachable = (url: string, everOpen: boolean): string =>
  everOpen
    ? 'the connection to the bridge was lost'
    : `no bridge answers at ${url}: this home is served without its gateway, or it is not running`;
