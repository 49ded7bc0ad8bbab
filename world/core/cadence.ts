/**
 * How often the picture is drawn: `moving` at full speed, while something moves that the visitor follows;
 * otherwise less often, but with full resolution.
 */
export type Cadence = 'moving' | 'still' | 'resting';

/** How long the camera must not move before the picture is still. */
const STILL_SECONDS = 0.4;
/** After this long without input the visitor only watches, or is away. */
const RESTING_SECONDS = 60;

/**
 * Seconds between two frames; 0 means every frame of the browser. Without a GPU a frame of full resolution
 * takes 40 to 100 ms, so the still picture has nine frames a second, and the resting one leaves the processor
 * to other programs. A GPU can draw a sharp picture at any rate; a lower rate only saves the battery.
 */
export const SOFTWARE_PACE: Readonly<Record<Cadence, number>> = { moving: 0, still: 0.104, resting: 0.235 };
export const HARDWARE_PACE: Readonly<Record<Cadence, number>> = { moving: 0, still: 1 / 30, resting: 1 / 15 };

/**
 * The maximum number of pixels of the still picture: 0.85 of the full resolution, in a window of 1920 × 1080
 * without a GPU or of 3840 × 2160 with one.
 */
export const SOFTWARE_PIXELS = 1920 * 1080 * 0.85 ** 2;
export const HARDWARE_PIXELS = 3840 * 2160 * 0.85 ** 2;

/** Decides the cadence. It has no clock, so that tests can call `frame`. */
export class CadenceClock {
  #fullSpeed = 0;
  #sinceInput = 0;

  /** Draws at full speed for `seconds`; by default until the camera has stood still long enough. */
  stir(seconds = STILL_SECONDS): void {
    this.#fullSpeed = Math.max(this.#fullSpeed, seconds);
  }

  /** Notes that the visitor is present. */
  touch(): void {
    this.#sinceInput = 0;
  }

  /** The cadence of the next frame. `seconds`: since the previous frame. */
  frame(seconds: number): Cadence {
    const moving = this.#fullSpeed > 1e-6;
    this.#fullSpeed = Math.max(0, this.#fullSpeed - seconds);
    this.#sinceInput += seconds;
    if (moving) return 'moving';
    return this.#sinceInput < RESTING_SECONDS ? 'still' : 'resting';
  }
}
