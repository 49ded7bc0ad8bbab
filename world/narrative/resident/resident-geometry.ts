import {
  type BufferGeometry,
  CylinderGeometry,
  LatheGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector2,
} from 'three';
import { mergeParts } from '../../utils/geometry.ts';
import { SHOULDER } from './resident.glsl.ts';

/**
 * The robe’s outline from the hem up, as radius and height in metres: a narrow foot, a waist, broad
 * shoulders, an open collar.
 */
const ROBE: readonly (readonly [number, number])[] = [
  [0.005, 0.02],
  [0.04, 0.16],
  [0.085, 0.36],
  [0.125, 0.58],
  [0.145, 0.78],
  [0.15, 0.92],
  [0.185, 1.08],
  [0.235, 1.22],
  [0.232, 1.29],
  [0.17, 1.345],
  [0.085, 1.375],
  [0.06, 1.36],
];
/** The body is broader than deep, the head deeper than broad. */
const ROBE_DEPTH = 0.66;
const HEAD = { radius: 0.125, tall: 1.32, deep: 1.08, y: 1.545 };
const SLEEVE = { length: 0.5, shoulder: 0.062, hand: 0.03 };

/** The parts that move separately: values of the attribute `aPart`. */
const PART = { robe: 0, head: 1, left: 2, right: 3 } as const;

/** Robe, floating head and two sleeves, 1.7 m tall: one geometry, so one draw call. It faces +z. */
export function residentGeometry(): BufferGeometry {
  const robe = new LatheGeometry(
    ROBE.map(([radius, height]) => new Vector2(radius, height)),
    24,
  ).scale(1, 1, ROBE_DEPTH);
  const head = new SphereGeometry(HEAD.radius, 20, 14).scale(1, HEAD.tall, HEAD.deep).translate(0, HEAD.y, 0);
  // A sleeve hangs from the origin; the shader turns it and moves it to the shoulder.
  const sleeve = (): BufferGeometry =>
    new CylinderGeometry(SLEEVE.shoulder, SLEEVE.hand, SLEEVE.length, 10, 3).translate(
      0,
      -SLEEVE.length / 2,
      0,
    );
  const geometry = mergeParts('aPart', [
    [PART.robe, robe],
    [PART.head, head],
    [PART.left, sleeve()],
    [PART.right, sleeve()],
  ]).deleteAttribute('uv');
  // The arms, when opened, reach beyond the bounds of the parts.
  geometry.computeBoundingSphere();
  if (geometry.boundingSphere) geometry.boundingSphere.radius += SHOULDER.x;
  return geometry;
}

export const RINGS = 3;
const RING_RADIUS = 0.52;
export const RING_TUBE = 0.011;
export const ringGeometry = (): BufferGeometry => new TorusGeometry(RING_RADIUS, RING_TUBE, 5, 64);
