import type { DataModule } from '../core/module.ts';
import { currentValue } from '../readings/reading.ts';
import { type EventReader, emit } from '../core/event.ts';
import type { Derived } from '../derived.ts';
import type { ViewState } from '../view/view-state.ts';
import type { WorldState } from '../world-state.ts';
import type { Travel, TravelState } from './travel-state.ts';
import { dispatchView } from '../view/dispatch-view.ts';
import type { View } from '../view/view.ts';
import { WarpRun } from './warp-run.ts';

/**
 * A longer pause between two frames is none of the warp: the tab was hidden, or the machine asleep, and who comes back sees the rest of
 * it. Shorter ones count in full, so that a machine that draws three frames a second warps no longer than any other. Seconds.
 */
const LONGEST_PAUSE_SECONDS = 0.5;

type Warp = View & { readonly mode: 'warp' };

/** The parts of the state that this module uses. */
type Needs = TravelState & ViewState & WorldState & { readonly derived: Pick<Derived, 'portals'> };

/**
 * Runs the warp of specification 3.3 while the view is in it: its progress, the order to navigate, its end. Knows no picture: where
 * there is none, or it is lost on the way, one gets there all the same. A world that closes meanwhile turns the visitor back.
 */
export function createWarp(page: EventTarget, now: () => number): DataModule<Needs> {
  let state: Needs;
  let listening: AbortController | undefined;
  let warp: Warp | undefined;
  let run = new WarpRun();
  let seconds = 0;
  let last = 0;
  /** The portals as last looked at: they are looked through again when they change. */
  let seen: unknown;
  /** Travels while the warp runs: one that is not its own takes the visitor elsewhere. */
  let otherTravels: EventReader<Travel>;
  /** Travels that the visitor has not come back from. */
  let departures: EventReader<Travel>;

  /** Whether the portal still leads where the warp goes. A registry that cannot be read says nothing against it. */
  const open = ({ portalId, href }: Warp): boolean => {
    const reading = state.derived.portals.get();
    if (reading === seen) return true;
    seen = reading;
    const portals = currentValue(reading);
    if (!portals) return true;
    const entrance = portals.find(({ record }) => record.id === portalId)?.entrance;
    return entrance?.open === true && entrance.href === href;
  };

  const begin = (view: Warp): void => {
    warp = view;
    run = new WarpRun();
    seconds = 0;
    last = now();
    seen = undefined;
    otherTravels.last();
  };

  const end = (): void => {
    warp = undefined;
    if (state.warp.progress.get() !== 0) state.warp.progress.set(0);
    dispatchView(state, { kind: 'end', mode: 'warp' });
  };

  /** The browser’s way back shows the page as it was left: a step before the portal one left by (`visit`), and in no warp. */
  const comeBack = (event: Event): void => {
    if (!(event as PageTransitionEvent).persisted) return;
    end();
    const left = departures.last();
    if (left) emit(state.world.visit, { portalId: left.portalId, manner: 'return' });
  };

  return {
    init(_scene, into) {
      state = into;
      warp = undefined;
      otherTravels = state.travel.reader();
      departures = state.travel.reader();
      listening = new AbortController();
      page.addEventListener('pageshow', comeBack, { signal: listening.signal });
    },
    update() {
      const view = state.view.get();
      if (view.mode !== 'warp') {
        if (warp) end();
        return;
      }
      if (view !== warp) begin(view);
      const time = now();
      // A clock that was set back, or far ahead, is no reason to stay or to jump.
      seconds += Math.min(LONGEST_PAUSE_SECONDS, Math.max(0, time - last) / 1000);
      last = time;
      if (otherTravels.last() || !open(view)) {
        end();
        return;
      }
      const { progress, navigate, done } = run.step(seconds);
      if (navigate) {
        emit(state.travel, { portalId: view.portalId, href: view.href });
        otherTravels.last();
      }
      if (done) end();
      else state.warp.progress.set(progress);
    },
    dispose() {
      listening?.abort();
      if (warp) end();
    },
  };
}
