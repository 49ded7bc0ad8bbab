import { type Signal, signal } from '@lit-labs/signals';
import { type EventSignal, event } from '../core/event.ts';
import type { Arrival } from './arrival.ts';

/** A travel through a portal to a URL. */
export interface Travel {
  readonly portalId: string;
  readonly href: string;
}

export interface TravelState {
  /** Set if the visitor arrived through a portal of another world. */
  readonly arrival: Signal.State<Arrival | undefined>;
  /** Requests to travel through a portal now, from `travelTo` or the warp. `travel.ts` navigates. */
  readonly travel: EventSignal<Travel>;
  readonly warp: {
    /** 0 to 1 during a warp, otherwise 0 (specification 3.3). */
    readonly progress: Signal.State<number>;
  };
}

export const createTravelState = (): TravelState => ({
  arrival: signal<Arrival | undefined>(undefined),
  travel: event({ portalId: '', href: '' }),
  warp: { progress: signal(0) },
});
