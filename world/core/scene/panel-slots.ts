import { START } from './start.ts';

/** The home's own panels are on an arc around the platform's centre, −118° to 118°, and face it. Metres. */
const ARC_RADIUS = 9;
export const PANEL_WIDTH = 2.6;
export const PANEL_HEIGHT = 1.6;
const LOWER_EDGE = 1.4;
const DEGREE = Math.PI / 180;
/** Panels are tilted towards the reader, because they are a little above the eye. */
const TILT = 6 * DEGREE;
/**
 * The angles of the slots, left and right alternately. The middle is free for the dark sky and the beam
 * behind the resident. From the start, a portal is visible beside each of the first four panels. The third
 * pair is at the ends of the arc, beside the visitor; the slots before the ends come last.
 */
const ANGLES = [-23, 23, -58, 58, -118, 118, -92, 92];

/** The number of slots on the arc. */
const ARC_SLOTS = ANGLES.length;

export interface Slot {
  readonly x: number;
  /** Height of the panel's centre. */
  readonly y: number;
  readonly z: number;
  /** Rotation in radians, in the order Y, X. */
  readonly rotationX: number;
  readonly rotationY: number;
  /** Within this distance the panel shows its rows, beyond it the headline. */
  readonly nearMetres: number;
  /** The distance within which the hint names the panel. */
  readonly maxDistanceMetres: number;
  /** Whether the hint needs the visitor's aim, because the panel is above others. */
  readonly requiresAim: boolean;
  /** Whether the panel is low above a level floor, which reflects some of its light. */
  readonly lightsFloor: boolean;
}

function arcSlot(index: number): Slot {
  const degrees = ANGLES[index];
  if (degrees === undefined) throw new RangeError(`there is no slot ${index} on the arc`);
  const angle = degrees * DEGREE;
  return {
    x: Math.sin(angle) * ARC_RADIUS,
    y: LOWER_EDGE + (PANEL_HEIGHT * Math.cos(TILT)) / 2,
    z: -Math.cos(angle) * ARC_RADIUS,
    rotationX: TILT,
    rotationY: -angle,
    nearMetres: 13,
    maxDistanceMetres: 5,
    requiresAim: false,
    lightsFloor: true,
  };
}

/**
 * Panels without their own slot are left and right of the start and face it. They form a ring around it, and
 * more rows behind and above the ring, like the seats of a theatre. From the start, the first ones are beside
 * the bookshelves and the oath stone and cover nothing; the others are outside the first view.
 */
const RING_RADIUS = 9;
/** The centre of the ring: behind the start, on the path to the return portal. Metres. */
const RING_CENTRE_Z = 17;
const RING_FROM = 71 * DEGREE;
/** The distance between the centres of two panels in a row. Metres. */
const RING_STEP = 3.05;
/** The distance between two rows. Metres. */
const ROW_DEPTH = 2.2;
/** The first row has two panels on each side, and each further row has one more than the row before. */
const FIRST_ROW = 2;
/** Within this distance of the start, in metres, each row is visible above the one in front of it. */
const VIEW_RADIUS = 5;
/** The visible gap between the upper edge of a row and the lower edge of the next. Metres. */
const ROW_GAP = 0.12;
/** The reading distance of a panel at eye height. Metres. */
const READ_METRES = 2.8;
/** A panel higher than this is above others, so its reading distance is larger. */
const HIGH_METRES = 3;

/** The distance at which a link places the visitor in front of a panel or another object. Metres. */
export const standMetres = (x: number, y: number, z: number): number =>
  y < HIGH_METRES ? READ_METRES : Math.max(READ_METRES, Math.hypot(x, z - RING_CENTRE_Z) - VIEW_RADIUS);

function ringSlot(index: number): Slot {
  let left = index;
  let [lower, radius, perSide] = [LOWER_EDGE, RING_RADIUS, FIRST_ROW];
  for (;;) {
    const tilt = Math.max(TILT, Math.atan((lower + PANEL_HEIGHT / 2 - START.y) / radius));
    const height = PANEL_HEIGHT * Math.cos(tilt);
    if (left < perSide * 2) {
      const side = left % 2 === 0 ? 1 : -1;
      const angle = side * (RING_FROM + Math.floor(left / 2) * 2 * Math.asin(RING_STEP / 2 / radius));
      const [x, y, z] = [
        Math.sin(angle) * radius,
        lower + height / 2,
        RING_CENTRE_Z - Math.cos(angle) * radius,
      ];
      return {
        x,
        y,
        z,
        rotationX: tilt,
        rotationY: -angle,
        // Visitors read the rows of higher panels in the zoom.
        nearMetres: 6,
        maxDistanceMetres: Math.max(5, Math.hypot(standMetres(x, y, z), y - START.y) + 1),
        requiresAim: y >= HIGH_METRES,
        lightsFloor: false,
      };
    }
    left -= perSide * 2;
    perSide++;
    // The tilt brings the upper edge nearer to the reader.
    const steepness =
      (lower + height - START.y) / (radius - VIEW_RADIUS - (PANEL_HEIGHT / 2) * Math.sin(tilt));
    radius += ROW_DEPTH;
    lower = START.y + steepness * (radius - VIEW_RADIUS + 0.5) + ROW_GAP;
  }
}

/**
 * The slot with this index: below `ARC_SLOTS` on the arc (0 and 1 in the middle, 4 and 5 at the ends), others
 * in the ring around the start.
 */
export const slot = (index: number): Slot =>
  index < ARC_SLOTS ? arcSlot(index) : ringSlot(index - ARC_SLOTS);

/** The used slots. Panels that name a slot get one on the arc, every other panel the next one of the ring. */
export class PanelSlots {
  readonly #taken = new Set<number>();

  /** The wanted slot of the arc if it exists and is free; otherwise the next slot of the ring. */
  take(wanted?: number): number {
    const isOfArc = wanted !== undefined && ANGLES[wanted] !== undefined;
    let place = isOfArc && !this.#taken.has(wanted) ? wanted : ARC_SLOTS;
    while (this.#taken.has(place)) place++;
    this.#taken.add(place);
    return place;
  }

  free(place: number): void {
    this.#taken.delete(place);
  }
}
