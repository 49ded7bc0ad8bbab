/** The time of the rise, and the time constant of the decay; both are longer with reduced motion. */
const RISE_SECONDS = 0.09;
const FALL_SECONDS = 0.55;
const REDUCED_MOTION_RISE_SECONDS = 0.7;
const REDUCED_MOTION_FALL_SECONDS = 1.6;
const REDUCED_MOTION_LIGHT = 0.4;
/** Below this value the light is off. */
const DARK = 0.004;

/** The light of one place, 0 to 1. A new light rises from the current value. */
export class CommitLightAnimation {
  light = 0;
  /** Seconds since its start. */
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
