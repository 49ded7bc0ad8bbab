import { START } from './start.ts';

/** Where panels hang: the home's own in an arc of radius 9 round the platform's centre, from −74° to 74° as seen from there, every panel facing the centre. */
export const ARC_RADIUS = 9;
export const PANEL_WIDTH = 2.6;
export const PANEL_HEIGHT = 1.6;
const LOWER_EDGE = 1.4;
const DEGREE = Math.PI / 180;
/** Panels lean towards who reads them: they hang a little above the eye. */
const TILT = 6 * DEGREE;
/**
 * Left and right in turn. The middle itself stays free, the resident stands before it; the third pair hangs at the ends, for seen from the start
 * the first portals stand behind the places beside them, which are taken last.
 */
const ANGLES = [-10, 10, -30, 30, -74, 74, -52, 52];

export const SLOTS = ANGLES.length;

export interface Slot {
  readonly x: number;
  /** Height of the panel's centre. */
  readonly y: number;
  readonly z: number;
  /** Radians, to be turned in the order Y, X. */
  readonly rotationX: number;
  readonly rotationY: number;
  /** Nearer than this the panel shows its rows, farther off its headline. Metres. */
  readonly near: number;
  /** Standing so near says what it shows. Metres. */
  readonly reach: number;
  /** Whether one must look at it for that: it hangs above others. */
  readonly aimed: boolean;
  /** Whether it hangs low above a level floor, which then gives back some of its light. */
  readonly lightsFloor: boolean;
}

function arcSlot(index: number): Slot {
  const degrees = ANGLES[index];
  if (degrees === undefined) throw new RangeError(`there is no place ${index} for a panel`);
  const angle = degrees * DEGREE;
  return {
    x: Math.sin(angle) * ARC_RADIUS,
    y: LOWER_EDGE + (PANEL_HEIGHT * Math.cos(TILT)) / 2,
    z: -Math.cos(angle) * ARC_RADIUS,
    rotationX: TILT,
    rotationY: -angle,
    near: 13,
    reach: 5,
    aimed: false,
    lightsFloor: true,
  };
}

/**
 * Panels without a place of their own hang left and right of where a visit begins, facing it: in a ring round the start, and in more rows behind
 * and above it, as seats rise in a theatre. The first ones hang beside the bookshelves and the oath stone as seen from the start, so that they cover
 * nothing; the others follow, away from the first look.
 */
const RING_RADIUS = 9;
const RING_FROM = 71 * DEGREE;
/** From the centre of one panel to that of the next in its row. Metres. */
const RING_STEP = 3.05;
/** How far one row is behind the other. Metres. */
const ROW_DEPTH = 2.2;
/** The first row has two panels on each side, and each further one has one more. */
const FIRST_ROW = 2;
/** From anywhere between here and the start each row is seen above the one before it. Metres from the start, towards a panel. */
const VIEW_RADIUS = 5;
/** Between the upper edge of a row and the lower edge of the next, as seen from there. Metres. */
const ROW_GAP = 0.12;
/** A panel at eye height can be read from this distance. Metres. */
const READ_METRES = 2.8;
/** Higher than this a panel is above others: one looks at it from farther off, over those before it. Metres. */
const HIGH = 3;

/** Where a link places the visitor before a panel or another thing of a module. Metres. */
export const standMetres = (x: number, y: number, z: number): number =>
  y < HIGH ? READ_METRES : Math.max(READ_METRES, Math.hypot(x, z - START.z) - VIEW_RADIUS);

function ringSlot(index: number): Slot {
  let left = index;
  let [lower, radius, perSide] = [LOWER_EDGE, RING_RADIUS, FIRST_ROW];
  for (;;) {
    const tilt = Math.max(TILT, Math.atan((lower + PANEL_HEIGHT / 2 - START.y) / radius));
    const height = PANEL_HEIGHT * Math.cos(tilt);
    if (left < perSide * 2) {
      const side = left % 2 === 0 ? 1 : -1;
      const angle = side * (RING_FROM + Math.floor(left / 2) * 2 * Math.asin(RING_STEP / 2 / radius));
      const [x, y, z] = [Math.sin(angle) * radius, lower + height / 2, START.z - Math.cos(angle) * radius];
      return {
        x,
        y,
        z,
        rotationX: tilt,
        rotationY: -angle,
        // What hangs higher is read in the view that looks from near.
        near: 6,
        reach: Math.max(5, Math.hypot(standMetres(x, y, z), y - START.y) + 1),
        aimed: y >= HIGH,
        lightsFloor: false,
      };
    }
    left -= perSide * 2;
    perSide++;
    // The upper edge leans towards the reader.
    const steepness =
      (lower + height - START.y) / (radius - VIEW_RADIUS - (PANEL_HEIGHT / 2) * Math.sin(tilt));
    radius += ROW_DEPTH;
    lower = START.y + steepness * (radius - VIEW_RADIUS + 0.5) + ROW_GAP;
  }
}

/** Where the panel `index` hangs: below `SLOTS` in the arc (0 and 1 in the middle, 4 and 5 at the ends), from there on in the ring round the start. */
export const slot = (index: number): Slot => (index < SLOTS ? arcSlot(index) : ringSlot(index - SLOTS));

/** Which places are taken. Those of the arc are for boards that name one; each other board gets the next free one of the ring. */
export class PanelSlots {
  readonly #taken = new Set<number>();

  /** The wanted place of the arc, where there is one and it is free; else the next of the ring. There is always one. */
  take(wanted?: number): number {
    const isOfArc = wanted !== undefined && ANGLES[wanted] !== undefined;
    let place = isOfArc && !this.#taken.has(wanted) ? wanted : SLOTS;
    while (this.#taken.has(place)) place++;
    this.#taken.add(place);
    return place;
  }

  free(place: number): void {
    this.#taken.delete(place);
  }
}
