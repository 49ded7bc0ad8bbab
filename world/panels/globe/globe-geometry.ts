import {
  BufferGeometry,
  ConeGeometry,
  Float32BufferAttribute,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { mergeParts } from '../../utils/geometry.ts';
import { GLOBE_RADIUS, onSphere } from './globe.ts';

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
