import type { Config } from '../../config/config.ts';
import { RequestError } from '../../core/http.ts';
import type { Sovereignty, SovereigntyPart } from '../records.ts';
import {
  countParts,
  hostedPart,
  isLocalHost,
  isSameDomain,
  recordedPart,
  unknownPart,
} from '../sovereignty-count.ts';
import type { Source } from './source.ts';
import { sovereignty } from './sovereignty.ts';

/**
 * The figure as the page of a home on a static host can tell it. A host in the page's own domain may be
 * the owner's or their provider's (`….github.io`): that is not known.
 */
export function countFromConfig(config: Config, base: string): Sovereignty {
  const { bridge, codeHost, weather, chain, relays, recorded } = config;
  const isOwn = (url: string): boolean | null =>
    isLocalHost(url) ? true : isSameDomain(url, base) ? null : false;
  const part = (name: string, says: string, ...urls: string[]): SovereigntyPart[] => {
    const there = urls.filter((url) => url !== '');
    return there.length === 0 ? [] : [hostedPart(name, says, there, isOwn)];
  };
  const replayed = (name: string, says: string, ...urls: string[]): SovereigntyPart[] =>
    recorded ? [recordedPart(name)] : part(name, says, ...urls);
  return countParts([
    ...part('pages', 'They come', base),
    ...part('bridge', 'The conversation comes', bridge.url),
    ...(bridge.url === '' ? [] : [unknownPart('resident', 'Where it runs, and its model, is not known.')]),
    ...replayed('commits', 'They come', codeHost.url),
    ...replayed('weather', 'The forecast comes', weather.url),
    ...replayed('block height', 'The height comes', chain.url),
    ...replayed('relays', 'The notes come', ...relays),
  ]);
}

/**
 * `sovereignty-status.json`. For an owner without that file the gateway answers it; on a static host it is
 * missing, and the page counts from config.json.
 */
export const sovereigntyOrCount = {
  ...sovereignty,
  read: (io, config: Config, signal) =>
    sovereignty.read(io, config, signal).catch((error: unknown) => {
      if (!(error instanceof RequestError) || error.status !== 404) throw error;
      const counted = countFromConfig(config, io.base);
      // The reading is named after the file, which is not there: the label says what was read.
      return { kind: 'value', value: { ...counted, label: `${counted.label}, by config.json` } };
    }),
} satisfies Source<'sovereignty'>;
