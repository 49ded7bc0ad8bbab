/**
 * Draws the home's icon, a floating island below a star, in the colours of the theme:
 * `public/icons/icon.svg`, the two PNGs of the manifest and `favicon.ico`. Run it after a change of
 * the theme: `npx node ci/icons.ts`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encode } from 'fast-png';
import { type ColorName, theme } from '../theme/theme.ts';

type Point = readonly [x: number, y: number];
/**
 * Coordinates and lengths are fractions of the icon's side. All but the background lies in the
 * middle 80 %, since some systems cut icons to a circle.
 */
type Shape =
  | { readonly points: readonly Point[]; readonly color: ColorName; readonly opacity?: number }
  | { readonly center: Point; readonly radius: number; readonly color: ColorName; readonly opacity: number };

/** An ellipse as a polygon, which both the SVG and the rasteriser below can draw. */
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
  // Light in the background, and the glow of the star.
  { center: [0.5, 0.62], radius: 0.5, color: 'skyHorizon', opacity: 0.75 },
  { center: [0.5, 0.27], radius: 0.26, color: 'accent', opacity: 0.7 },
  // The underside of the island: facets, darker away from the light.
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
  // The top of the island: rim, glass, and the light of the star on it.
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

type Rgb = readonly [red: number, green: number, blue: number];
function rgb(hex: string): Rgb {
  const value = parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

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

/** Samples per pixel in each direction, for smooth edges. */
const SAMPLES = 4;

/** The average colour of the samples in a pixel. */
function pixelAt(x: number, y: number, side: number): number[] {
  let [red, green, blue] = [0, 0, 0];
  for (let row = 0.5; row < SAMPLES; row++)
    for (let column = 0.5; column < SAMPLES; column++) {
      const [r, g, b] = colorAt((x + column / SAMPLES) / side, (y + row / SAMPLES) / side);
      red += r;
      green += g;
      blue += b;
    }
  return [red, green, blue].map((sum) => Math.round(sum / SAMPLES ** 2));
}

/** RGB, 8 bits per channel. */
function png(side: number): Uint8Array {
  const data = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) data.set(pixelAt(x, y, side), (y * side + x) * 3);
  return encode({ width: side, height: side, data, channels: 3 }, { zlib: { level: 9 } });
}

/** A PNG in an ICO file, the format of `/favicon.ico`, which browsers request by this name. */
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
