import { type EventReader, emit } from '../core/event.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import { currentValue } from '../readings/reading.ts';
import { dispatchView } from '../view/dispatch-view.ts';
import type { View } from '../view/view.ts';
import { visitPortal } from '../view/go-to.ts';
import type { ViewState } from '../view/view-state.ts';
import type { WorldState } from '../world-state.ts';
import type { Derived } from '../derived.ts';
import type { Travel, TravelState } from './travel-state.ts';
import { WarpRun } from './warp-run.ts';

/**
 * A longer pause between two frames counts as this much: the tab was hidden or the machine asleep,
 * and a visitor who comes back sees the rest of the warp. Shorter ones count in full, so that a warp
 * at three frames a second takes the same time as one at sixty.
 */
const MAX_PAUSE_SECONDS = 0.5;

type WarpView = View & { readonly mode: 'warp' };

type Needs = TravelState & ViewState & WorldState & { readonly derived: Pick<Derived, 'portals'> };

/** The warps of a page: at most one at a time. */
class Warp {
  readonly #state: Needs;
  readonly #monotonicNow: () => number;
  readonly #listening = new AbortController();
  /** Travels while the warp runs: one that is not its own takes the visitor elsewhere. */
  readonly #otherTravels: EventReader<Travel>;
  /** Travels that the visitor has not come back from. */
  readonly #departures: EventReader<Travel>;
  #view: WarpView | undefined;
  #run = new WarpRun();
  #seconds = 0;
  /** Milliseconds, at the last frame. */
  #last = 0;
  /** The portals at the last check; a change causes another check. */
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

  /** Whether the portal still leads there; assumed while the registry cannot be read. */
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
   * The browser’s Back button shows the page as it was left: the visitor then stands before the
   * portal they left by, in no warp.
   */
  #comeBack(event: Event): void {
    if (!(event as PageTransitionEvent).persisted) return;
    this.#end();
    const left = this.#departures.last();
    if (left) visitPortal(this.#state, left.portalId, 'return');
  }
}

/**
 * Runs the warp of specification 3.3 while the view is in it: its progress, the order to navigate,
 * its end. It needs no picture. If the portal closes during the warp, the visitor stays.
 */
export const createWarp = (page: EventTarget, monotonicNow: () => number): DataModule<Needs> =>
  dataModule((state) => new Warp(state, page, monotonicNow));
