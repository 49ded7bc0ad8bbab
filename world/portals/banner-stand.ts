import { type BufferGeometry, Color, Matrix4, PlaneGeometry, Vector3 } from 'three';
import type { Theme } from '../../theme/theme.ts';
import { FacetBuilder } from '../utils/geometry.ts';
import { type BannerPlace, CLOTH_TOP, CLOTH_WIDTH } from './banner-layout.ts';

/** Radii of the pole and of the bar, in metres. */
const POLE = 0.032;
/** The pole stands behind its cloth. */
const POLE_BACK = -0.07;
const POLE_TOP = CLOTH_TOP + 0.16;
const BAR = 0.022;
const BAR_HALF = CLOTH_WIDTH / 2 + 0.07;
const SIDES = 6;

/** The matrix from local coordinates of a stand to world coordinates. */
export const standMatrix = ({ x, z, turn }: BannerPlace, into: Matrix4): Matrix4 =>
  into.makeRotationY(turn).setPosition(x, 0, z);

/**
 * A rod between two points. Its radius at the end is multiplied by `taper`. Both ends have a tip with a
 * length of `point` radii.
 */
function rod(
  builder: FacetBuilder,
  from: Vector3,
  to: Vector3,
  radius: number,
  taper: number,
  point: number,
  color: Color,
): void {
  const along = to.clone().sub(from).normalize();
  const side = Math.abs(along.y) > 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  const across = side.clone().cross(along).normalize();
  const up = along.clone().cross(across);
  const ring = (at: Vector3, wide: number): Vector3[] =>
    Array.from({ length: SIDES }, (_unused, i) => {
      const angle = (i / SIDES) * Math.PI * 2;
      return at
        .clone()
        .addScaledVector(across, Math.cos(angle) * wide)
        .addScaledVector(up, Math.sin(angle) * wide);
    });
  const tip = to.clone().addScaledVector(along, radius * point);
  const tail = from.clone().addScaledVector(along, -radius * point);
  const [start, end] = [ring(from, radius), ring(to, radius * taper)];
  const paint = (): Color => color;
  builder.loft([start, end], paint).fan(tip, end, paint).fan(tail, start.toReversed(), paint);
}

/** Poles with their bars and feet, all in one piece. */
export function standsGeometry(theme: Theme, places: readonly BannerPlace[]): BufferGeometry {
  const builder = new FacetBuilder();
  const stone = new Color(theme.colors.stone);
  const lit = new Color(theme.colors.stoneLit);
  const metal = lit.clone().multiplyScalar(1.25);
  const foot = stone.clone().lerp(lit, 0.5);
  const matrix = new Matrix4();
  for (const place of places) {
    standMatrix(place, matrix);
    const at = (x: number, y: number, z: number): Vector3 => new Vector3(x, y, z).applyMatrix4(matrix);
    rod(builder, at(0, 0, POLE_BACK), at(0, POLE_TOP, POLE_BACK), POLE, 0.75, 2.4, metal);
    rod(builder, at(-BAR_HALF, CLOTH_TOP + 0.01, 0), at(BAR_HALF, CLOTH_TOP + 0.01, 0), BAR, 1, 1.2, metal);
    rod(builder, at(0, CLOTH_TOP + 0.01, POLE_BACK), at(0, CLOTH_TOP + 0.01, 0.01), BAR, 1, 1.2, metal);
    rod(builder, at(0, -0.2, POLE_BACK), at(0, 0.09, POLE_BACK), 0.2, 0.7, 0.1, foot);
  }
  return builder.build();
}

/** A cloth of unit size below its upper edge. The shader scales it. */
export const clothGeometry = (): BufferGeometry =>
  new PlaneGeometry(1, 1, 4, 12).translate(0, -0.5, 0).deleteAttribute('normal').deleteAttribute('uv');
