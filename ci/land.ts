/**
 * Turns the coasts of Natural Earth (public domain, 1 : 110 million, through the package `world-atlas`) into the few kilobytes of
 * `world/panels/globe/land-rings.ts`. Run it after a change of that package: `npx node ci/land.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DIGITS, MIDDLE, RING_END, STEPS_A_DEGREE, WIDE } from '../world/panels/globe/land.ts';

const root = join(import.meta.dirname, '..');
const SOURCE = 'world-atlas/land-110m.json';
export const LAND_FILE = 'world/panels/globe/land-rings.ts';

/** Degrees by which a coast may be off: two pixels for somebody who stands as near as one can and still see the whole. */
const TOLERANCE = 0.62;
/** Square degrees at the equator: what is smaller would be a dot. */
const SMALLEST = 0.9;

type Point = readonly [longitude: number, latitude: number];

/** The parts of TopoJSON that land is made of (topojson-specification, sections 2.1.2 and 2.2). */
interface Topology {
  readonly transform: { readonly scale: Point; readonly translate: Point };
  readonly arcs: readonly (readonly Point[])[];
  readonly objects: {
    readonly land: { readonly geometries: readonly { readonly arcs: readonly (readonly number[])[][] }[] };
  };
}

/** All rings in degrees. One that crosses the date line goes on beyond 180°. */
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

/** A ring that goes round the pole once is closed along it. */
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

/** Degrees between a point and the line through two others, where a degree of longitude is as short as it is at that latitude. */
function away([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const shrink = Math.cos((py * Math.PI) / 180);
  const [dx, dy] = [(bx - ax) * shrink, by - ay];
  const [x, y] = [(px - ax) * shrink, py - ay];
  const length = Math.hypot(dx, dy);
  return length === 0 ? Math.hypot(x, y) : Math.abs(x * dy - y * dx) / length;
}

/** Douglas and Peucker, 1973: keeps the farthest point of a stretch as long as it is farther off than the tolerance. */
function simplified(line: readonly Point[]): Point[] {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || line.length < 3) return [...line];
  let farthest = 0;
  let most = 0;
  line.forEach((point, i) => {
    const distance = away(point, first, last);
    if (distance > most) [most, farthest] = [distance, i];
  });
  if (most <= TOLERANCE) return [first, last];
  return [...simplified(line.slice(0, farthest + 1)).slice(0, -1), ...simplified(line.slice(farthest))];
}

/** A ring without the points that a coast this coarse does not need. */
const coarse = (ring: readonly Point[]): Point[] => simplified([...ring, ...ring.slice(0, 1)]).slice(0, -1);

/** On the grid of the committed file, without points that fall together. */
const gridded = (ring: readonly Point[]): Point[] =>
  ring
    .map(([x, y]): Point => [Math.round(x * STEPS_A_DEGREE), Math.round(y * STEPS_A_DEGREE)])
    .filter(([x, y], i, all) => x !== all[i - 1]?.[0] || y !== all[i - 1]?.[1]);

/** Each ring's points as steps from the one before, the first from 0° north, 0° east: a digit a step, three for a wide one. */
function written(rings: readonly (readonly Point[])[]): string {
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
    .filter((ring) => area(ring) >= SMALLEST)
    // Closed only now: along the pole, where a degree of longitude is nothing, every corner would be one too many.
    .map((ring) => gridded(closedAtPole(coarse(ring))))
    .filter(({ length }) => length >= 3);
  return `/**
 * The coasts of the Earth: Natural Earth, 1 : 110 million, public domain (naturalearthdata.com), through the package world-atlas.
 * Made by ci/land.ts, read by land.ts; not to be edited by hand.
 */
export const LAND_RINGS =
  '${written(rings)}';
`;
}

if (import.meta.main) await writeFile(join(root, LAND_FILE), await landSource());
