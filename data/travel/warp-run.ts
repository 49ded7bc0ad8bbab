import { WARP_ARRIVES, WARP_SECONDS } from '../view/view.ts';

/** How long after the order the browser goes (specification 3.3). */
const ORDER_DELAY_SECONDS = 0.18;

const NAVIGATION_SECONDS = WARP_SECONDS * WARP_ARRIVES + ORDER_DELAY_SECONDS;
/** Sums of frames are never exact: a moment counts as reached this much early. Seconds. */
const EARLY = 1e-6;

/** What a moment of a warp asks for. */
interface WarpMoment {
  /** 0 to 1. */
  readonly progress: number;
  /** The browser is to go now; true once. */
  readonly navigate: boolean;
  readonly done: boolean;
}

/**
 * One warp, told the seconds since it began. The moments are those of specification 3.3 and not of
 * the frames that happen to meet them: at any frame rate, and where frames are lost, the same
 * things happen, at the same time within a frame.
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
