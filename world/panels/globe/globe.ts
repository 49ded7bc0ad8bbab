import { type Quaternion, Vector3 } from 'three';

/**
 * The globe hovers over its plinth, which stands beside the platform between the paths to the two arches at the
 * right: from the start it is seen whole over the gap between their names, with its label below the header; a
 * phone held upright does not show it. Nearer than the arcs of lightning, so that none crosses it. Metres.
 */
export const GLOBE_PLACE = { x: 9.7, y: 6.35, z: -9.5 } as const;
/** In metres. */
export const GLOBE_RADIUS = 1.85;

const DEGREE = Math.PI / 180;
/**
 * How far from the equator the middle of the visible disc lies, as a share of the place's latitude.
 * A place far north is then above the middle: its pin is seen from the side, and more than the
 * polar cap is visible.
 */
const MIDDLE_SHARE = 0.5;
/**
 * The globe swings this far to each side and back in this many seconds; the place stays in sight.
 */
const SWING = 13 * DEGREE;
const SWING_SECONDS = 64;
/** Near the plinth a visitor looks up so steeply that the globe would show its pole. */
const MIN_ELEVATION = -40 * DEGREE;

/** A direction from the globe's centre: north is +y, 0° east is +z, 90° east is +x. Unit length. */
export function onSphere(latitude: number, longitude: number, into = new Vector3()): Vector3 {
  const flat = Math.cos(latitude * DEGREE);
  return into.set(
    flat * Math.sin(longitude * DEGREE),
    Math.sin(latitude * DEGREE),
    flat * Math.cos(longitude * DEGREE),
  );
}

/** Radians by which the globe has swung after this many seconds. */
export const swing = (seconds: number): number => SWING * Math.sin((seconds / SWING_SECONDS) * Math.PI * 2);

/**
 * The position of a camera as seen from the globe: around the vertical from +z, and above the
 * horizontal. Radians.
 */
export const bearingOf = ({ x, z }: Readonly<Vector3>): number =>
  Math.atan2(x - GLOBE_PLACE.x, z - GLOBE_PLACE.z);
/** Limited downwards, see `MIN_ELEVATION`. */
export const elevationOf = ({ x, y, z }: Readonly<Vector3>): number =>
  Math.max(MIN_ELEVATION, Math.atan2(y - GLOBE_PLACE.y, Math.hypot(x - GLOBE_PLACE.x, z - GLOBE_PLACE.z)));

/**
 * Turns the globe so that the meridian of a place (degrees) faces a camera (radians). Three
 * rotations in one: around the axis until the meridian faces +z, around x until the middle of the
 * disc faces the camera's height, around y towards the camera.
 */
export function turnTowards(
  into: Quaternion,
  latitude: number,
  longitude: number,
  bearing: number,
  elevation: number,
): Quaternion {
  const lean = (latitude * MIDDLE_SHARE * DEGREE - elevation) / 2;
  const about = bearing / 2;
  const spin = (-longitude * DEGREE) / 2;
  return into.set(
    Math.sin(lean) * Math.cos(about - spin),
    Math.cos(lean) * Math.sin(about + spin),
    -Math.sin(lean) * Math.sin(about - spin),
    Math.cos(lean) * Math.cos(about + spin),
  );
}
