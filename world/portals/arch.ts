import { type BufferGeometry, Color, Euler, Matrix4, Quaternion, Vector3 } from 'three';
import type { Theme } from '../../theme/theme.ts';
import { type Corners, FacetBuilder } from '../utils/geometry.ts';
import { seededRandom } from '../utils/noise.ts';
import type { Access, PlacedPortal, PortalPlace, Readiness } from './portal-view-model.ts';

/**
 * The disc in the opening: the height of its centre above the ground, and its radius. With the ring of stones
 * an arch is five metres high.
 */
export const DISC_HEIGHT = 2.55;
export const DISC_RADIUS = 1.72;
/** Inner and outer radius of the ring of stones, and its depth. Metres. */
const STONE_INNER = 1.78;
const STONE_OUTER = 2.4;
const STONE_DEPTH = 0.78;
/** An odd number, so that the stone in the middle is the keystone. */
export const STONES = 15;
const KEYSTONE = (STONES - 1) / 2;
/** The gap of the ring at the foot, for the threshold. Radians from the lowest point. */
const FOOT_GAP = 0.52;
const HALF_STONE = (Math.PI * 2 - FOOT_GAP * 2) / STONES / 2;
/** Half the gap between two stones, in radians. */
const JOINT = 0.012;

interface Gap {
  readonly missing: readonly number[];
  /** The positions of some missing stones beside the arch: x, height, z, and rotation. */
  readonly laidDown: readonly { stone: number; x: number; y: number; z: number; roll: number }[];
}
/**
 * The gaps in rings. A ring that is being rebuilt has its gap at the right shoulder; the whole top of a ruin
 * has fallen.
 */
const GAPS: Partial<Record<Readiness, Gap>> = {
  rebuilding: {
    missing: [3, 4, 5, 6],
    laidDown: [
      { stone: 3, x: 2.9, y: 0.12, z: 1.05, roll: 1.2 },
      { stone: 4, x: 3.5, y: 0.1, z: 0.35, roll: -0.6 },
      { stone: 6, x: 2.55, y: 3.5, z: 0.2, roll: 0.35 },
    ],
  },
  ruin: {
    missing: [4, 5, 6, 7, 8, 9, 10, 11],
    laidDown: [
      { stone: 5, x: 2.85, y: 0.12, z: 0.9, roll: 1.9 },
      { stone: 7, x: 0.55, y: 0.4, z: 0.55, roll: 0.5 },
      { stone: 8, x: -0.75, y: 0.4, z: 0.15, roll: -0.9 },
      { stone: 10, x: -3, y: 0.12, z: 0.7, roll: -2.2 },
    ],
  },
};
/** The width of a prototype's stones as a share of the full width. */
const SKELETON = 0.5;

type Arch = Pick<PlacedPortal, 'matrix' | 'readiness' | 'access' | 'presence'>;

/** Share of its light that the stone of an offline world reflects. */
const DARK_STONE = 0.35;

/** The middle of stone `index`, as an angle from +x, counter-clockwise as seen from the front. */
const stoneAngle = (index: number): number => -Math.PI / 2 + FOOT_GAP + (index * 2 + 1) * HALF_STONE;
/** Whether the stone is in the ring, and so has its rune. */
export const hasStone = (readiness: Readiness, index: number): boolean =>
  GAPS[readiness]?.missing.includes(index) !== true;
/** The height of an arch's highest point above its foot. Names are above it. */
export const archTop = (access: Access, readiness: Readiness): number =>
  DISC_HEIGHT + STONE_OUTER + (access !== 'public' ? 0.75 : readiness === 'return' ? 0.5 : 0.24);
/** The radius of the runes: the middle of the stones' fronts. */
const RUNE_RADIUS = (STONE_INNER + STONE_OUTER) / 2;
/**
 * The distance of the runes in front of the ring's middle: beyond the face of the keystone, which protrudes
 * most.
 */
const RUNE_FRONT = STONE_DEPTH / 2 + 0.085;

/** Builds the stones of all arches in one geometry, each with local coordinates of its own arch. */
class Mason {
  readonly into = new FacetBuilder();
  readonly shade = new Color();
  readonly #stone: Color;
  readonly #lit: Color;
  #random = seededRandom(7);
  #arch: Matrix4 = new Matrix4();
  #light = 1;

