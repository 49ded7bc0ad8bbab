import { smoothstep } from '../../utils/noise.ts';

/** How a wave runs: seconds from the resident to the rim, metres from its edge to the end of its tail, light. */
export interface WaveLook {
  readonly seconds: number;
  readonly width: number;
  readonly light: number;
}

/** A new block is a ripple; a milestone goes over the whole island. */
export const BLOCK_WAVE: WaveLook = { seconds: 3.6, width: 1.7, light: 0.34 };
export const MILESTONE_WAVE: WaveLook = { seconds: 2.7, width: 4.2, light: 1 };
/** Metres from the middle: where a wave begins, where it has faded, and where the calm one stands, along the platform's edge. */
const FIRST_RADIUS = 0.9;
const LAST_RADIUS = 33;
export const REDUCED_MOTION_RADIUS = 13;
const REDUCED_MOTION_SECONDS = 4;
const REDUCED_MOTION_LIGHT = 0.55;

/** One wave, run again for each piece of news; news that comes while it runs makes it run once more, and no more than once. */
export class ShockwaveAnimation {
  /** Metres from the middle, and 0 to 1. */
  front = 0;
  light = 0;
  readonly #look: WaveLook;
  #age = -1;
  #again = false;
  #reducedMotion = false;

  constructor(look: WaveLook) {
    this.#look = look;
  }

  get runs(): boolean {
    return this.#age >= 0;
  }

  start(reducedMotion: boolean): void {
    if (this.runs) this.#again = true;
    else {
      this.#age = 0;
      this.#reducedMotion = reducedMotion;
    }
  }

  /** Calm: a ring of light comes and goes in its place. */
  update(delta: number, reducedMotion: boolean): void {
    if (!this.runs) return;
    this.#age += delta;
    const t = this.#age / (this.#reducedMotion ? REDUCED_MOTION_SECONDS : this.#look.seconds);
    if (t >= 1) {
      this.#age = this.#again ? 0 : -1;
      this.#again = false;
      this.#reducedMotion = reducedMotion;
      this.light = 0;
      return;
    }
    if (this.#reducedMotion) {
      this.front = REDUCED_MOTION_RADIUS;
      this.light = Math.sin(Math.PI * t) ** 2 * REDUCED_MOTION_LIGHT * this.#look.light;
      return;
    }
    // Out quickly, slower towards the rim, as ripples seem to be.
    this.front = FIRST_RADIUS + (LAST_RADIUS - FIRST_RADIUS) * (1 - (1 - t) ** 1.5);
    this.light = smoothstep(0, 0.1, t) * (1 - smoothstep(0.45, 1, t)) * this.#look.light;
  }
}
