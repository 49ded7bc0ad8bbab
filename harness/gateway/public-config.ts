import type { Config } from '../../data/config.ts';
import { SELF_BASE, SELF_HOST } from './self-fetch.ts';

/** A host as a browser sends it; anything else never gets into an answer of ours. */
export const SAFE_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

/**
 * The part of the configuration that pages get: exactly the fields of `Config`, nothing else of the owner's file. Addresses
 * under which the gateway asks itself become those of the origin the page was asked from.
 */
export function publicConfig(config: Config, protocol: string, host: string | undefined): Config {
  const own = host !== undefined && SAFE_HOST.test(host) ? host : undefined;
  const visible = (url: string): string => {
    if (own === undefined) return url;
    const secure = protocol === 'https' ? 's' : '';
    return url
      .replace(SELF_BASE, `http${secure}://${own}/`)
      .replace(`ws://${SELF_HOST}/`, `ws${secure}://${own}/`);
  };
  return {
    appName: config.appName,
    description: config.description,
    resident: { ...config.resident },
    codeHost: { ...config.codeHost },
    weather: { ...config.weather, url: visible(config.weather.url) },
    chain: { url: visible(config.chain.url) },
    relays: config.relays.map(visible),
    bridge: { ...config.bridge },
    modules: config.modules,
    allowedOrigins: config.allowedOrigins,
  };
}
