/** Seconds: a light rises, then falls to a third in this time; the calm one takes its time for both. */
const RISE_SECONDS = 0.09;
const FALL_SECONDS = 0.55;
const REDUCED_MOTION_RISE_SECONDS = 0.7;
const REDUCED_MOTION_FALL_SECONDS = 1.6;
const REDUCED_MOTION_LIGHT = 0.4;
/** Below this there is nothing to see. */
const DARK = 0.004;

/** The light of one place, 0 to 1: lit once for each time a commit fires there; one that still glows goes on from what it has. */
export class CommitLightAnimation {
  light = 0;
  /** Seconds since it was lit. */
  age = Infinity;
  #from = 0;
  #reducedMotion = false;

  get glows(): boolean {
    return this.light > 0 || this.age === 0;
  }

  start(reducedMotion: boolean): void {
    this.#from = this.light;
    this.#reducedMotion = reducedMotion;
    this.age = 0;
  }

  update(delta: number): void {
    if (this.age === Infinity) return;
    this.age += delta;
    const rise = this.#reducedMotion ? REDUCED_MOTION_RISE_SECONDS : RISE_SECONDS;
    const most = this.#reducedMotion ? REDUCED_MOTION_LIGHT : 1;
    if (this.age < rise) {
      this.light = this.#from + (most - this.#from) * (this.age / rise);
      return;
    }
    this.light =
      most * Math.exp((rise - this.age) / (this.#reducedMotion ? REDUCED_MOTION_FALL_SECONDS : FALL_SECONDS));
    if (this.light >= DARK) return;
    this.light = 0;
    this.age = Infinity;
  }
}
