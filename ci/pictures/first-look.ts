/**
 * Where people look first in a picture, by the model of Itti, Koch and Niebur (1998): what differs from its
 * surroundings in brightness or colour. Its third channel, the direction of edges, is left out: in these
 * pictures it finds every letter.
 */
import type { Raster } from './light.ts';

/** The longer side of the small copy in which differences are measured, in pixels. */
const LONGEST = 320;
/** The sizes of things and of their surroundings, as shares of the height. */
const SIZES = [1 / 135, 2 / 135, 4 / 135] as const;
const SURROUNDINGS = [3, 5] as const;
/** The size of what one look takes in, as a share of the height. */
const LOOK = 0.03;
/** The squares whose highest values are compared, as a share of the height. */
const SQUARE = 1 / 11;

interface Plane {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

const plane = ({ width, height }: Pick<Plane, 'width' | 'height'>, of: (at: number) => number): Plane => ({
  width,
  height,
  values: Float32Array.from({ length: width * height }, (_unused, at) => of(at)),
});

/** Luma, red against green, and blue against yellow, of a small copy of the picture. */
function channelsOf({
  width,
  height,
  channels,
  data,
}: Raster): [luma: Plane, redGreen: Plane, blueYellow: Plane] {
  const bytes = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const scale = LONGEST / Math.max(width, height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const [across, down] = [width / size.width, height / size.height];
  const mean = (channel: number): Plane =>
    plane(size, (at) => {
      const [left, top] = [(at % size.width) * across, Math.floor(at / size.width) * down];
      let [sum, count] = [0, 0];
      for (let y = Math.floor(top); y < Math.max(top + down, Math.floor(top) + 1) && y < height; y++)
        for (let x = Math.floor(left); x < Math.max(left + across, Math.floor(left) + 1) && x < width; x++) {
          sum += bytes.getUint8((y * width + x) * channels + channel);
          count++;
        }
      return sum / count / 255;
    });
  const [red, green, blue] = [mean(0), mean(1), mean(2)].map(({ values }) => values) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  const mix = (r: number, g: number, b: number): Plane =>
    plane(size, (at) => r * (red[at] ?? 0) + g * (green[at] ?? 0) + b * (blue[at] ?? 0));
  return [mix(0.2126, 0.7152, 0.0722), mix(1, -1, 0), mix(-0.5, -0.5, 1)];
}

/** Gaussian blur; the edge pixels are repeated outside. `sigma` in pixels. */
function blurred({ width, height, values }: Plane, sigma: number): Plane {
  const reach = Math.ceil(sigma * 3);
  const weights = Array.from({ length: reach + 1 }, (_unused, i) => Math.exp(-0.5 * (i / sigma) ** 2));
  const total = weights.reduce((sum, weight) => sum + 2 * weight, -1);
  const along = (from: Float32Array, length: number, step: number, other: number): Float32Array => {
    const to = new Float32Array(from.length);
    const last = length - 1;
    const start = step === 1 ? width : 1;
    for (let line = 0; line < other; line++)
      for (let i = 0; i < length; i++) {
        let sum = 0;
        for (let off = -reach; off <= reach; off++)
          sum +=
            (weights[Math.abs(off)] ?? 0) *
            (from[line * start + Math.min(last, Math.max(0, i + off)) * step] ?? 0);
        to[line * start + i * step] = sum / total;
      }
    return to;
  };
  const rows = along(values, width, 1, height);
  return { width, height, values: along(rows, height, width, width) };
}

/** Scales to 0 to 1; then a plane with one high place counts more than one with many equally high places. */
function promoted(map: Plane): Plane {
  const { width, height, values } = map;
  const least = values.reduce((one, other) => Math.min(one, other), Infinity);
  const range = values.reduce((one, other) => Math.max(one, other), -Infinity) - least;
  if (range <= 0) return plane(map, () => 0);
  const side = Math.max(1, Math.round(height * SQUARE));
  const columns = Math.ceil(width / side);
  const tops = new Float32Array(columns * Math.ceil(height / side));
  for (const [at, value] of values.entries()) {
    const square = Math.floor(Math.floor(at / width) / side) * columns + Math.floor((at % width) / side);
    tops[square] = Math.max(tops[square] ?? 0, (value - least) / range);
  }
  const others = tops.filter((top) => top < 1);
  const mean = others.reduce((sum, top) => sum + top, 0) / Math.max(1, others.length);
  return plane(map, (at) => (((values[at] ?? 0) - least) / range) * (1 - mean) ** 2);
}

const sumOf = (maps: readonly Plane[], size: Plane): Plane =>
  plane(size, (at) => maps.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));

/** How much each place differs from its surroundings, at all sizes. */
function differences(channel: Plane): Plane {
  const maps = SIZES.flatMap((size) => {
    const inner = blurred(channel, size * channel.height);
    return SURROUNDINGS.map((factor) => {
      const outer = blurred(channel, size * factor * channel.height);
      return promoted(plane(channel, (at) => Math.abs((inner.values[at] ?? 0) - (outer.values[at] ?? 0))));
    });
  });
  return sumOf(maps, channel);
}

/** The place where people look first, as shares of the picture's width and height from the upper left. */
export function firstLook(raster: Raster): readonly [x: number, y: number] {
  const [luma, redGreen, blueYellow] = channelsOf(raster);
  const color = sumOf([differences(redGreen), differences(blueYellow)], luma);
  const all = sumOf([promoted(differences(luma)), promoted(color)], luma);
  const { values, width, height } = blurred(all, LOOK * all.height);
  let best = 0;
  for (const [at, value] of values.entries()) if (value > (values[best] ?? 0)) best = at;
  return [((best % width) + 0.5) / width, (Math.floor(best / width) + 0.5) / height];
}
