import { MathUtils } from 'three';

/** The whole duration, and the rise in it; both are longer with reduced motion. */
export const FLASH_SECONDS = 1.15;
const RISE_SECONDS = 0.35;
const REDUCED_MOTION_FLASH_SECONDS = 5;
const REDUCED_MOTION_RISE_SECONDS = 2;
const REDUCED_MOTION_LIGHT = 0.4;
/** The shortest time between the beginnings of two flashes. */
export const MIN_GAP_SECONDS = 1.5;

/**
 * The light of merges, 0 to 1. However many merges come during one flash, one more flash follows.
 */
export class MergeFlashAnimation {
  light = 0;
  #age = Infinity;
  #due = false;
  #reducedMotion = false;

  add(): void {
    this.#due = true;
  }

  update(delta: number, reducedMotion: boolean): void {
    this.#age += delta;
    const gap = this.#reducedMotion ? REDUCED_MOTION_FLASH_SECONDS : MIN_GAP_SECONDS;
    if (this.#due && this.#age >= gap) {
      this.#due = false;
      this.#age = 0;
      this.#reducedMotion = reducedMotion;
    }
    const rise = this.#reducedMotion ? REDUCED_MOTION_RISE_SECONDS : RISE_SECONDS;
    const whole = this.#reducedMotion ? REDUCED_MOTION_FLASH_SECONDS : FLASH_SECONDS;
    if (this.#age >= whole) this.light = 0;
    else
      this.light =
        MathUtils.smoothstep(this.#age, 0, rise) *
        (1 - MathUtils.smoothstep(this.#age, rise, whole)) *
        (this.#reducedMotion ? REDUCED_MOTION_LIGHT : 1);
  }
}
