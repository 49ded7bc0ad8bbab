import { type ReadingConfig, defaultReadingConfig, isHttpUrl } from './reading-config.ts';

export type { ConfigProblem } from './reading-config.ts';

/**
 * `config.json`: what a home shows and where its readings come from. Every field has a default, so
 * an empty object is a valid file. A bad field never stops the page: it keeps its default, and a
 * problem names it with what was expected.
 */
export interface Config extends ReadingConfig {
  /** The text of a shared link below the name; empty for the default one. */
  readonly description: string;
  readonly resident: { readonly name: string; readonly persona: string };
  readonly relays: readonly string[];
  /** WebSocket of the bridge; empty means `/api/world/ws` on the home's own origin. */
  readonly bridge: { readonly url: string };
  readonly together: {
    /** Visitors see each other in the world, unless they choose otherwise. */
    readonly presence: boolean;
    /** Visitors who stand near each other may write to each other. */
    readonly chat: boolean;
  };
  readonly modules: readonly string[];
  /**
   * Origins whose pages may read the readings. Those that are named may also open the bridge and
   * bring modules; `*` may not.
   */
  readonly allowedOrigins: readonly string[];
  /** Whether there is an `ambient.mp3`: found by the gateway, set by hand on a static host. */
  readonly ambient: boolean;
}

/** In `allowedOrigins`: every page may read the readings. */
export const EVERY_ORIGIN = '*';

export const defaultConfig: Config = {
  ...defaultReadingConfig,
  description: '',
  resident: { name: 'Timmy', persona: '' },
  relays: ['wss://relay.damus.io', 'wss://nos.lol', 'wss://relay.primal.net'],
  bridge: { url: '' },
  together: { presence: true, chat: false },
  modules: [],
  allowedOrigins: [],
  ambient: false,
};

export const isOrigin = (value: string): boolean => isHttpUrl(value) && new URL(value).origin === value;
