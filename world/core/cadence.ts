/**
 * How often the picture is drawn, and how sharp. `moving`: in every frame, while the camera moves. `lively`:
 * the camera stands still and an animation runs. `still` and `resting`: less often, with full resolution.
 */
export type Cadence = 'moving' | 'lively' | 'still' | 'resting';

/** How long the camera must not move before the picture is still. */
const STILL_SECONDS = 0.4;
/** After this time without input the picture is `resting`: the visitor only watches, or is away. */
const RESTING_SECONDS = 60;

/**
 * Seconds between two frames; 0 means every frame of the browser. Without a GPU, a frame of full resolution
 * takes 40 to 100 ms. So an animation has up to fifteen frames a second. The still and the resting picture
 * have more, because their frames draw only what moves (`render/still-picture.ts`); fewer at rest leave the
 * processor to other programs. A GPU can draw a sharp picture at any rate; a lower rate only saves the
 * battery.
 */
export const SOFTWARE_PACE: Readonly<Record<Cadence, number>> = {
  moving: 0,
  lively: 1 / 15,
  still: 1 / 16,
  resting: 1 / 10,
};
/** Without a GPU, while something moves in the whole picture, such as rain. */
export const SOFTWARE_PACE_OF_WHOLE: typeof SOFTWARE_PACE = {
  ...SOFTWARE_PACE,
  still: 0.104,
  resting: 0.235,
};
/**
 * Without a GPU, on the wall, which is on all day and looked at from afar. Before a figure, what moves is so large that
 * each frame draws the whole picture.
 */
export const SOFTWARE_PACE_OF_WALL: typeof SOFTWARE_PACE = { ...SOFTWARE_PACE, still: 1 / 5, resting: 1 / 3 };
export const HARDWARE_PACE: Readonly<Record<Cadence, number>> = {
  moving: 0,
  lively: 0,
  still: 1 / 30,
  resting: 1 / 15,
};

/**
 * The maximum number of pixels of the still picture: 0.85 of the full resolution, in a window of 1920 × 1080
 * without a GPU or of 3840 × 2160 with one.
 */
export const SOFTWARE_PIXELS = 1920 * 1080 * 0.85 ** 2;
export const HARDWARE_PIXELS = 3840 * 2160 * 0.85 ** 2;

/** Decides the cadence. It has no clock, so that tests can call `frame`. */
export class CadenceClock {
  #moving = 0;
  #lively = 0;
  #sinceInput = 0;

  /** Draws at full speed until the camera has stood still long enough. */
  stir(): void {
    this.#moving = STILL_SECONDS;
  }

  /** Draws an animation of this many seconds. */
  animate(seconds: number): void {
    this.#lively = Math.max(this.#lively, seconds);
  }

  /** Notes that the visitor is present. */
  touch(): void {
    this.#sinceInput = 0;
  }

  /** The cadence of the next frame. `seconds`: since the previous frame. */
  frame(seconds: number): Cadence {
    const moves = this.#moving > 1e-6;
    const isLively = this.#lively > 1e-6;
    this.#moving = Math.max(0, this.#moving - seconds);
    this.#lively = Math.max(0, this.#lively - seconds);
    this.#sinceInput += seconds;
    if (moves) return 'moving';
    if (isLively) return 'lively';
    return this.#sinceInput < RESTING_SECONDS ? 'still' : 'resting';
  }
}