  constructor(theme: Theme) {
    this.#stone = new Color(theme.colors.stone);
    this.#lit = new Color(theme.colors.stoneLit);
  }

  build({ matrix, readiness, access, presence }: Arch): void {
    // Every arch has the same irregularities, independent of the other arches.
    this.#random = seededRandom(7);
    this.#arch = matrix;
    this.#light = presence === 'offline' ? DARK_STONE : 1;
    this.#ring(readiness);
    this.#slab(3.6, -0.6, 0.14, 2.3, 0.3);
    this.#slab(2.7, 0.14, 0.3, 1.5, 0.5);
    if (readiness === 'blocked') this.#bars();
    if (readiness === 'return') this.#outerRing();
    if (access === 'operator') this.#crown();
    if (access === 'local-only') this.#roof();
  }

  /** Irregular stones around the opening; a larger keystone at the top. */
  #ring(readiness: Readiness): void {
    const half = readiness === 'prototype' ? HALF_STONE * SKELETON : HALF_STONE;
    for (let i = 0; i < STONES; i++) {
      const isKey = i === KEYSTONE;
      const outer = STONE_OUTER + (isKey ? 0.24 : (this.#random() - 0.5) * 0.16);
      const depth = (STONE_DEPTH + (isKey ? 0.14 : (this.#random() - 0.5) * 0.1)) / 2;
      const tone = 0.25 + this.#random() * 0.35 + (isKey ? 0.2 : 0);
      const angle = stoneAngle(i);
      const corners = (z: number): Corners => [
        ringPoint(STONE_INNER, angle - half + JOINT, z),
        ringPoint(outer, angle - half + JOINT, z),
        ringPoint(outer, angle + half - JOINT, z),
        ringPoint(STONE_INNER, angle + half - JOINT, z),
      ];
      if (hasStone(readiness, i)) this.#block(corners(depth), corners(-depth), tone);
      else this.#laidDown(readiness, i, corners(depth), corners(-depth), tone);
    }
  }

  /**
   * Places a stone that is missing in the ring beside the arch, if it has a place there (`laidDown`). One
   * stone of a ring that is being rebuilt is in the air.
   */
  #laidDown(readiness: Readiness, stone: number, front: Corners, back: Corners, tone: number): void {
    const place = GAPS[readiness]?.laidDown.find((laid) => laid.stone === stone);
    if (!place) return;
    const middle = ringPoint(RUNE_RADIUS, stoneAngle(stone), 0);
    const lie = new Matrix4()
      .makeTranslation(place.x, place.y, place.z)
      .multiply(new Matrix4().makeRotationZ(place.roll))
      .multiply(new Matrix4().makeTranslation(-middle.x, -middle.y, 0));
    for (const corner of [...front, ...back]) corner.applyMatrix4(lie);
    this.#block(front, back, tone);
  }

  /** A second, thin ring around the first marks the return portal. */
  #outerRing(): void {
    const half = HALF_STONE * 0.8;
    for (let i = 0; i < STONES; i++) {
      const angle = stoneAngle(i) + (i < KEYSTONE ? HALF_STONE : -HALF_STONE);
      if (i === KEYSTONE) continue;
      const corners = (z: number): Corners => [
        ringPoint(2.72, angle - half, z),
        ringPoint(2.88, angle - half, z),
        ringPoint(2.88, angle + half, z),
        ringPoint(2.72, angle + half, z),
      ];
      this.#block(corners(0.16), corners(-0.16), 1.25);
    }
  }

  /** Two beams across the opening, wedged behind the stones. */
  #bars(): void {
    for (const turn of [0.62, -0.62]) {
      const beam = new Matrix4()
        .makeTranslation(0, DISC_HEIGHT, turn > 0 ? 0.2 : 0.08)
        .multiply(new Matrix4().makeRotationZ(turn));
      const face = (z: number): Corners => {
        const corners = box(-1.95, 1.95, -0.19, 0.19, z);
        for (const corner of corners) corner.applyMatrix4(beam);
        return corners;
      };
      this.#block(face(0.12), face(-0.28), 1.25);
    }
  }

  /** Spikes all around, as on a fence: access for the operator only. */
  #crown(): void {
    for (let i = 1; i < STONES - 1; i++) {
      const angle = stoneAngle(i);
      const foot = i === KEYSTONE ? STONE_OUTER + 0.2 : STONE_OUTER - 0.06;
      const tip = ringPoint(foot + 0.55, angle, 0);
      const base: Corners = [
        ringPoint(foot, angle - 0.07, 0.16),
        ringPoint(foot, angle + 0.07, 0.16),
        ringPoint(foot, angle + 0.07, -0.16),
        ringPoint(foot, angle - 0.07, -0.16),
      ];
      this.#tone(1.9);
      this.#place([tip, ...base]);
      this.into.fan(tip, base.toReversed(), () => this.shade);
    }
  }

