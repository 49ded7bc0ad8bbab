import { type Config, EVERY_ORIGIN } from '../../data/config/config.ts';
import type { Recordings } from './replay.ts';

/** The repository of the recorded commits. */
export const OWNER = 'timmy';
export const REPO = 'lit';
/** The place of the recorded forecast (harness/demo/data/README.md), and its time zone. */
const PLACE = { place: 'Waxahachie, Texas', timeZone: 'America/Chicago' } as const;
/** The longest `appName` that the configuration allows. */
const MAX_NAME_CHARACTERS = 60;

/** Where the recorded upstreams are. */
interface Upstreams {
  readonly weather: string;
  readonly chain: string;
  readonly relay: string;
}

/** The home's configuration with the addresses of the recorded upstreams. */
export const demoConfig = (
  config: Config,
  { latitude, longitude }: Recordings['forecast'],
  { weather, chain, relay }: Upstreams,
): Config => ({
  ...config,
  appName: `DEMO · ${config.appName}`.slice(0, MAX_NAME_CHARACTERS),
  codeHost: { url: '', owner: OWNER, repo: REPO, agents: [], authors: true },
  weather: {
    url: weather,
    latitude: Math.round(latitude * 100) / 100,
    longitude: Math.round(longitude * 100) / 100,
    ...PLACE,
  },
  // The sky always shows dusk, its most beautiful hour: many people open a demo at noon.
  sky: { hour: 'dusk' },
  chain: { url: chain },
  relays: [relay],
  modules: config.modules.filter((module) => module.startsWith('/')),
  // A recording is no secret, and people try the widgets with a demo.
  allowedOrigins: [...config.allowedOrigins, EVERY_ORIGIN],
  recorded: true,
});
