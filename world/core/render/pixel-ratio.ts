/** Device pixels for a CSS pixel. A higher ratio is slow and hardly visible. */
export const MAX_PIXEL_RATIO = 2;

/**
 * The pixels of the picture for a CSS pixel. A still picture has a higher ratio than a moving one, limited by
 * the number of pixels that the graphics card can draw.
 */
export class PixelRatio {
  #moving = 1;
  #wantedStill = 1;
  #still = 1;
  /** Whether the next frame has the resolution of the still picture. */
  isStill = false;
  /** The maximum number of pixels of the still picture. It never has fewer than the moving one. */
  mostPixels = Infinity;

  /** The pixel ratio of the moving picture. */
  get moving(): number {
    return this.#moving;
  }

  /** The pixel ratio of the still picture, computed by `fit`. The canvas has this resolution. */
  get still(): number {
    return this.#still;
  }

  /** The pixel ratio of the next frame. */
  get next(): number {
    return this.isStill ? this.#still : this.#moving;
  }

  /** Sets the wanted ratios; true if they have changed. They take effect with `fit`. */
  want(moving: number, still: number): boolean {
    const ratio = Math.min(moving, MAX_PIXEL_RATIO);
    if (ratio === this.#moving && still === this.#wantedStill) return false;
    this.#moving = ratio;
    this.#wantedStill = still;
    return true;
  }

  /** Computes the ratios for a picture of this many CSS pixels. */
  fit(width: number, height: number): void {
    const affordable = Math.sqrt(this.mostPixels / (width * height));
    this.#still = Math.max(this.#moving, Math.min(this.#wantedStill, affordable, MAX_PIXEL_RATIO));
  }
}