  /** A gable above the ring: this world runs on its owner's machine. */
  #roof(): void {
    const eaves = new Vector3(2.8, 3.7, 0);
    const ridge = new Vector3(0, 5.3, 0);
    const thick = 0.18;
    for (const side of [1, -1]) {
      const face = (z: number): Corners => {
        const corners: Corners = [
          new Vector3(eaves.x * side, eaves.y, z),
          new Vector3(eaves.x * side, eaves.y + thick, z),
          new Vector3(ridge.x, ridge.y + thick, z),
          new Vector3(ridge.x, ridge.y, z),
        ];
        return side > 0 ? corners : [corners[3], corners[2], corners[1], corners[0]];
      };
      this.#block(face(0.62), face(-0.62), 0.45);
    }
  }

  /** One step of the threshold. */
  #slab(width: number, low: number, high: number, depth: number, tone: number): void {
    const x = width / 2;
    this.#block(box(-x, x, low, high, depth / 2), box(-x, x, low, high, -depth / 2), tone);
  }

  /** A block between its four front corners, counter-clockwise, and four corners at the back. */
  #block(front: Corners, back: Corners, tone: number): void {
    this.#place([...front, ...back]);
    this.#tone(tone);
    this.into.block(back, front, this.shade);
  }

  /** Transforms local coordinates of the arch to world coordinates. */
  #place(corners: readonly Vector3[]): void {
    for (const corner of corners) corner.applyMatrix4(this.#arch);
  }

  #tone(share: number): void {
    this.shade.lerpColors(this.#stone, this.#lit, share).multiplyScalar(this.#light);
  }
}

/** A point of the ring at an angle, in local coordinates of the arch. */
const ringPoint = (radius: number, angle: number, z: number): Vector3 =>
  new Vector3(Math.cos(angle) * radius, DISC_HEIGHT + Math.sin(angle) * radius, z);

const box = (left: number, right: number, low: number, high: number, z: number): Corners => [
  new Vector3(left, low, z),
  new Vector3(right, low, z),
  new Vector3(right, high, z),
  new Vector3(left, high, z),
];

/**
 * Arches of cut stones on two-step thresholds, all as one geometry. Readiness and access are visible in the
 * stone, from a distance and without colours. A prototype has narrow stones, a ring that is being rebuilt has
 * a gap, a blocked ring has bars, and of a ring without an address only the sides stand. Spikes mean access
 * for the operator only; a gable means a world on its owner's machine.
 */
export function archesGeometry(theme: Theme, arches: readonly Arch[]): BufferGeometry {
  const mason = new Mason(theme);
  for (const arch of arches) mason.build(arch);
  return mason.into.build();
}

const angles = new Euler();
const turned = new Quaternion();
const foot = new Vector3();
const scale = new Vector3();

/** The matrix from local coordinates of the arch to world coordinates. */
export function placeMatrix(
  { x, y, z, rotationX, rotationY, rotationZ, size }: PortalPlace,
  into: Matrix4,
): Matrix4 {
  turned.setFromEuler(angles.set(rotationX, rotationY, rotationZ, 'YXZ'));
  return into.compose(foot.set(x, y, z), turned, scale.setScalar(size));
}

const turn = new Matrix4();
/** The matrix of the rune `index`, relative to its portal. */
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
