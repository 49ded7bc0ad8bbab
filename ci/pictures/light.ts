/** How bright a picture is, and whether its parts can be told apart without colours (docs/look.md, “a night one can see in”). */

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Per pixel, at least three: red, green, blue. */
  readonly channels: number;
  /** One byte per channel, from the upper left, row by row. */
  readonly data: ArrayBufferView;
}

/**
 * Half the side of the square that is averaged, as a share of the picture's shorter side. With this size,
 * text and seams hardly change the average. On a phone, the square still lies inside the measured part.
 */
const HALF_SIDE = 1 / 80;
/**
 * A difference in CIE lightness (0 to 100). Two adjacent greys with this difference are easy to tell apart.
 */
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

/** How bright a whole picture is. */
export interface Luma {
  readonly median: number;
  /** Shares of all pixels, 0 to 1. */
  readonly above40: number;
  readonly above240: number;
}

/**
 * Luma with the weights of Rec. 709, 0 to 255, without undoing the display's transfer curve.
 * `pixels` has one byte per channel, row by row; the first three channels are red, green and blue.
 */
export function lumaOf(pixels: ArrayBufferView, channels = 4): Luma {
  const bytes = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const total = Math.floor(bytes.byteLength / channels);
  if (total === 0) throw new RangeError('a picture without pixels has no luma');
  const counts = new Uint32Array(256);
  for (let at = 0; at < total * channels; at += channels) {
    const [red, green, blue] = [bytes.getUint8(at), bytes.getUint8(at + 1), bytes.getUint8(at + 2)];
    const luma = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    counts[luma] = (counts[luma] ?? 0) + 1;
  }
  let seen = 0;
  const median = counts.findIndex((count) => (seen += count) * 2 >= total);
  const share = (above: number): number =>
    counts.subarray(above + 1).reduce((sum, count) => sum + count, 0) / total;
  return { median, above40: share(40), above240: share(240) };
}
