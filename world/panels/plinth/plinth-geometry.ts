import { BufferGeometry, Color, Float32BufferAttribute, Vector3 } from 'three';
import type { Theme } from '../../../theme/theme.ts';
import { FacetBuilder, type Ring, circle, cornerOf } from '../../utils/geometry.ts';
import { seededRandom } from '../../utils/noise.ts';

/** The stone: the height of its top, and the size of the plate in its front. Metres. */
export const PLINTH_TOP = 1.75;
export const PLATE_WIDTH = 2;
export const PLATE_HEIGHT = 1.1;
const WIDTH = 2.3;
/** The heights of the upper edges of the stone's courses, in metres. */
const COURSES = [0.16, 0.56, 1.2, PLINTH_TOP];
/**
 * The stone is thinner towards its top, more at the front than at the back, so that the front leans away from
 * the reader. Depths from the middle.
 */
const FRONT_FOOT = 0.62;
const FRONT_THINS = 0.16;
const BACK_SHARE = 0.9;
export const PLATE_LEAN = Math.atan(FRONT_THINS);
const BEFORE_STONE = 0.012;
/** The position of the plate's middle. */
export const PLATE_PLACE = { y: 1.06, z: depthAt(1, 1.06) + BEFORE_STONE } as const;

/** The depth of the stone at a height, at the front (`side` 1) or the back (−1). */
function depthAt(side: number, y: number): number {
  return side > 0 ? FRONT_FOOT - y * FRONT_THINS : -BACK_SHARE * (FRONT_FOOT - y * FRONT_THINS);
}

/** The corners of a square, counter-clockwise from above. */
const SQUARE = [
  [1, 1],
  [1, -1],
  [-1, -1],
  [-1, 1],
] as const;

/** A step, three courses of cut stone, and on top the bowl from which the hologram shines. */
export function plinthGeometry({ colors }: Theme): BufferGeometry {
  const into = new FacetBuilder();
  const random = seededRandom(21);
  const stone = new Color(colors.stone);
  const lit = new Color(colors.stoneLit);
  const square = (y: number, wider: number): Vector3[] =>
    SQUARE.map(([x, side]) => new Vector3(x * (WIDTH / 2 + wider), y, depthAt(side, y) + side * wider));
  const round = (y: number, radius: number): Vector3[] => circle(10, radius, y, Math.PI / 10);
  /** Walls, and a top face with its own light. */
  const block = (low: Ring, high: Ring, color: Color, glow: number): void => {
    const paint = (): Color => color;
    into.loft([low, high], paint).fan(cornerOf(high, 0), high, paint, glow);
  };
  COURSES.forEach((high, i) => {
    const wider = i === 0 ? 0.22 : -random() * 0.03;
    const shade = stone.clone().lerp(lit, 0.3 + random() * 0.35);
    block(square(COURSES[i - 1] ?? -0.4, wider), square(high, wider), shade, 0);
  });
  block(round(PLINTH_TOP, 0.39), round(PLINTH_TOP + 0.1, 0.34), lit, 0.8);
  return into.build();
}

const SEGMENTS = 72;
const HALF_BAND = 0.1;

/**
 * A hoop of unit radius, bright in the middle of its band and dark at the edges. All its vertices have the
 * texture coordinates `(0.5, across)`.
 */
export function hoopGeometry(across: number): BufferGeometry {
  const positions: number[] = [];
  const uvs: number[] = [];
  const colors: number[] = [];
  const index: number[] = [];
  for (let i = 0; i <= SEGMENTS; i++) {
    const around = (i / SEGMENTS) * Math.PI * 2;
    for (let row = 0; row < 3; row++) {
      positions.push(Math.sin(around), (row - 1) * HALF_BAND, Math.cos(around));
      const light = row === 1 ? 1 : 0;
      colors.push(light, light, light);
      uvs.push(0.5, across);
    }
    if (i === SEGMENTS) break;
    const a = i * 3;
    for (const row of [a, a + 1]) index.push(row, row + 3, row + 4, row, row + 4, row + 1);
  }
  return new BufferGeometry()
    .setAttribute('position', new Float32BufferAttribute(positions, 3))
    .setAttribute('color', new Float32BufferAttribute(colors, 3))
    .setAttribute('uv', new Float32BufferAttribute(uvs, 2))
    .setIndex(index);
}
