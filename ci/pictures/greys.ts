/**
 * Whether the parts of a picture can still be told apart once it has no colours (docs/look.md, "a night one can see in").
 */

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** From the upper left, row by row. */
  readonly rgba: Uint8Array | Uint8ClampedArray;
}

/** Half the side of the square that is averaged: large enough to see past text and seams. Pixels. */
const HALF = 9;
/** CIE lightness, 0 to 100: two greys side by side this far apart are seen as two by anybody. */
export const APART = 4;

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** CIE 1976 lightness of the square around a pixel, 0 to 100. */
export function lightnessAt({ width, height, rgba }: Raster, x: number, y: number): number {
  let sum = 0;
  let count = 0;
  for (let row = Math.max(0, y - HALF); row <= Math.min(height - 1, y + HALF); row++)
    for (let column = Math.max(0, x - HALF); column <= Math.min(width - 1, x + HALF); column++) {
      const at = (row * width + column) * 4;
      const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3);
      sum += 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
      count++;
    }
  if (count === 0) throw new RangeError(`(${x}, ${y}) is not in the picture`);
  const luminance = sum / count;
  return luminance > 216 / 24389 ? 116 * Math.cbrt(luminance) - 16 : (luminance * 24389) / 27;
}
