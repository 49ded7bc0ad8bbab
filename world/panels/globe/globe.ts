import {
  Quaternion,
  Vector3,
  BufferGeometry,
  ConeGeometry,
  Float32BufferAttribute,
  SphereGeometry,
} from 'three';
import { mergeParts } from '../../utils/geometry.ts';

/**
 * The globe hovers above its plinth, which is beside the platform between the paths to the two arches at the
 * right. From the start it is wholly visible above the gap between the names of the arches, with its label
 * below the header. An upright phone does not show it. It is nearer than the arcs of lightning, so that none
 * crosses it. Metres.
 */
export const GLOBE_PLACE = { x: 9.7, y: 6.35, z: -9.5 } as const;
/** The radius in metres. */
export const GLOBE_RADIUS = 1.85;

const DEGREE = Math.PI / 180;
/**
 * The latitude at the middle of the visible disc, as a share of the place's latitude. With it a place far
 * north is above the middle: its pin is seen from the side, and more than the polar cap is visible.
 */
const MIDDLE_SHARE = 0.5;
/** The amplitude and the period of the swing, during which the place stays visible. */
const SWING = 13 * DEGREE;
const SWING_SECONDS = 64;
/** Near the plinth a visitor looks up so steeply that without this limit the globe would show its pole. */
const MIN_ELEVATION = -40 * DEGREE;

/** A unit vector from the globe's centre: north is +y, 0° east is +z, 90° east is +x. */
export function onSphere(latitude: number, longitude: number, into = new Vector3()): Vector3 {
  const flat = Math.cos(latitude * DEGREE);
  return into.set(
    flat * Math.sin(longitude * DEGREE),
    Math.sin(latitude * DEGREE),
    flat * Math.cos(longitude * DEGREE),
  );
}

/** Metres: the pin's height above the ground, its radius at the foot, and the radius of its head. */
export const PIN_HEIGHT = 0.45;
const NEEDLE = 0.045;
const HEAD = 0.12;
/** The pin is built upright at the pole, then turned to its place. */
const NORTH = new Vector3(0, 1, 0);

/**
 * The globe, and the pin at a place (in degrees), as one geometry; `pin` is 1 at the pin's vertices. On the
 * map longitude is horizontal and latitude vertical. Created again for another configured place.
 */
export function globeGeometry(latitude: number, longitude: number): BufferGeometry {
  const turn = new Quaternion().setFromUnitVectors(NORTH, onSphere(latitude, longitude));
  return mergeParts('pin', [
    // three.js begins a sphere at −x, the map begins at −z.
    [0, new SphereGeometry(GLOBE_RADIUS, 56, 28).rotateY(-Math.PI / 2)],
    [
      1,
      new ConeGeometry(NEEDLE, PIN_HEIGHT, 4, 1, true)
        .translate(0, GLOBE_RADIUS + PIN_HEIGHT / 2, 0)
        .applyQuaternion(turn),
    ],
    [1, new SphereGeometry(HEAD, 8, 6).translate(0, GLOBE_RADIUS + PIN_HEIGHT, 0).applyQuaternion(turn)],
  ]);
}

/** The `part` (z) of a vertex in the glow, for the shader. */
const HALO = 0;
const LEADER = 1;
const LABEL = 2;
const HALO_SEGMENTS = 64;
/** The number of indices for line and label, which come first: a draw range can leave out the air. */
export const WITHOUT_HALO = 12;

/**
 * The glow around the globe as one geometry: the line from the pin to its label, the label, and the glow of
 * air. Vertices have coordinates in their own plane; the shader turns it to the camera.
 */
export function glowGeometry(): BufferGeometry {
  const sheet: number[] = [];
  const index: number[] = [];
  const strip = (part: number, from: number, steps: number): void => {
    for (let i = 0; i <= steps; i++) {
      const a = sheet.length / 3;
      sheet.push(from + i / steps, 0, part, from + i / steps, 1, part);
      if (i < steps) index.push(a, a + 2, a + 3, a, a + 3, a + 1);
    }
  };
  strip(LEADER, -0.5, 1);
  strip(LABEL, -0.5, 1);
  strip(HALO, 0, HALO_SEGMENTS);
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(sheet, 3)).setIndex(index);
}

/** The rotation of the swing after this many seconds. Radians. */
export const swing = (seconds: number): number => SWING * Math.sin((seconds / SWING_SECONDS) * Math.PI * 2);

/** The direction from the globe to a camera, as the rotation about y from +z. Radians. */
export const bearingOf = ({ x, z }: Readonly<Vector3>): number =>
  Math.atan2(x - GLOBE_PLACE.x, z - GLOBE_PLACE.z);
/** The elevation of a camera as seen from the globe, at least `MIN_ELEVATION`. Radians. */
export const elevationOf = ({ x, y, z }: Readonly<Vector3>): number =>
  Math.max(MIN_ELEVATION, Math.atan2(y - GLOBE_PLACE.y, Math.hypot(x - GLOBE_PLACE.x, z - GLOBE_PLACE.z)));

/**
 * Rotates the globe so that the meridian of a place (degrees) faces a camera (radians). It combines three
 * rotations: about the axis until the meridian faces +z, about x until the middle of the disc has the
 * camera's elevation, about y towards the camera.
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
