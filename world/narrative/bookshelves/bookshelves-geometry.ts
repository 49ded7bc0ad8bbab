import { type BufferGeometry, Color, Vector3 } from 'three';
import type { Theme } from '../../../theme/theme.ts';
import { type Corners, FacetBuilder } from '../../utils/geometry.ts';
import {
  BAYS,
  BAY_ANGLE,
  BOARD,
  CORNICE_FLOOR,
  DEPTH,
  FRONT,
  HEIGHT,
  ROW_FLOORS,
  UPRIGHT,
  bayPoint,
} from './bookshelves-layout.ts';

/**
 * The ground is uneven, so the foot continues below it. All lengths in this file are in metres; “proud” means
 * how far a part protrudes.
 */
const BELOW_GROUND = -0.5;
const FOOT_HEIGHT = 0.14;
const BACK_PANEL = 0.05;
const FOOT_PROUD = 0.06;
const CORNICE_PROUD = 0.05;
const BOARD_PROUD = 0.02;
const UPRIGHT_PROUD = 0.035;
/**
 * The brightness and the size of the lamps under the boards, and the factor of their light on the wood.
 * Without lamps the shelves would be dark, because they face away from the key light.
 */
const LAMP = 1.3;
const LAMP_SIZE = 0.022;
const LAMPLIT = 1.9;
/** The doors of the closed base. Edges are shares of the half width. */
const DOOR_MARGIN = 0.09;
const DOOR_PROUD = 0.018;
const LEFT_DOOR = [-0.92, -0.04] as const;
const RIGHT_DOOR = [0.04, 0.92] as const;

type Range = readonly [from: number, to: number];

/** The whole width of a bay, from its left edge (−1) to its right one (1). */
const FULL_WIDTH: Range = [-1, 1];

/**
 * A block of a bay between two depths and two heights. It is as wide as the bay at each depth, reduced by
 * `inset` metres on each side.
 */
function bayBlock(
  into: FacetBuilder,
  bay: number,
  [front, back]: Range,
  [low, high]: Range,
  color: Color,
  [left, right]: Range = FULL_WIDTH,
  inset = 0,
): void {
  const half = Math.tan(BAY_ANGLE / 2);
  const at = (side: number, deep: number, y: number): Vector3 => {
    const { x, z } = bayPoint(bay, side * ((FRONT + deep) * half - inset), deep);
    return new Vector3(x, y, z);
  };
  const corners = (y: number): Corners => [
    at(left, front, y),
    at(right, front, y),
    at(right, back, y),
    at(left, back, y),
  ];
  into.block(corners(low), corners(high), color);
}

/** The upright at a border between bays, counted from the left. */
function upright(into: FacetBuilder, border: number, color: Color): void {
  const angle = (border - BAYS / 2) * BAY_ANGLE;
  const across = new Vector3(Math.cos(angle), 0, Math.sin(angle)).multiplyScalar(UPRIGHT / 2);
  const along = (deep: number): Vector3 =>
    new Vector3(Math.sin(angle), 0, -Math.cos(angle)).multiplyScalar(
      (FRONT + deep) / Math.cos(BAY_ANGLE / 2),
    );
  const front = along(-UPRIGHT_PROUD);
  const back = along(DEPTH + 0.02);
  const corners = (y: number): Corners => {
    const up = new Vector3(0, y, 0);
    return [
      front.clone().sub(across).add(up),
      front.clone().add(across).add(up),
      back.clone().add(across).add(up),
      back.clone().sub(across).add(up),
    ];
  };
  into.block(corners(0), corners(HEIGHT - 0.02), color);
}

