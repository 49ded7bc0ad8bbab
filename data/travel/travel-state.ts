import { type Signal, signal } from '@lit-labs/signals';
import { type EventSignal, event } from '../core/event.ts';
import type { Arrival } from './arrival.ts';

/** Through this portal, to this address. */
export interface Travel {
  readonly portalId: string;
  readonly href: string;
}

export interface TravelState {
  /** Set when the visitor came through a portal of another world. */
  readonly arrival: Signal.State<Arrival | undefined>;
  /** Go through a portal now: from `travelTo` and the warp. `travel.ts` navigates. */
  readonly travel: EventSignal<Travel>;
  readonly warp: {
    /** 0 to 1 on the way through a portal, and 0 otherwise (specification 3.3). */
    readonly progress: Signal.State<number>;
  };
}

export const createTravelState = (): TravelState => ({
  arrival: signal<Arrival | undefined>(undefined),
  travel: event({ portalId: '', href: '' }),
  warp: { progress: signal(0) },
});
