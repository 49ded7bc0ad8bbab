import { MathUtils } from 'three';
import { valueNoise } from '../../utils/noise.ts';

/** The distance of the platform's corners from its centre; the middles of its sides are nearer. Metres. */
export const PLATFORM_RADIUS = 14;
/** The mean radius of the rim, and the depth of the rock below it. Metres. */
const ISLAND_RADIUS = 34;
export const ISLAND_DEPTH = 26;
/** The radius of the portals' ring, on level ground. Metres. */
export const PORTAL_RADIUS = 25;
/** The ground around the platform is lower by this step. Metres. */
const STEP = 0.16;
/** Beyond this line, behind the portals in the view from the start, ground and stones are low. Metres. */
export const REAR_Z = -14;
/** The distance of a side's middle from the centre, as a share of a corner's distance. */
const SIDE = Math.cos(Math.PI / 6);

/**
 * The hexagonal distance of a point from the centre: `PLATFORM_RADIUS` everywhere on the platform's edge.
 * Corners point along ±z: one towards the start, so that the edges lead the view inwards.
 */
export function hexDistance(x: number, z: number): number {
  const ax = Math.abs(x);
  const az = Math.abs(z);
  return Math.max(ax, az * SIDE + ax * 0.5) / SIDE;
}

/** The radius of the island's outline at an angle. It is not a circle. Metres. */
export function rimAt(angle: number): number {
  const x = Math.cos(angle) * 2.2;
  const z = Math.sin(angle) * 2.2;
  return ISLAND_RADIUS + (valueNoise(x + 40, z + 40, 11) - 0.55) * 3.4;
}

/**
 * The height of the ground in metres, for any x and z: level on the platform and under the portals, uneven
 * between, with mounds before the rim, where it falls off. It is continuous, so that a visitor never jumps.
 */
export function heightAt(x: number, z: number): number {
  const radius = Math.hypot(x, z);
  const edge = hexDistance(x, z) - PLATFORM_RADIUS;
  if (edge <= 0) return 0;
  const step = -STEP * MathUtils.smoothstep(edge, 0, 0.5);
  const uneven =
    (valueNoise(x * 0.45, z * 0.45, 3) - 0.5) *
    0.22 *
    MathUtils.smoothstep(edge, 0.5, 2.5) *
    (1 - MathUtils.smoothstep(radius, 20, 22.5));
  // Behind the portals in the view from the start, low ground leaves the sea of clouds visible.
  const mounds =
    MathUtils.smoothstep(radius, 27.5, 31) *
    MathUtils.smoothstep(z, REAR_Z, REAR_Z + 8) *
    (valueNoise(x * 0.3 + 7, z * 0.3, 5) * 0.9 + valueNoise(x * 0.9, z * 0.9, 6) * 0.25);
  const rim = rimAt(Math.atan2(z, x));
  const fall = -2.4 * MathUtils.smoothstep(radius, rim - 3.2, rim + 0.5);
  return step + uneven + mounds + fall;
}
