/** The time of the flight from the constellation to the floor. */
export const FLIGHT_SECONDS = 1.2;
/** The tail reaches the floor after the head, by this time. */
const TAIL_SECONDS = 0.35;
/** The time between the landings of sparks for simultaneous commits: at most three a second. */
export const STAGGER_SECONDS = 0.36;
/** The maximum number of sparks. Further commits are only lights on the floor. */
export const MAX_SPARKS = 6;

/** The age of each spark, and which sparks have landed. */
export class SparkFlights {
  /** Seconds since a spark's start; negative while it waits, `Infinity` if there is no spark. */
  readonly ages = new Float32Array(MAX_SPARKS).fill(Infinity);
  readonly #landed = new Uint8Array(MAX_SPARKS).fill(1);

  /** Starts a spark after the waiting ones. Returns its index, or −1 if all are in use. */
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

  /** Returns true once for each spark: in the first call after it has reached the floor. */
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
