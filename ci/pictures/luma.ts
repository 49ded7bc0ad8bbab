/**
 * How bright a picture is: the figures by which "a night one can see in" is checked.
 */
export interface Luma {
  readonly median: number;
  /** Shares of all pixels, 0 to 1. */
  readonly above40: number;
  readonly above240: number;
}

/** From RGBA bytes, row by row; luma as Rec. 709 weighs the display's own values, 0 to 255. */
export function lumaOf(rgba: Uint8Array | Uint8ClampedArray): Luma {
  const counts = new Uint32Array(256);
  const pixels = Math.floor(rgba.length / 4);
  if (pixels === 0) throw new RangeError('a picture without pixels has no luma');
  for (let at = 0; at < pixels * 4; at += 4) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3);
    const bin = Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let seen = 0;
  let median = 0;
  while ((seen += counts[median] ?? 0) * 2 < pixels) median++;
  const share = (above: number): number =>
    counts.subarray(above + 1).reduce((sum, count) => sum + count, 0) / pixels;
  return { median, above40: share(40), above240: share(240) };
}
