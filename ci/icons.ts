/**
 * Draws the home's emblem, a floating island under a star, from the theme: `public/icons/icon.svg`, the two PNGs of the
 * manifest and `favicon.ico`. Run it after a change of the theme: `npx node ci/icons.ts`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { type ColorName, theme } from '../theme/theme.ts';

type Point = readonly [x: number, y: number];
/** All lengths are parts of the icon's side. The middle 80 % hold everything, for systems that cut icons round. */
type Shape =
  | { readonly points: readonly Point[]; readonly color: ColorName; readonly opacity?: number }
  | { readonly center: Point; readonly radius: number; readonly color: ColorName; readonly opacity: number };

/** Points on an ellipse: what both a polygon in SVG and the rasteriser below understand. */
const ellipse = (cx: number, cy: number, rx: number, ry: number): Point[] =>
  Array.from({ length: 48 }, (_, index) => {
    const angle = (index / 48) * Math.PI * 2;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  });

const star = (cx: number, cy: number, outer: number, inner: number): Point[] =>
  Array.from({ length: 8 }, (_, index) => {
    const angle = (index / 8) * Math.PI * 2 - Math.PI / 2;
    const radius = index % 2 === 0 ? outer : inner;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });

const DECK = 0.55;
const shapes: readonly Shape[] = [
  // Light behind it all, and the glow the star gives.
  { center: [0.5, 0.62], radius: 0.5, color: 'skyHorizon', opacity: 0.75 },
  { center: [0.5, 0.27], radius: 0.26, color: 'accent', opacity: 0.7 },
  // The underside: facets, darker away from the light.
  {
    points: [
      [0.14, DECK],
      [0.34, DECK + 0.05],
      [0.3, 0.73],
    ],
    color: 'stone',
  },
  {
    points: [
      [0.34, DECK + 0.05],
      [0.3, 0.73],
      [0.46, 0.88],
    ],
    color: 'path',
  },
  {
    points: [
      [0.34, DECK + 0.05],
      [0.56, DECK + 0.06],
      [0.46, 0.88],
    ],
    color: 'stoneLit',
  },
  {
    points: [
      [0.56, DECK + 0.06],
      [0.46, 0.88],
      [0.68, 0.74],
    ],
    color: 'stone',
  },
  {
    points: [
      [0.56, DECK + 0.06],
      [0.86, DECK],
      [0.68, 0.74],
    ],
    color: 'glass',
  },
  // A glowing vein down the middle.
  {
    points: [
      [0.55, DECK + 0.06],
      [0.575, DECK + 0.06],
      [0.515, 0.74],
      [0.462, 0.88],
      [0.492, 0.74],
    ],
    color: 'vein',
  },
  // The deck: rim, glass, and the light of the star on it.
  { points: ellipse(0.5, DECK, 0.36, 0.085), color: 'panelText' },
  { points: ellipse(0.5, DECK - 0.008, 0.345, 0.072), color: 'glass' },
  { points: ellipse(0.5, DECK - 0.008, 0.2, 0.04), color: 'accent', opacity: 0.5 },
  { points: star(0.5, 0.27, 0.16, 0.045), color: 'resident' },
];

const number = (value: number): string => String(Math.round(value * 51_200) / 100);

function svg(): string {
  const { chrome } = theme.colors;
  const body = shapes.map((shape, index) => {
    const color = theme.colors[shape.color];
    if ('points' in shape) {
      const points = shape.points.map(([x, y]) => `${number(x)},${number(y)}`).join(' ');
      const opacity = shape.opacity === undefined ? '' : ` fill-opacity="${shape.opacity}"`;
      return `<polygon points="${points}" fill="${color}"${opacity}/>`;
    }
    const stops =
      `<stop offset="0" stop-color="${color}" stop-opacity="${shape.opacity}"/>` +
      `<stop offset="1" stop-color="${color}" stop-opacity="0"/>`;
    return (
      `<radialGradient id="g${index}">${stops}</radialGradient>` +
      `<circle cx="${number(shape.center[0])}" cy="${number(shape.center[1])}" r="${number(shape.radius)}" fill="url(#g${index})"/>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><title>Home World</title>` +
    `<rect width="512" height="512" fill="${chrome}"/>${body.join('')}</svg>\n`
  );
}

type Rgb = readonly [number, number, number];
const rgb = (hex: string): Rgb =>
  [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;

/** Even-odd rule. */
function inside(points: readonly Point[], x: number, y: number): boolean {
  let within = false;
  points.forEach(([ax, ay], index) => {
    const [bx, by] = points[(index + 1) % points.length] ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  });
  return within;
}

function colorAt(x: number, y: number): Rgb {
  let [red, green, blue] = rgb(theme.colors.chrome);
  for (const shape of shapes) {
    let opacity = 0;
    if ('points' in shape) opacity = inside(shape.points, x, y) ? (shape.opacity ?? 1) : 0;
    else {
      const distance = Math.hypot(x - shape.center[0], y - shape.center[1]) / shape.radius;
      opacity = distance < 1 ? shape.opacity * (1 - distance) : 0;
    }
    if (opacity === 0) continue;
    const over = rgb(theme.colors[shape.color]);
    red += (over[0] - red) * opacity;
    green += (over[1] - green) * opacity;
    blue += (over[2] - blue) * opacity;
  }
  return [red, green, blue];
}

/** Samples a pixel in each direction: smooth edges. */
const SAMPLES = 4;

function pixels(side: number): Uint8Array {
  // One filter byte before each row (PNG specification, section 9); 0 is "none".
  const rows = new Uint8Array(side * (side * 3 + 1));
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const sum = [0, 0, 0];
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        const sx = x + ((sample % SAMPLES) + 0.5) / SAMPLES;
        const sy = y + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES;
        colorAt(sx / side, sy / side).forEach(
          (value, channel) => (sum[channel] = (sum[channel] ?? 0) + value),
        );
      }
      sum.forEach((value, channel) => {
        rows[y * (side * 3 + 1) + 1 + x * 3 + channel] = Math.round(value / (SAMPLES * SAMPLES));
      });
    }
  return rows;
}

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  let crc = 0xffffffff;
  for (const byte of bytes.subarray(4, data.length + 8))
    crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  bytes.writeUInt32BE((crc ^ 0xffffffff) >>> 0, data.length + 8);
  return bytes;
}

/** 8 bits a channel, RGB, not interlaced. */
export function png(side: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return Buffer.concat([
    Uint8Array.from(signature),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels(side), { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** A PNG in the wrapper that browsers ask for by name, `/favicon.ico`. */
function ico(picture: Uint8Array, side: number): Uint8Array {
  const header = Buffer.alloc(22);
  header.set([0, 0, 1, 0, 1, 0, side, side, 0, 0, 1, 0, 24, 0]);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, picture]);
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '..', 'public', 'icons');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'icon.svg'), svg());
  await writeFile(join(folder, '..', 'favicon.ico'), ico(png(32), 32));
  for (const side of [192, 512]) await writeFile(join(folder, `icon-${side}.png`), png(side));
}
