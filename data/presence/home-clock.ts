/**
 * If the difference between the clocks exceeds the smallest known difference by this much, one of the clocks
 * was set. Milliseconds.
 */
const SET_MS = 2_000;
/**
 * With each frame, the smallest known difference between this page's clock and the home's clock may grow by
 * this much, because clocks drift. Milliseconds.
 */
const DRIFT_MS = 0.5;

/**
 * Converts the time of a frame from the home's clock to this page's clock. The frame with the least delay
 * gives the difference of the two clocks: the extra delay of the others comes from the network, and would
 * make smooth movements uneven.
 */
export class HomeClock {
  #difference: number | undefined;

  /**
   * Returns the time `at` of the home's clock as a time of the page's clock. `now` is the present time of the
   * page's clock. Milliseconds.
   */
  toLocal(at: number, now: number): number {
    const difference = now - at;
    const shortest = this.#difference;
    const isNew = shortest === undefined || difference < shortest || difference > shortest + SET_MS;
    this.#difference = isNew ? difference : Math.min(difference, shortest + DRIFT_MS);
    return at + this.#difference;
  }

  /** Call it before frames of another connection, which may be of another home. */
  reset(): void {
    this.#difference = undefined;
  }
}
