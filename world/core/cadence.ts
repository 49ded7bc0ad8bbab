/**
 * How often the picture is drawn, and how sharp: at full speed while something moves that the visitor
 * follows, else sharp and seldom.
 */
export type Cadence = 'moving' | 'still' | 'resting';

/** The camera has to stand still for so long. */
const STILL_SECONDS = 0.4;
/** Without input for so long, the visitor only looks on, or is away. */
const RESTING_SECONDS = 60;

/**
 * Seconds between two frames; 0 is every frame the browser offers. Without a graphics card a frame of
 * full resolution takes 40 to 100 ms, so the still picture has nine frames a second, and the resting one
 * leaves the processor to others. A graphics card draws a sharp picture at any rate: there only the
 * battery is spared.
 */
export const SOFTWARE_PACE: Readonly<Record<Cadence, number>> = { moving: 0, still: 0.104, resting: 0.235 };
export const HARDWARE_PACE: Readonly<Record<Cadence, number>> = { moving: 0, still: 1 / 30, resting: 1 / 15 };

/**
 * Pixels of the still picture, at most: a window of 1920 × 1080 without a graphics card, and of
 * 3840 × 2160 with one, get 0.85 of their own resolution.
 */
export const SOFTWARE_PIXELS = 1920 * 1080 * 0.85 ** 2;
export const HARDWARE_PIXELS = 3840 * 2160 * 0.85 ** 2;

/** Decides the cadence from what happens. It has no clock: a test drives it by hand. */
export class CadenceClock {
  #fullSpeed = 0;
  #sinceInput = 0;

  /** Full speed for so many seconds, or until the camera stands still again. */
  stir(seconds = STILL_SECONDS): void {
    this.#fullSpeed = Math.max(this.#fullSpeed, seconds);
  }

  /** The visitor is there. */
  touch(): void {
    this.#sinceInput = 0;
  }

  /** What the next frame is; `seconds` since the last one. */
  frame(seconds: number): Cadence {
    const moving = this.#fullSpeed > 1e-6;
    this.#fullSpeed = Math.max(0, this.#fullSpeed - seconds);
    this.#sinceInput += seconds;
    if (moving) return 'moving';
    return this.#sinceInput < RESTING_SECONDS ? 'still' : 'resting';
  }
}
