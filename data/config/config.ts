import {
  type Kind,
  type ValuesOf,
  defaultsOf,
  field,
  flag,
  isHttpUrl,
  isUrl,
  list,
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

/** In a list of origins: every origin. */
export const EVERY_ORIGIN = '*';

export const origin: Kind<string> = {
  name: 'origin',
  expected: 'an origin such as https://home.example, or "*"',
  check: where((value) => value === EVERY_ORIGIN || (isHttpUrl(value) && new URL(value).origin === value)),
};

/**
 * The fields of `config.json`: what a home shows and where its readings come from. Each has a default, so an
 * empty object is a valid file. A bad field never stops the page: it keeps its default, and a problem names
 * it with what was expected. The server has fields of its own (`harness/config/server-config.ts`).
 */
export const configFields = {
  ...readingFields,
  /** The text of a shared link below the name; empty for the default one. */
  description: field(text(300), ''),
  resident: { name: field(words(40, 'name'), 'Timmy'), persona: field(text(8000), '') },
  relays: field(list(8, socketUrl, 'ws(s) URLs'), [
    'wss://relay.damus.io',
    'wss://nos.lol',
    'wss://relay.primal.net',
  ]),
  /** WebSocket of the bridge; empty means `/api/world/ws` on the home's own origin. */
  bridge: { url: field(orEmpty(socketUrl, 'for this home’s own bridge'), '') },
  together: {
    /** Visitors see each other in the world, unless they choose otherwise. */
    presence: field(flag, true),
    /** Visitors who stand near each other may write to each other. */
    chat: field(flag, false),
  },
  modules: field(list(32, modulePath, 'module paths (/my-panel.js) or URLs'), []),
  /**
   * Origins whose pages may read the readings. Those that are named may also open the bridge and
   * bring modules; `*` may not.
   */
  allowedOrigins: field(list(64, origin, 'origins such as https://home.example, or "*" for all'), []),
  /** Whether there is an `ambient.mp3`: found by the gateway, set by hand on a static host. */
  ambient: field(flag, false),
};

export interface Config extends ValuesOf<typeof configFields> {}

export const defaultConfig: Config = defaultsOf(configFields);
