import { type EventSignal, event } from '../core/event.ts';
import { type Signal, signal } from '../core/signal.ts';
import type { FeedEvent, RelayStatus } from '../readings/records.ts';

export interface RelayState {
  readonly relay: {
    /** Newest first, at most 50. */
    readonly events: Signal<readonly FeedEvent[]>;
    readonly relays: Signal<readonly RelayStatus[]>;
    /** When the last new event was accepted, in milliseconds since the epoch; undefined before the first. */
    readonly heardAt: Signal<number | undefined>;
  };
  /** A zap was received. Detail: satoshis, 0 where the invoice names none. */
  readonly zap: EventSignal<number>;
}

export const createRelayState = (): RelayState => ({
  relay: {
    events: signal<readonly FeedEvent[]>([]),
    relays: signal<readonly RelayStatus[]>([]),
    heardAt: signal<number | undefined>(undefined),
  },
  zap: event(0),
});
