import { WARP_ARRIVES, WARP_SECONDS } from '../view/view.ts';

/** How long after the order the browser goes (specification 3.3). */
const ORDER_DELAY_SECONDS = 0.18;

const NAVIGATION_SECONDS = WARP_SECONDS * WARP_ARRIVES + ORDER_DELAY_SECONDS;
/** Sums of frames are never exact: a moment counts as reached this much early. Seconds. */
const EARLY = 1e-6;

/** The state of a warp at a moment. */
interface WarpMoment {
  /** 0 to 1. */
  readonly progress: number;
  /** The browser is to go now; true once. */
  readonly navigate: boolean;
  readonly done: boolean;
}

/**
 * One warp. Its moments follow from the seconds since it began (specification 3.3), so they are the
 * same at any frame rate, within one frame.
 */
export class WarpRun implements WarpMoment {
  progress = 0;
  navigate = false;
  done = false;
  #navigated = false;

  /** Returns itself: read it, do not keep it. */
  step(elapsed: number): WarpMoment {
    this.progress = Math.min(1, Math.max(this.progress, elapsed / WARP_SECONDS));
    this.done = elapsed >= WARP_SECONDS - EARLY;
    this.navigate = !this.#navigated && (this.done || elapsed >= NAVIGATION_SECONDS - EARLY);
    if (this.navigate) this.#navigated = true;
    return this;
  }
}
