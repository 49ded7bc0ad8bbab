import { type Signal, computed, signal } from '@lit-labs/signals';
import { type EventSignal, event } from '../core/event.ts';
import type { Readable } from '../core/watch.ts';
import type { FeedEvent, RelayStatus } from '../readings/records.ts';

export interface RelayState {
  readonly relay: {
    /** Newest first, at most 50. */
    readonly events: Signal.State<readonly FeedEvent[]>;
    readonly relays: Signal.State<readonly RelayStatus[]>;
    /** Whether any relay is connected. */
    readonly connected: Readable<boolean>;
    /** When the last new event was accepted. Milliseconds since the epoch; undefined before the first. */
    readonly lastEventTime: Signal.State<number | undefined>;
  };
  /** A zap was received. Detail: satoshis; 0 if the invoice has no amount. */
  readonly zap: EventSignal<number>;
}

export function createRelayState(): RelayState {
  const relays = signal<readonly RelayStatus[]>([]);
  return {
    relay: {
      events: signal<readonly FeedEvent[]>([]),
      relays,
      connected: computed(() => relays.get().some(({ state }) => state === 'open')),
      lastEventTime: signal<number | undefined>(undefined),
    },
    zap: event(0),
  };
}
