import { BufferGeometry, Color, Float32BufferAttribute, Vector3 } from 'three';
import type { Theme } from '../../../theme/theme.ts';
import { FacetBuilder } from '../../utils/geometry.ts';

/** The stone's outline as seen from the front, from the lower left, counter-clockwise; 2.4 m tall. */
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
/** The front is cut flat, a little smaller than the stone. */
const CUT = 0.93;
const STEP_RADIUS = 1.25;
const STEP_HEIGHT = 0.13;

/** A standing stone with a flat face, on a step. One piece. */
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
  const middle = new Vector3(0, 1.1, STONE_FRONT);
  const behind = new Vector3(0.05, 1, STONE_BACK - 0.06);
  OUTLINE.forEach((_point, i) => {
    const next = (i + 1) % OUTLINE.length;
    const of = (list: Vector3[], at: number): Vector3 => list[at] as Vector3;
    into.triangle(middle, of(face, i), of(face, next), tone(0.22));
    into.quad(of(front, i), of(front, next), of(face, next), of(face, i), tone(0.6 + (i % 3) * 0.1));
    into.quad(of(back, i), of(back, next), of(front, next), of(front, i), tone(0.25 + (i % 2) * 0.15));
    into.triangle(behind, of(back, next), of(back, i), tone(0.1 + (i % 3) * 0.1));
  });
  const step = (radius: number, y: number): Vector3[] =>
    Array.from({ length: 8 }, (_unused, i) => {
      const angle = ((i + 0.5) / 8) * Math.PI * 2;
      return new Vector3(Math.sin(angle) * radius, y, Math.cos(angle) * radius * 0.8);
    });
  const [low, high] = [step(STEP_RADIUS + 0.06, -0.5), step(STEP_RADIUS, STEP_HEIGHT)];
  const top = new Vector3(0, STEP_HEIGHT, 0);
  for (let i = 0; i < 8; i++) {
    const next = (i + 1) % 8;
    into.quad(low[i] as Vector3, low[next] as Vector3, high[next] as Vector3, high[i] as Vector3, tone(0.35));
    into.triangle(top, high[i] as Vector3, high[next] as Vector3, tone(0.55));
  }
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
/** Up the cone: height and radius in metres, and light. It comes out of the dark, and is gone before it reaches the ground. */
const CONE_RINGS: readonly (readonly [height: number, radius: number, light: number])[] = [
  [6.4, 0.2, 0],
  [5, 0.62, 0.075],
  [3.2, 1.12, 0.05],
  [1.4, 1.6, 0.02],
  [0.1, 1.9, 0],
];
/** Both stand a little before the stone: it is its face that is lit. Metres. */
const BEFORE = 0.5;
const ABOVE_GROUND = 0.05;

/**
 * The pool first, then the cone, so that whoever draws only the first `poolCount` corners draws no cone. `groundAt` is the ground's height
 * over the stone's foot.
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
