import { MathUtils } from 'three';

/**
 * A wave: its seconds from the resident to the rim, its width in metres with the tail, and its
 * brightness.
 */
interface WaveLook {
  readonly seconds: number;
  readonly width: number;
  readonly light: number;
}

/** A new block is a small wave, a milestone a bright one. */
export const BLOCK_WAVE: WaveLook = { seconds: 3.6, width: 1.7, light: 0.34 };
export const MILESTONE_WAVE: WaveLook = { seconds: 2.7, width: 4.2, light: 1 };
/**
 * The radius of a wave at its beginning and at its end. The ring with reduced motion has a fixed radius, at
 * the platform's edge.
 */
const FIRST_RADIUS_METRES = 0.9;
const LAST_RADIUS_METRES = 33;
const REDUCED_MOTION_RADIUS_METRES = 13;
const REDUCED_MOTION_SECONDS = 4;
const REDUCED_MOTION_LIGHT = 0.55;

/** One wave at a time. If any number of events come during a wave, it runs once more. */
export class ShockwaveAnimation {
  /** The radius in metres, and the light from 0 to 1. */
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

  /** With reduced motion a ring of light brightens and fades, and does not move. */
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
      this.front = REDUCED_MOTION_RADIUS_METRES;
      this.light = Math.sin(Math.PI * t) ** 2 * REDUCED_MOTION_LIGHT * this.#look.light;
      return;
    }
    // Fast at first, slower towards the rim.
    this.front = FIRST_RADIUS_METRES + (LAST_RADIUS_METRES - FIRST_RADIUS_METRES) * (1 - (1 - t) ** 1.5);
    this.light = MathUtils.smoothstep(t, 0, 0.1) * (1 - MathUtils.smoothstep(t, 0.45, 1)) * this.#look.light;
  }
}
