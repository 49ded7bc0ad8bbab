import { type EventReader, emit } from '../core/event.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import { currentValue } from '../readings/reading.ts';
import type { View } from '../view/view.ts';
import { visitPortal } from '../view/go-to.ts';
import { type ViewState, dispatchView } from '../view/view-state.ts';
import type { WorldState } from '../world-state.ts';
import type { Derived } from '../derived.ts';
import type { Travel, TravelState } from './travel-state.ts';
import { WarpRun } from './warp-run.ts';

/**
 * A longer pause between two frames counts as this long, so that visitors who return from a hidden tab or a
 * sleeping machine see the rest of the warp. Shorter pauses count in full, so that a warp takes the same time
 * at three frames a second as at sixty.
 */
const MAX_PAUSE_SECONDS = 0.5;

type WarpView = View & { readonly mode: 'warp' };

type Needs = TravelState & ViewState & WorldState & { readonly derived: Pick<Derived, 'portals'> };

/** Runs the warps of a page, at most one at a time. */
class Warp {
  readonly #state: Needs;
  readonly #monotonicNow: () => number;
  readonly #listening = new AbortController();
  /** Travels during the warp: a travel that is not the warp's own ends the warp. */
  readonly #otherTravels: EventReader<Travel>;
  /** Travels from which the visitor has not returned. */
  readonly #departures: EventReader<Travel>;
  #view: WarpView | undefined;
  #run = new WarpRun();
  #seconds = 0;
  /** The time of the last frame. Milliseconds. */
  #last = 0;
  /** The portals at the last check; a change requires another check. */
  #portals: unknown;

  constructor(state: Needs, page: EventTarget, monotonicNow: () => number) {
    this.#state = state;
    this.#monotonicNow = monotonicNow;
    this.#otherTravels = state.travel.reader();
    this.#departures = state.travel.reader();
    page.addEventListener('pageshow', (event) => this.#comeBack(event), { signal: this.#listening.signal });
  }

  update(): void {
    const { view: current, travel, warp } = this.#state;
    const view = current.get();
    if (view.mode !== 'warp') {
      if (this.#view) this.#end();
      return;
    }
    if (view !== this.#view) this.#begin(view);
    this.#count();
    if (this.#otherTravels.last() || !this.#isOpen(view)) {
      this.#end();
      return;
    }
    const { progress, navigate, done } = this.#run.step(this.#seconds);
    if (navigate) {
      emit(travel, { portalId: view.portalId, href: view.href });
      this.#otherTravels.last();
    }
    if (done) this.#end();
    else warp.progress.set(progress);
  }

  dispose(): void {
    this.#listening.abort();
    if (this.#view) this.#end();
  }

  #begin(view: WarpView): void {
    this.#view = view;
    this.#run = new WarpRun();
    this.#seconds = 0;
    this.#last = this.#monotonicNow();
    this.#portals = undefined;
    this.#otherTravels.last();
  }

  #count(): void {
    const time = this.#monotonicNow();
    this.#seconds += Math.min(MAX_PAUSE_SECONDS, (time - this.#last) / 1000);
    this.#last = time;
  }

  #end(): void {
    this.#view = undefined;
    const { progress } = this.#state.warp;
    if (progress.get() !== 0) progress.set(0);
    dispatchView(this.#state, { kind: 'end', mode: 'warp' });
  }

  /** Whether the portal still leads to this URL; true if the registry cannot be read. */
  #isOpen({ portalId, href }: WarpView): boolean {
    const reading = this.#state.derived.portals.get();
    if (reading === this.#portals) return true;
    this.#portals = reading;
    const portals = currentValue(reading);
    if (!portals) return true;
    const entrance = portals.find(({ record }) => record.id === portalId)?.entrance;
    return entrance?.open === true && entrance.href === href;
  }

  /**
   * After the browser’s Back button the page may come from the back/forward cache: the warp ends, and the
   * visitor stands before the portal through which they left.
   */
  #comeBack(event: Event): void {
    if (!(event as PageTransitionEvent).persisted) return;
    this.#end();
    const left = this.#departures.last();
    if (left) visitPortal(this.#state, left.portalId, 'return');
  }
}

/**
 * Runs the warp of specification 3.3 while its view is active: the progress, the travel event, the end. It
 * does not need a picture. If the portal closes during the warp, the visitor stays.
 */
export const createWarp = (page: EventTarget, monotonicNow: () => number): DataModule<Needs> =>
  dataModule((state) => new Warp(state, page, monotonicNow));
