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
import { type Source, jsonSource } from './source.ts';
import { sovereigntyFile } from '../schemas/sovereignty.ts';

/** `sovereignty-status.json` (specification 2.3) */
export const sovereignty = jsonSource({
  name: 'sovereignty',
  url: 'sovereignty-status.json',
  schema: sovereigntyFile,
  what: 'a sovereignty status file',
  convert: (value) => ({ kind: 'value', value }),
});

/**
 * The sovereignty of a home on a static host, counted by the page. A host in the page's own domain may belong
 * to the owner or to a provider (`….github.io`): then `own` is unknown.
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
 * `sovereignty-status.json`. If the owner has no such file, the gateway answers instead; on a static host the
 * file is missing, and the page counts from config.json.
 */
export const sovereigntyOrCount = {
  ...sovereignty,
  read: (io, config: Config, signal) =>
    sovereignty.read(io, config, signal).catch((error: unknown) => {
      if (!(error instanceof RequestError) || error.status !== 404) throw error;
      const counted = countFromConfig(config, io.base);
      // The reading has the name of the missing file, so the label names the real source.
      return { kind: 'value', value: { ...counted, label: `${counted.label}, by config.json` } };
    }),
} satisfies Source<'sovereignty'>;
