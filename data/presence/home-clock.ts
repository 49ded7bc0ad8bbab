/** A difference that is this much longer than the shortest one means that a clock was set. Milliseconds. */
const SET_MS = 2_000;
/** What the shortest difference grows by with each frame, because two clocks never run alike. Milliseconds. */
const DRIFT_MS = 0.5;

/**
 * Says when a frame of the home was made, on this page's clock. The frame that took the shortest way
 * tells the difference of the two clocks: what others took longer is the network's, and would make
 * smooth movements uneven.
 */
export class HomeClock {
  #difference: number | undefined;

  /** `at` on the home's clock and `now` on the page's, in milliseconds; so is the result. */
  toLocal(at: number, now: number): number {
    const difference = now - at;
    const shortest = this.#difference;
    const isNew = shortest === undefined || difference < shortest || difference > shortest + SET_MS;
    this.#difference = isNew ? difference : Math.min(difference, shortest + DRIFT_MS);
    return at + this.#difference;
  }

  /** The next frame comes from another connection, perhaps of another home. */
  reset(): void {
    this.#difference = undefined;
  }
}
