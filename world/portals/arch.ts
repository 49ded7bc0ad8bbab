import { type BufferGeometry, Color, Matrix4, Vector3 } from 'three';
import type { Theme } from '../../theme/theme.ts';
import { FacetBuilder } from '../utils/geometry.ts';
import { seededRandom } from '../utils/noise.ts';

/** The opening's centre above the ground, its radius, and the ring of stones about it: five metres in all. */
export const DISC_HEIGHT = 2.55;
export const DISC_RADIUS = 1.72;
const STONE_INNER = 1.7;
const STONE_OUTER = 2.4;
const STONE_DEPTH = 0.78;
/** An odd number, so that one is the keystone. */
export const STONES = 15;
/** The ring is open at the foot, where the threshold lies. Radians from the lowest point. */
const FOOT_GAP = 0.52;

/** The middle of stone `index`, as an angle from +x, counter-clockwise as seen from the front. */
export const stoneAngle = (index: number): number =>
  -Math.PI / 2 + FOOT_GAP + ((index + 0.5) * (Math.PI * 2 - FOOT_GAP * 2)) / STONES;
/** Where a rune sits on a stone: the middle of its front. */
export const RUNE_RADIUS = (STONE_INNER + STONE_OUTER) / 2;
/** Before the keystone's face, which stands out most. */
export const RUNE_FRONT = STONE_DEPTH / 2 + 0.085;

const corner = (radius: number, angle: number, z: number): Vector3 =>
  new Vector3(Math.cos(angle) * radius, DISC_HEIGHT + Math.sin(angle) * radius, z);

/** A block given by its four front corners, counter-clockwise, and the same four at the back. */
function block(into: FacetBuilder, front: readonly Vector3[], back: readonly Vector3[], color: Color): void {
  const [a, b, c, d] = front as [Vector3, Vector3, Vector3, Vector3];
  const [e, f, g, h] = back as [Vector3, Vector3, Vector3, Vector3];
  into.quad(a, b, c, d, color).quad(f, e, h, g, color);
  into.quad(e, a, d, h, color).quad(b, f, g, c, color);
  into.quad(d, c, g, h, color).quad(e, f, b, a, color);
}

function slab(
  into: FacetBuilder,
  width: number,
  low: number,
  high: number,
  depth: number,
  color: Color,
): void {
  const x = width / 2;
  const face = (z: number): Vector3[] => [
    new Vector3(-x, low, z),
    new Vector3(x, low, z),
    new Vector3(x, high, z),
    new Vector3(-x, high, z),
  ];
  block(into, face(depth / 2), face(-depth / 2), color);
}

/** One arch of cut stones on a two-step threshold, all in one geometry; instances of it are all arches of the home. */
export function archGeometry(theme: Theme): BufferGeometry {
  const into = new FacetBuilder();
  const random = seededRandom(7);
  const stone = new Color(theme.colors.stone);
  const lit = new Color(theme.colors.stoneLit);
  const shade = new Color();
  const half = (Math.PI * 2 - FOOT_GAP * 2) / STONES / 2;
  const keystone = (STONES - 1) / 2;
  for (let i = 0; i < STONES; i++) {
    const middle = stoneAngle(i);
    const isKey = i === keystone;
    const outer = STONE_OUTER + (isKey ? 0.24 : (random() - 0.5) * 0.16);
    const depth = (STONE_DEPTH + (isKey ? 0.14 : (random() - 0.5) * 0.1)) / 2;
    const gap = 0.012;
    const from = middle - half + gap;
    const to = middle + half - gap;
    shade.lerpColors(stone, lit, 0.25 + random() * 0.35 + (isKey ? 0.2 : 0));
    const face = (z: number): Vector3[] => [
      corner(STONE_INNER, from, z),
      corner(outer, from, z),
      corner(outer, to, z),
      corner(STONE_INNER, to, z),
    ];
    block(into, face(depth), face(-depth), shade);
  }
  slab(into, 3.6, -0.6, 0.14, 2.3, shade.lerpColors(stone, lit, 0.3));
  slab(into, 2.7, 0.14, 0.3, 1.5, shade.lerpColors(stone, lit, 0.5));
  return into.build();
}

const turn = new Matrix4();
/** The placing matrix of rune `index` within its portal. */
export function runeMatrix(index: number, into: Matrix4): Matrix4 {
  const angle = stoneAngle(index);
  into.makeRotationZ(angle - Math.PI / 2);
  turn.makeTranslation(
    Math.cos(angle) * RUNE_RADIUS,
    DISC_HEIGHT + Math.sin(angle) * RUNE_RADIUS,
    RUNE_FRONT,
  );
  return into.premultiply(turn);
}
