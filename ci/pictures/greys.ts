/**
 * Whether the parts of a picture can be told apart without colours (docs/look.md, "a night one can
 * see in").
 */

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Per pixel, at least three: red, green, blue. */
  readonly channels: number;
  /** One byte per channel, from the upper left, row by row. */
  readonly data: ArrayBufferView;
}

/**
 * Half the side of the square that is averaged, as a share of the picture's shorter side: text and
 * seams do not count then, and on a phone the square stays inside the part.
 */
const HALF_SIDE = 1 / 80;
/** CIE lightness, 0 to 100: two adjacent greys with this difference are easy to tell apart. */
export const MIN_DIFFERENCE = 4;

/** Undoes the transfer curve of sRGB (IEC 61966-2-1). `value` is a byte, the result from 0 to 1. */
const linear = (value: number): number =>
  value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;

/** CIE 1976 lightness of the square around a pixel, 0 to 100. */
export function lightnessAt({ width, height, channels, data }: Raster, x: number, y: number): number {
  const bytes = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const half = Math.round(Math.min(width, height) * HALF_SIDE);
  let sum = 0;
  let count = 0;
  for (let row = Math.max(0, y - half); row <= Math.min(height - 1, y + half); row++)
    for (let column = Math.max(0, x - half); column <= Math.min(width - 1, x + half); column++) {
      const at = (row * width + column) * channels;
      sum +=
        0.2126 * linear(bytes.getUint8(at)) +
        0.7152 * linear(bytes.getUint8(at + 1)) +
        0.0722 * linear(bytes.getUint8(at + 2));
      count++;
    }
  if (count === 0) throw new RangeError(`(${x}, ${y}) is not in the picture`);
  const luminance = sum / count;
  return luminance > 216 / 24389 ? 116 * Math.cbrt(luminance) - 16 : (luminance * 24389) / 27;
}
