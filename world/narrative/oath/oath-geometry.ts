import { BufferGeometry, Color, Float32BufferAttribute, Vector3 } from 'three';
import type { Theme } from '../../../theme/theme.ts';
import { FacetBuilder, circle, cornerOf } from '../../utils/geometry.ts';

/** The outline from the front, counter-clockwise from the lower left; 2.4 m tall. Lengths are in metres. */
const OUTLINE: readonly (readonly [x: number, y: number])[] = [
  [-0.74, -0.3],
  [0.72, -0.3],
  [0.74, 0.9],
  [0.69, 1.7],
  [0.5, 2.24],
  [0.12, 2.4],
  [-0.4, 2.33],
  [-0.64, 2.02],
  [-0.72, 1.1],
];
export const STONE_FRONT = 0.17;
const STONE_BACK = -0.22;
/** The size of the flat face as a share of the outline. */
const CUT = 0.93;
const STEP_RADIUS = 1.25;
const STEP_HEIGHT = 0.13;

/** A standing stone with a flat face, on a step, as one geometry. */
export function stoneGeometry(theme: Theme): BufferGeometry {
  const into = new FacetBuilder();
  const stone = new Color(theme.colors.stone);
  const lit = new Color(theme.colors.stoneLit);
  const shade = new Color();
  const tone = (lighter: number): Color => shade.lerpColors(stone, lit, lighter);
  const ring = (scale: number, z: number): Vector3[] =>
    OUTLINE.map(([x, y]) => new Vector3(x * scale, 1.1 + (y - 1.1) * scale, z));
  const face = ring(CUT, STONE_FRONT);
  const front = ring(1, STONE_FRONT - 0.07);
  const back = ring(0.9, STONE_BACK);
  into.fan(new Vector3(0, 1.1, STONE_FRONT), face, () => tone(0.22));
  into.loft([front, face], (_band, side) => tone(0.6 + (side % 3) * 0.1));
  into.loft([back, front], (_band, side) => tone(0.25 + (side % 2) * 0.15));
  const behind = new Vector3(0.05, 1, STONE_BACK - 0.06);
  for (const [side, corner] of back.entries())
    into.triangle(behind, cornerOf(back, side + 1), corner, tone(0.1 + (side % 3) * 0.1));
  const step = (radius: number, y: number): Vector3[] =>
    circle(8, radius, y, Math.PI / 8).map((corner) => corner.setZ(corner.z * 0.8));
  const top = step(STEP_RADIUS, STEP_HEIGHT);
  into.loft([step(STEP_RADIUS + 0.06, -0.5), top], () => tone(0.35));
  into.fan(new Vector3(0, STEP_HEIGHT, 0), top, () => tone(0.55));
  return into.build();
}

const SIDES = 28;
const POOL_RADIUS = 2.5;
const POOL_RINGS: readonly (readonly [share: number, light: number])[] = [
  [0, 0.2],
  [0.35, 0.16],
  [0.68, 0.06],
  [1, 0],
];
/** The rings of the light cone from top to bottom. The light is 0 at both ends. */
const CONE_RINGS: readonly (readonly [height: number, radius: number, light: number])[] = [
  [6.4, 0.2, 0],
  [5, 0.62, 0.075],
  [3.2, 1.12, 0.05],
  [1.4, 1.6, 0.02],
  [0.1, 1.9, 0],
];
/** The offset of cone and disc of light in front of the stone, because they light its face. */
const BEFORE = 0.5;
const ABOVE_GROUND = 0.05;

/**
 * First the disc of light on the ground, then the cone: a draw range of `poolCount` indices draws only the
 * disc. `groundAt`: the height of the ground above the stone's foot.
 */
export function lightGeometry(groundAt: (x: number, z: number) => number): {
  geometry: BufferGeometry;
  poolCount: number;
} {
  const positions: number[] = [];
  const normals: number[] = [];
  const lights: number[] = [];
  const index: number[] = [];
  const band = (rings: number, corner: (ring: number, angle: number) => void): void => {
    const first = positions.length / 3;
    for (let ring = 0; ring < rings; ring++)
      for (let side = 0; side <= SIDES; side++) {
        corner(ring, (side / SIDES) * Math.PI * 2);
        if (ring === 0 || side === SIDES) continue;
        const [here, inner] = [first + ring * (SIDES + 1) + side, first + (ring - 1) * (SIDES + 1) + side];
        index.push(inner, here, here + 1, inner, here + 1, inner + 1);
      }
  };
  band(POOL_RINGS.length, (ring, angle) => {
    const [share, light] = POOL_RINGS[ring] ?? [0, 0];
    const x = Math.sin(angle) * share * POOL_RADIUS;
    const z = Math.cos(angle) * share * POOL_RADIUS + BEFORE;
    positions.push(x, groundAt(x, z) + ABOVE_GROUND, z);
    normals.push(0, 1, 0);
    lights.push(light, 1);
  });
  const poolCount = index.length;
  band(CONE_RINGS.length, (ring, angle) => {
    const [height, radius, light] = CONE_RINGS[ring] ?? [0, 0, 0];
    positions.push(Math.sin(angle) * radius, height, Math.cos(angle) * radius + BEFORE);
    normals.push(Math.sin(angle), 0.3, Math.cos(angle));
    lights.push(light, 0);
  });
  const geometry = new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('normal', new Float32BufferAttribute(normals, 3))
    .setAttribute('aLight', new Float32BufferAttribute(lights, 2))
    .setIndex(index);
  return { geometry, poolCount };
}
