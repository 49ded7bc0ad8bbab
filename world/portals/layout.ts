import { isReturnPortal } from '../../data/travel/arrival.ts';
import { PORTAL_RADIUS, rimAt } from '../terrain/island/height.ts';
import type { PlacedRecord, PortalPlace } from './portal-view-model.ts';

/** The minimum distance between the centres of two arches, which leaves space for a visitor. Metres. */
const MIN_DISTANCE = 9;

const DEGREE = Math.PI / 180;
/** The minimum angle between neighbours on the ring: 9.2 m. */
const STEP_DEGREES = 21.2;
/** Straight ahead, in front of the beam: used last. Degrees, clockwise from above. */
const FRONT_DEGREES = [0];
/**
 * The first four portals are in the view from the start, two on each side: the inner pair between the panels
 * of a side, the outer pair beside them. A window with the ratio 16:9 shows both pairs completely. A window
 * with the ratio 4:3 shows only the inner pair, and a phone shows none.
 */
const EDGE_DEGREES = [30, -30, 52, -52];
const EDGE_ANGLES = EDGE_DEGREES.map((degrees) => degrees * DEGREE);
const FRONT_ANGLES = FRONT_DEGREES.map((degrees) => degrees * DEGREE);
const STEP = STEP_DEGREES * DEGREE;
/** The free angles around the back, between the outer two of the first four. */
const BACK_START = 73.9 * DEGREE;
const BACK_ARC = 2 * (Math.PI - BACK_START);

/** The ring's angles for `count` portals, in the order of the registry. */
function ringAngles(count: number): number[] {
  const angles = EDGE_ANGLES.slice(0, count);
  const rest = count - angles.length;
  if (rest <= 0) return angles;
  const roomBehind = Math.floor(BACK_ARC / STEP) + 1;
  const behind = Math.min(rest, roomBehind);
  for (let i = 0; i < behind; i++)
    angles.push(behind === 1 ? Math.PI : BACK_START + (BACK_ARC * i) / (behind - 1));
  angles.push(...FRONT_ANGLES.slice(0, rest - behind));
  return angles;
}

/** A rotation by which a front faces the centre. */
const facingCentre = (x: number, z: number): number => (x === 0 && z === 0 ? 0 : Math.atan2(-x, -z));

/** A registry larger than this ring continues in wider rings, on stones outside the island. */
const RING_CAPACITY = ringAngles(1000).length;
/** The distance between two rings. */
const RING_GAP_METRES = 14;

/** The distance from an arch's foot within which its hint appears. Links place a visitor within it. */
export const REACH_METRES = 9.5;
/** How far a visitor stays from the rim of the island, about. */
const EDGE_METRES = 3;
/** How far from that line a visitor may still use a portal beyond the rim. */
const RIM_METRES = 3;

/** The distance within which a visitor can use a portal: larger for one that is too far from the island. Metres. */
export function reachOf({ x, z }: { readonly x: number; readonly z: number }): number {
  const fromRim = Math.hypot(x, z) - rimAt(Math.atan2(z, x)) + EDGE_METRES;
  return fromRim > REACH_METRES ? fromRim + RIM_METRES : REACH_METRES;
}

/** Places for `count` portals, ring after ring. */
function* ringPlaces(count: number): Generator<{ x: number; z: number }> {
  for (let ring = 0, left = count; left > 0; ring++, left -= RING_CAPACITY) {
    const radius = PORTAL_RADIUS + ring * RING_GAP_METRES;
    for (const angle of ringAngles(Math.min(left, RING_CAPACITY)))
      yield { x: Math.sin(angle) * radius, z: -Math.cos(angle) * radius };
  }
}

/**
 * The return portal is behind the start, at the end of the path by which a visitor arrived. It is small, so
 * that its name is visible after turning around.
 */
const RETURN_PLACE = { x: 0, z: PORTAL_RADIUS } as const;
const RETURN_SIZE = 0.8;

const apart = (a: { x: number; z: number }, b: { x: number; z: number }): number =>
  Math.hypot(a.x - b.x, a.z - b.z);

/**
 * A place for every record, in their order: the record's own position, or the next free place on the ring,
 * facing the centre. A place on the ring that is too near to a fixed portal is skipped. `groundAt`: the
 * height of the ground.
 */
export function layoutPortals(
  records: readonly PlacedRecord[],
  groundAt: (x: number, z: number) => number = () => 0,
): PortalPlace[] {
  const fixed: { x: number; z: number }[] = records.flatMap(({ position }) => (position ? [position] : []));
  const returns = fixed.some((other) => apart(other, RETURN_PLACE) < MIN_DISTANCE)
    ? undefined
    : records.find((record) => isReturnPortal(record) && !record.position);
  if (returns) fixed.push(RETURN_PLACE);
  const wanted = records.length - fixed.length;
  const isFree = (place: { x: number; z: number }): boolean =>
    fixed.every((other) => apart(other, place) >= MIN_DISTANCE);
  // Tries one place for each portal, and then more places, because each fixed portal blocks at most three.
  let free: { x: number; z: number }[] = [];
  for (let more = 0; more <= fixed.length * 3; more++) {
    free = [...ringPlaces(wanted + more)].filter(isFree);
    if (free.length >= wanted) break;
  }
  let next = 0;
  return records.map((record) => {
    const { position, rotation } = record;
    const { x, z } =
      record === returns ? RETURN_PLACE : (position ?? free[next++] ?? { x: 0, z: -PORTAL_RADIUS });
    return {
      x,
      y: position ? position.y : groundAt(x, z),
      z,
      rotationX: rotation?.x ?? 0,
      rotationY: rotation?.y ?? facingCentre(x, z),
      rotationZ: rotation?.z ?? 0,
      size: isReturnPortal(record) ? RETURN_SIZE : 1,
    };
  });
}