/** The empty half-circle of shelves as one geometry: closed base, two rows, cornice. */
export function shelvesGeometry(theme: Theme): BufferGeometry {
  const into = new FacetBuilder();
  const wood = new Color(theme.colors.wood);
  const stone = new Color(theme.colors.stoneLit);
  const shade = new Color();
  const lamp = new Color(theme.colors.starWarm).multiplyScalar(LAMP);
  const tone = (lighter: number, light = 1): Color =>
    shade.lerpColors(wood, stone, lighter).multiplyScalar(light);
  for (let bay = 0; bay < BAYS; bay++) {
    bayBlock(into, bay, [DEPTH - BACK_PANEL, DEPTH], [0, HEIGHT - 0.06], tone(0.05, LAMPLIT));
    bayBlock(into, bay, [-FOOT_PROUD, DEPTH + FOOT_PROUD], [BELOW_GROUND, FOOT_HEIGHT], tone(0.32));
    bayBlock(into, bay, [0, DEPTH - BACK_PANEL], [FOOT_HEIGHT, ROW_FLOORS[0] - BOARD], tone(0.1, 1.3));
    const doorHeights: Range = [FOOT_HEIGHT + DOOR_MARGIN, ROW_FLOORS[0] - BOARD - DOOR_MARGIN];
    for (const sides of [LEFT_DOOR, RIGHT_DOOR])
      bayBlock(into, bay, [-DOOR_PROUD, 0.01], doorHeights, tone(0.2, 1.4), sides);
    for (const floor of ROW_FLOORS)
      bayBlock(into, bay, [-BOARD_PROUD, DEPTH - BACK_PANEL], [floor - BOARD, floor], tone(0.36, LAMPLIT));
    for (const over of [ROW_FLOORS[1] - BOARD, CORNICE_FLOOR])
      bayBlock(into, bay, [0, LAMP_SIZE], [over - LAMP_SIZE, over], lamp, FULL_WIDTH, UPRIGHT / 2);
    bayBlock(into, bay, [-CORNICE_PROUD, DEPTH + CORNICE_PROUD], [CORNICE_FLOOR, HEIGHT], tone(0.3));
  }
  for (let border = 0; border <= BAYS; border++) upright(into, border, tone(0.26, 1.5));
  return into.build();
}

/**
 * A spine has a flat middle and two bevels: the width of the middle as a share of the thickness, and the
 * depth of the bevels as a share of the depth.
 */
export const SPINE_FLAT = 0.86;
const BEVEL = 0.06;
/** The bands along a spine: start, end, and brightness relative to the cover. */
const BANDS: readonly (readonly [from: number, to: number, light: number])[] = [
  [0, 0.05, 1],
  [0.05, 0.075, 1.9],
  [0.075, 0.925, 1],
  [0.925, 0.95, 1.9],
  [0.95, 1, 1],
];

/** A unit-sized book: its spine towards +z at z = 0, its foot at y = 0. */
export function bookGeometry(): BufferGeometry {
  const into = new FacetBuilder();
  const tone = new Color();
  const at = (x: number, y: number, z: number): Vector3 => new Vector3(x, y, z);
  const flat = SPINE_FLAT / 2;
  for (const [low, high, light] of BANDS) {
    tone.setScalar(light);
    into.quad(at(-flat, low, 0), at(flat, low, 0), at(flat, high, 0), at(-flat, high, 0), tone);
    tone.setScalar(light * 0.8);
    into.quad(at(-0.5, low, -BEVEL), at(-flat, low, 0), at(-flat, high, 0), at(-0.5, high, -BEVEL), tone);
    into.quad(at(flat, low, 0), at(0.5, low, -BEVEL), at(0.5, high, -BEVEL), at(flat, high, 0), tone);
  }
  tone.setScalar(0.7);
  into.quad(at(0.5, 0, -BEVEL), at(0.5, 0, -1), at(0.5, 1, -1), at(0.5, 1, -BEVEL), tone);
  into.quad(at(-0.5, 0, -1), at(-0.5, 0, -BEVEL), at(-0.5, 1, -BEVEL), at(-0.5, 1, -1), tone);
  tone.setScalar(1.25);
  into.quad(at(-0.5, 1, -BEVEL), at(0.5, 1, -BEVEL), at(0.5, 1, -1), at(-0.5, 1, -1), tone);
  into.triangle(at(-flat, 1, 0), at(flat, 1, 0), at(0.5, 1, -BEVEL), tone);
  into.triangle(at(-flat, 1, 0), at(0.5, 1, -BEVEL), at(-0.5, 1, -BEVEL), tone);
  return into.build();
}
