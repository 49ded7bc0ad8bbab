import { smoothstep } from '../../utils/noise.ts';

/** Seconds from dark to dark, and of these the rise; the calm tint takes its time. */
export const SWELL_SECONDS = 1.15;
const RISE_SECONDS = 0.35;
const CALM_SWELL_SECONDS = 5;
const CALM_RISE_SECONDS = 2;
const CALM_LIGHT = 0.4;
/** From the beginning of one swell to the next. */
export const LEAST_GAP_SECONDS = 1.5;

/** The light of merges, 0 to 1: one swell for each, at its pace; of those that come while one is due, one follows. */
export class MergeSwell {
  light = 0;
  #age = Infinity;
  #due = false;
  #calm = false;

  add(): void {
    this.#due = true;
  }

  update(delta: number, calm: boolean): void {
    this.#age += delta;
    const gap = this.#calm ? CALM_SWELL_SECONDS : LEAST_GAP_SECONDS;
    if (this.#due && this.#age >= gap) {
      this.#due = false;
      this.#age = 0;
      this.#calm = calm;
    }
    const rise = this.#calm ? CALM_RISE_SECONDS : RISE_SECONDS;
    const whole = this.#calm ? CALM_SWELL_SECONDS : SWELL_SECONDS;
    if (this.#age >= whole) this.light = 0;
    else
      this.light =
        smoothstep(0, rise, this.#age) *
        (1 - smoothstep(rise, whole, this.#age)) *
        (this.#calm ? CALM_LIGHT : 1);
  }
}
