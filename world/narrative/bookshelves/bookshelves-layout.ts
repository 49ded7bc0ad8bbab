import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import type { MergedPull } from '../../../data/readings/records.ts';
import { absenceText, ageText, provenanceText } from '../../../data/readings/format.ts';
import type { ColorName } from '../../../theme/theme.ts';
import type { Obstacle } from '../../core/scene/scene-registry.ts';
import { seedOf, seededRandom } from '../../utils/noise.ts';

/**
 * The centre of the half-circle of shelves. Its open side faces the middle of the home. In metres
 * (docs/look.md).
 */
export const SHELF_X = -18;
export const SHELF_Z = 4;
/** The rotation about y that turns +z to the middle of the home. Radians. */
export const SHELF_TURN = Math.atan2(-SHELF_X, -SHELF_Z);

/** Straight bays along the half-circle, from the left as seen from its middle. */
export const BAYS = 5;
export const BAY_ANGLE = Math.PI / BAYS;
/** The distance from the half-circle's middle to a bay's front, and the depth of a bay. */
export const FRONT = 2.75;
export const DEPTH = 0.42;
const BAY_WIDTH = 2 * FRONT * Math.tan(BAY_ANGLE / 2);
/** The width of the uprights between bays. */
export const UPRIGHT = 0.09;
const ROOM = BAY_WIDTH - UPRIGHT - 0.06;

/** The floors of the two rows of books, the first at eye level. Below is a closed base. */
export const ROW_FLOORS = [1.04, 1.94] as const;
export const BOARD = 0.05;
export const HEIGHT = 3;
/** The height of the cornice's lower edge. The plate is on the cornice. */
export const CORNICE_FLOOR = 2.76;
const EYE_ROW = 0;
const UPPER_ROW = 1;

/** The order of filling: the row at eye level from the middle bay outwards, then the row above. */
const COMPARTMENTS: readonly (readonly [bay: number, row: number])[] = [EYE_ROW, UPPER_ROW].flatMap((row) =>
  [2, 1, 3, 0, 4].map((bay) => [bay, row] as const),
);

export const MAX_BOOKS = 50;
/** With these sizes, fifty of the thickest books fit into the ten compartments of 1.6 m. */
const THICKNESS = { min: 0.17, max: 0.255 };
const TALLNESS = { min: 0.7, max: 0.78 };
const GAP = 0.006;
/** The distance of a spine from the bay's front. */
const SET_BACK = 0.05;

/** Muted colours, similar to the colours of stone and sky. */
const COVERS = [
  'coverSlate',
  'coverTeal',
  'coverIndigo',
  'coverPlum',
  'coverMoss',
  'coverRust',
] as const satisfies readonly ColorName[];

/**
 * One book, in local coordinates of the half-circle: the middle of its spine's foot, and the direction of the
 * spine.
 */
export interface Book {
  readonly pull: MergedPull;
  readonly bay: number;
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** The rotation about y in radians. */
  readonly turn: number;
  readonly thickness: number;
  readonly tallness: number;
  readonly cover: ColorName;
  /** A factor for the cover's brightness, 0.8 to 1.2. */
  readonly tone: number;
}

/**
 * A point of a bay, `right` of its middle and `back` from its front, in local coordinates of the
 * half-circle.
 */
export function bayPoint(bay: number, right: number, back: number): { x: number; z: number; turn: number } {
  const angle = (bay - (BAYS - 1) / 2) * BAY_ANGLE;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const away = FRONT + back;
  return { x: sin * away + cos * right, z: -cos * away + sin * right, turn: -angle };
}

/**
 * The books, newest first, from the left of each compartment. A pull request always has the same book.
 */
export function bookPlaces(pulls: readonly MergedPull[]): Book[] {
  const newest = pulls.toSorted((a, b) => b.mergedAt - a.mergedAt).slice(0, MAX_BOOKS);
  const books: Book[] = [];
  let compartment = 0;
  let used = 0;
  for (const pull of newest) {
    const random = seededRandom(pull.number);
    const thickness = THICKNESS.min + random() * (THICKNESS.max - THICKNESS.min);
    const tallness = TALLNESS.min + random() * (TALLNESS.max - TALLNESS.min);
    if (used + thickness > ROOM) {
      compartment += 1;
      used = 0;
    }
    const found = COMPARTMENTS[compartment];
    if (!found) break;
    const [bay, row] = found;
    const { x, z, turn } = bayPoint(bay, used + thickness / 2 - ROOM / 2, SET_BACK);
    books.push({
      pull,
      bay,
      row,
      x,
      y: ROW_FLOORS[row] ?? 0,
      z,
      turn,
      thickness,
      tallness,
      cover: COVERS[seedOf(pull.author) % COVERS.length] ?? 'coverSlate',
      tone: 0.8 + random() * 0.4,
    });
    used += thickness + GAP;
  }
  return books;
}

/**
 * The text on the plate. It has no total, because only the latest pull requests are requested
 * (`data/readings/sources/merged.ts`).
 */
export const plateText = (reading: Reading<readonly MergedPull[]>): string => {
  const pulls = currentValue(reading);
  if (!pulls) return absenceText('MERGED PULL REQUESTS', reading);
  return pulls.length === 1
    ? 'The latest merged pull request'
    : `The latest ${pulls.length} merged pull requests`;
};

/** `#12 Light the beam — Ada, merged 3 h ago` */
export const bookLabel = ({ number, title, author, mergedAt }: MergedPull, now: number): string =>
  `#${number} ${[title, author].filter(Boolean).join(' — ')}, merged ${ageText(mergedAt, now)}`;

/**
 * `Bookshelves: the latest 12 merged pull requests — me/home, code.example · just now`, or the
 * problem of the reading.
 */
export function shelvesLabel(reading: Reading<readonly MergedPull[]>, now: number): string {
  const text = plateText(reading);
  return `Bookshelves: ${currentValue(reading) ? text.toLowerCase() : text} — ${provenanceText(reading, now)}`;
}

const OBSTACLE_RADIUS = 0.42;
const OBSTACLES_A_BAY = 3;

/** Circles along the bays, with gaps narrower than a visitor. In world coordinates. */
export function shelfObstacles(): Obstacle[] {
  const [sin, cos] = [Math.sin(SHELF_TURN), Math.cos(SHELF_TURN)];
  return Array.from({ length: BAYS * OBSTACLES_A_BAY }, (_unused, i) => {
    const right = (((i % OBSTACLES_A_BAY) + 0.5) / OBSTACLES_A_BAY - 0.5) * BAY_WIDTH;
    const { x, z } = bayPoint(Math.floor(i / OBSTACLES_A_BAY), right, DEPTH / 2);
    return { x: SHELF_X + x * cos + z * sin, z: SHELF_Z - x * sin + z * cos, radius: OBSTACLE_RADIUS };
  });
}
