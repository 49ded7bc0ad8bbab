import { type Config, configFields } from '../../../data/config/config.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { SELF_BASE, SELF_HOST } from '../../outbound/self-fetch.ts';

/**
 * The configuration that pages get: exactly the fields of `Config`, nothing else of the owner's
 * file. The gateway's addresses for itself become addresses of the page's origin.
 */
export function publicConfig(config: Config, { protocol, host }: RequestOrigin): Config {
  const visible = (url: string): string => {
    if (host === undefined) return url;
    const secure = protocol === 'https' ? 's' : '';
    return url
      .replace(SELF_BASE, `http${secure}://${host}/`)
      .replace(`ws://${SELF_HOST}/`, `ws${secure}://${host}/`);
  };
  const ofPages = Object.fromEntries(
    Object.entries(config).filter(([name]) => Object.hasOwn(configFields, name)),
  ) as Config;
  return {
    ...ofPages,
    weather: { ...config.weather, url: visible(config.weather.url) },
    chain: { url: visible(config.chain.url) },
    relays: config.relays.map(visible),
  };
}
