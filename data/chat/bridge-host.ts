import type { Config } from '../config/config.ts';
import type { Settings } from '../config/settings/settings.ts';
import type { Environment } from '../core/environment.ts';
import type { PageState } from '../core/page-state.ts';
import type { Readable } from '../core/watch.ts';
import type { TravelState } from '../travel/travel-state.ts';
import type { WorldState } from '../world-state.ts';
import type { EventHost } from './window-events.ts';

/** What the bridge client needs from its page: the home, or another page with the chat. */

export interface BridgeClientDeps extends Pick<
  Environment,
  'WebSocket' | 'storage' | 'now' | 'monotonicNow' | 'random'
> {
  /** Dispatches an event on the window. */
  dispatch(event: Event): void;
  /** The window, for `pagehide` and `pageshow`. */
  readonly page: EventTarget;
}

export type BridgeConfig = Pick<Config, 'bridge' | 'resident'>;

/** The part of the state that the bridge client needs; the chat on other pages has only this. */
export type BridgeHost = Pick<PageState, 'base' | 'online'> &
  Omit<EventHost, 'config'> &
  Pick<TravelState, 'arrival'> & {
    readonly config: Readable<BridgeConfig>;
    readonly settings: Readable<Pick<Settings, 'acting'>>;
    readonly world: Pick<WorldState['world'], 'action'>;
  };
