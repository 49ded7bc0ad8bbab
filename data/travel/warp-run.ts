import { WARP_ARRIVES, WARP_SECONDS } from '../view/view.ts';

/** The delay between the travel event and the navigation (specification 3.3). */
const ORDER_DELAY_SECONDS = 0.18;

const NAVIGATION_SECONDS = WARP_SECONDS * WARP_ARRIVES + ORDER_DELAY_SECONDS;
/** A moment counts as reached this many seconds early, because a sum of frame times is not exact. */
const EARLY = 1e-6;

/** The state of a warp at a moment. */
interface WarpMoment {
  /** 0 to 1. */
  readonly progress: number;
  /** True once, when the browser is to navigate. */
  readonly navigate: boolean;
  readonly done: boolean;
}

/**
 * One warp. Its state depends only on the seconds since its start (specification 3.3), so it is the same at
 * any frame rate, within one frame.
 */
export class WarpRun implements WarpMoment {
  progress = 0;
  navigate = false;
  done = false;
  #navigated = false;

  /** Returns the object itself: read its values, but do not keep it. */
  step(elapsed: number): WarpMoment {
    this.progress = Math.min(1, Math.max(this.progress, elapsed / WARP_SECONDS));
    this.done = elapsed >= WARP_SECONDS - EARLY;
    this.navigate = !this.#navigated && (this.done || elapsed >= NAVIGATION_SECONDS - EARLY);
    if (this.navigate) this.#navigated = true;
    return this;
  }
}
