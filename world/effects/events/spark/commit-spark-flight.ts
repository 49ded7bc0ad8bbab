/** From the constellation to the floor. */
export const FLIGHT_SECONDS = 1.2;
/** The tail runs into the floor after the head. */
const TAIL_SECONDS = 0.35;
/** The sparks of commits that come together land one after the other: at most three a second. */
export const STAGGER_SECONDS = 0.36;
/** More commits at once are only lights on the floor. */
export const MAX_SPARKS = 6;

/** When each spark began, and which of them have landed. */
export class SparkFlights {
  /** Seconds since a spark began; negative while it waits, `Infinity` where there is none. */
  readonly ages = new Float32Array(MAX_SPARKS).fill(Infinity);
  readonly #landed = new Uint8Array(MAX_SPARKS).fill(1);

  /** Starts a spark after those that wait; −1 where all are under way. */
  start(): number {
    let free = -1;
    let latest = STAGGER_SECONDS;
    for (let i = 0; i < MAX_SPARKS; i++) {
      const age = this.ages[i] ?? Infinity;
      if (age === Infinity) free = i;
      else latest = Math.min(latest, age);
    }
    if (free < 0) return -1;
    this.ages[free] = Math.min(0, latest - STAGGER_SECONDS);
    this.#landed[free] = 0;
    return free;
  }

  get isFlying(): boolean {
    for (let i = 0; i < MAX_SPARKS; i++) if (this.ages[i] !== Infinity) return true;
    return false;
  }

  /** Moves all on; true where a spark has reached the floor in this step. */
  hasLanded(spark: number): boolean {
    if (this.#landed[spark] === 1 || (this.ages[spark] ?? 0) < FLIGHT_SECONDS) return false;
    this.#landed[spark] = 1;
    return true;
  }

  update(delta: number): void {
    for (let i = 0; i < MAX_SPARKS; i++) {
      const age = (this.ages[i] ?? Infinity) + delta;
      this.ages[i] = age > FLIGHT_SECONDS + TAIL_SECONDS && this.#landed[i] === 1 ? Infinity : age;
    }
  }
}
