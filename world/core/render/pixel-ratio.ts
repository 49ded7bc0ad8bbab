/** Device pixels for a CSS pixel: a higher ratio costs much and shows little. */
export const MAX_PIXEL_RATIO = 2;

/**
 * How many pixels the picture has per CSS pixel. A still picture has more than one that moves, up to
 * the number of pixels that the graphics card can afford.
 */
export class PixelRatio {
  #moving = 1;
  #wantedStill = 1;
  #still = 1;
  /** Whether the next frame has the resolution of the still picture. */
  isStill = false;
  /** The most pixels of the still picture; it never has fewer than the moving one. */
  mostPixels = Infinity;

  /** Of the picture while it moves. */
  get moving(): number {
    return this.#moving;
  }

  /** Of the picture while it stands still, as `fit` found it. The canvas has this resolution. */
  get still(): number {
    return this.#still;
  }

  /** Of the next frame. */
  get next(): number {
    return this.isStill ? this.#still : this.#moving;
  }

  /** Sets what is wanted; true if it is new. Takes effect with `fit`. */
  want(moving: number, still: number): boolean {
    const ratio = Math.min(moving, MAX_PIXEL_RATIO);
    if (ratio === this.#moving && still === this.#wantedStill) return false;
    this.#moving = ratio;
    this.#wantedStill = still;
    return true;
  }

  /** For a picture of this many CSS pixels. */
  fit(width: number, height: number): void {
    const affordable = Math.sqrt(this.mostPixels / (width * height));
    this.#still = Math.max(this.#moving, Math.min(this.#wantedStill, affordable, MAX_PIXEL_RATIO));
  }
}
