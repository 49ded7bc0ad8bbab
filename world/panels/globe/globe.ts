import { type Quaternion, Vector3 } from 'three';

/**
 * The globe hovers over its plinth, which stands on the portals' ring between the two arches at the right: from the start it shows over
 * the gap between their names, and on a phone at the picture's edge. Higher than the arches by its own radius. Metres.
 */
export const GLOBE_PLACE = { x: 16.1, y: 11.2, z: -18 } as const;
export const GLOBE_RADIUS = 3.4;

const DEGREE = Math.PI / 180;
/**
 * How far from the equator the middle of the disc lies, as a share of the place's latitude: so a place far north stands above the middle,
 * its pin is seen from the side, and the globe shows more than its cap.
 */
const MIDDLE_SHARE = 0.5;
/** The globe swings so far to each side and back in so many seconds: it lives, and the place stays in sight. */
const SWING = 13 * DEGREE;
const SWING_SECONDS = 64;
/** Near the plinth the eye looks up so steeply that following it would show the pole. */
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

/** Radians by which the globe has swung after so many seconds. */
export const swing = (seconds: number): number => SWING * Math.sin((seconds / SWING_SECONDS) * Math.PI * 2);

/** Where an eye stands as seen from the globe: about the vertical from +z, and above the level. Radians. */
export const bearingOf = ({ x, z }: Readonly<Vector3>): number =>
  Math.atan2(x - GLOBE_PLACE.x, z - GLOBE_PLACE.z);
export const elevationOf = ({ x, y, z }: Readonly<Vector3>): number =>
  Math.max(MIN_ELEVATION, Math.atan2(y - GLOBE_PLACE.y, Math.hypot(x - GLOBE_PLACE.x, z - GLOBE_PLACE.z)));

/**
 * Turns the globe so that the meridian of a place (degrees) looks to an eye (radians). Three turns in one: about the axis until the
 * meridian looks along +z, about x until the middle of the disc looks up or down to the eye, about y to the eye.
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
