import {
  type Kind,
  type ValuesOf,
  defaultsOf,
  field,
  flag,
  isHttpUrl,
  isUrl,
  list,
  oneOf,
  orEmpty,
  text,
  where,
  words,
} from './fields.ts';
import { isOwnPath } from '../travel/destination.ts';
import { readingFields } from './reading-config.ts';

const socketUrl: Kind<string> = {
  name: 'socketUrl',
  expected: 'a ws(s) URL',
  check: where((value) => isUrl(value, ['ws:', 'wss:'])),
};

const modulePath: Kind<string> = {
  name: 'modulePath',
  expected: 'a path (/my-panel.js) or an http(s) URL',
  check: where((value) => isOwnPath(value) || isHttpUrl(value)),
};

/** Means all origins in a list of origins. */
export const EVERY_ORIGIN = '*';

export const origin: Kind<string> = {
  name: 'origin',
  expected: 'an origin such as https://home.example, or "*"',
  check: where((value) => value === EVERY_ORIGIN || (isHttpUrl(value) && new URL(value).origin === value)),
};

/** The fixed hours that the owner can choose for the sky, with their names in theme/hours.ts. */
export const skyHours = ['midnight', 'dawn', 'noon', 'dusk'] as const;
export type SkyHour = (typeof skyHours)[number];

/**
 * The fields of `config.json`: what a home shows and where its readings come from. Each field has a default,
 * so an empty object is a valid file. An invalid field does not stop the page: it gets its default, and a
 * problem names it with the expected value. The server has its own fields
 * (`harness/config/server-config.ts`).
 */
export const configFields = {
  ...readingFields,
  /** The description of a shared link; empty for the default. */
  description: field(text(300), ''),
  resident: { name: field(words(40, 'name'), 'Timmy'), persona: field(text(8000), '') },
  relays: field(list(8, socketUrl, 'ws(s) URLs'), [
    'wss://relay.damus.io',
    'wss://nos.lol',
    'wss://relay.primal.net',
  ]),
  /** The WebSocket URL of the bridge; empty means `/api/world/ws` on the home's own origin. */
  bridge: { url: field(orEmpty(socketUrl, 'for this home’s own bridge'), '') },
  together: {
    /** Visitors see each other in the world, unless they switch that off. */
    presence: field(flag, true),
    /** Visitors near each other can write to each other. */
    chat: field(flag, false),
  },
  modules: field(list(32, modulePath, 'module paths (/my-panel.js) or URLs'), []),
  /**
   * Origins whose pages may request the readings. Listed origins may also open the bridge and provide
   * modules; `*` does not allow that.
   */
  allowedOrigins: field(list(64, origin, 'origins such as https://home.example, or "*" for all'), []),
  /** The hour that the sky shows: the present hour at the home's place, or a fixed hour. */
  sky: { hour: field(oneOf('place', ...skyHours), 'place') },
  /** Whether there is an `ambient.mp3`. The gateway sets this; on a static host the owner sets it. */
  ambient: field(flag, false),
};

export interface Config extends ValuesOf<typeof configFields> {}

export const defaultConfig: Config = defaultsOf(configFields);
