/**
 * Writes `world/panels/globe/land-rings.ts`, a few kilobytes, from the coasts of Natural Earth
 * (public domain, 1 : 110 million, package `world-atlas`). Run it after an update of that package:
 * `npx node ci/land.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIGITS, MIDDLE, RING_END, STEPS_A_DEGREE, WIDE } from '../world/panels/globe/land.ts';

const root = join(import.meta.dirname, '..');
const SOURCE = 'world-atlas/land-110m.json';
export const LAND_FILE = 'world/panels/globe/land-rings.ts';

/** Two pixels at the smallest distance from which a visitor sees the whole globe. */
const TOLERANCE_DEGREES = 0.62;
/** A smaller island would be a dot. */
const MIN_SQUARE_DEGREES = 0.9;

type Point = readonly [longitude: number, latitude: number];

/** The parts of TopoJSON that describe land (topojson-specification, sections 2.1.2 and 2.2). */
interface Topology {
  readonly transform: { readonly scale: Point; readonly translate: Point };
  readonly arcs: readonly (readonly Point[])[];
  readonly objects: {
    readonly land: { readonly geometries: readonly { readonly arcs: readonly (readonly number[])[][] }[] };
  };
}

/** All rings in degrees. A ring that crosses the date line continues beyond 180°. */
function ringsOf({ transform, arcs, objects }: Topology): Point[][] {
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Point => {
      x += dx;
      y += dy;
      return [
        x * transform.scale[0] + transform.translate[0],
        y * transform.scale[1] + transform.translate[1],
      ];
    });
  });
  const line = (index: number): Point[] =>
    index < 0 ? [...(lines[~index] ?? [])].reverse() : (lines[index] ?? []);
  return objects.land.geometries
    .flatMap(({ arcs: polygons }) => polygons.flat())
    .map((ring) => unwrapped(ring.flatMap((index) => line(index).slice(0, -1))));
}

function unwrapped(ring: readonly Point[]): Point[] {
  let turn = 0;
  return ring.map(([longitude, latitude], i) => {
    const step = longitude - (ring[i - 1]?.[0] ?? longitude);
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360;
    return [longitude + turn, latitude];
  });
}

/** Adds the corners that close a ring around the pole. */
function closedAtPole(ring: Point[]): Point[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return ring;
  const turn = Math.sign(last[0] - first[0]) * 360;
  const pole = Math.sign(first[1]) * 90;
  return [...ring, [first[0] + turn, first[1]], [first[0] + turn, pole], [first[0], pole]];
}

const area = (ring: readonly Point[]): number =>
  Math.abs(
    ring.reduce((sum, [x, y], i) => {
      const [nx, ny] = ring[(i + 1) % ring.length] ?? [x, y];
      return sum + (x * ny - nx * y) * Math.cos((y * Math.PI) / 180);
    }, 0) / 2,
  );

/**
 * The distance in degrees of a point from the line through two others, with degrees of longitude as
 * short as they are at its latitude.
 */
function distanceToLine([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const shrink = Math.cos((py * Math.PI) / 180);
  const [dx, dy] = [(bx - ax) * shrink, by - ay];
  const [x, y] = [(px - ax) * shrink, py - ay];
  const length = Math.hypot(dx, dy);
  return length === 0 ? Math.hypot(x, y) : Math.abs(x * dy - y * dx) / length;
}

/** Douglas and Peucker, 1973: keeps the farthest point if its distance exceeds the tolerance. */
function simplified(line: readonly Point[]): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  let farthest = 0;
  let most = 0;
  line.forEach((point, i) => {
    const distance = distanceToLine(point, first, last);
    if (distance > most) [most, farthest] = [distance, i];
  });
  if (most <= TOLERANCE_DEGREES) return [first, last];
  return [...simplified(line.slice(0, farthest + 1)).slice(0, -1), ...simplified(line.slice(farthest))];
}

/** The simplified ring, without a second copy of its first point. */
const simplifiedRing = (ring: readonly Point[]): Point[] =>
  simplified([...ring, ...ring.slice(0, 1)]).slice(0, -1);

/** Rounded to the grid of the file, without points that become equal. */
const gridded = (ring: readonly Point[]): Point[] =>
  ring
    .map(([x, y]): Point => [Math.round(x * STEPS_A_DEGREE), Math.round(y * STEPS_A_DEGREE)])
    .filter(([x, y], i, all) => x !== all[i - 1]?.[0] || y !== all[i - 1]?.[1]);

/**
 * The points of a ring as steps from one to the next, the first from 0° north, 0° east. A step is
 * one character per axis, or three if it is wide.
 */
function encoded(rings: readonly (readonly Point[])[]): string {
  const digit = (value: number): string => DIGITS[value] ?? '';
  const step = (by: number): string => {
    const code = by + MIDDLE;
    if (code >= 0 && code < DIGITS.length) return digit(code);
    const wide = by + (DIGITS.length * DIGITS.length) / 2;
    return WIDE + digit(Math.floor(wide / DIGITS.length)) + digit(wide % DIGITS.length);
  };
  return rings
    .map((ring) =>
      ring.map(([x, y], i) => step(x - (ring[i - 1]?.[0] ?? 0)) + step(y - (ring[i - 1]?.[1] ?? 0))).join(''),
    )
    .join(RING_END);
}

/** The text of the committed file. */
export async function landSource(): Promise<string> {
  const topology = JSON.parse(await readFile(join(root, 'node_modules', SOURCE), 'utf8')) as Topology;
  const rings = ringsOf(topology)
    .filter((ring) => area(ring) >= MIN_SQUARE_DEGREES)
    // The corners are added after simplifying, which would remove them: at the pole degrees of longitude have
    // no length.
    .map((ring) => gridded(closedAtPole(simplifiedRing(ring))))
    .filter(({ length }) => length >= 3);
  const lines = encoded(rings).match(/.{1,92}/g) ?? [];
  return `/**
 * The coasts of the Earth: Natural Earth, 1 : 110 million, public domain (naturalearthdata.com),
 * through the package world-atlas. Made by ci/land.ts, read by land.ts; not to be edited by hand.
 */
export const LAND_RINGS =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
}

if (import.meta.main) await writeFile(join(root, LAND_FILE), await landSource());
