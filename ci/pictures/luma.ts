/** The figures that docs/look.md sets limits for: how bright a picture is. */
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
