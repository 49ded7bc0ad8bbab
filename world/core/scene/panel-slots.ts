import { START } from './start.ts';

/**
 * The home's own panels hang on an arc around the platform's centre, from −118° to 118° as seen from there;
 * every panel faces the centre. Metres.
 */
export const ARC_RADIUS = 9;
export const PANEL_WIDTH = 2.6;
export const PANEL_HEIGHT = 1.6;
const LOWER_EDGE = 1.4;
const DEGREE = Math.PI / 180;
/** Panels lean towards the reader: they hang a little above the eye. */
const TILT = 6 * DEGREE;
/**
 * Left and right in turn. The middle stays free: dark sky and the beam stand behind the resident. Seen from
 * the start, a portal stands beside each of the first four; the third pair hangs at the ends, beside the
 * visitor, and the slots before it come last.
 */
const ANGLES = [-23, 23, -58, 58, -118, 118, -92, 92];

/** How many slots the arc has. */
export const ARC_SLOTS = ANGLES.length;

export interface Slot {
  readonly x: number;
  /** Height of the panel's centre. */
  readonly y: number;
  readonly z: number;
  /** Radians, to be turned in the order Y, X. */
  readonly rotationX: number;
  readonly rotationY: number;
  /** The panel shows its rows nearer than this, and its headline farther away. */
  readonly nearMetres: number;
  /** The hint names it from this distance on. */
  readonly maxDistanceMetres: number;
  /** Whether the visitor must look at it for that: it hangs above others. */
  readonly requiresAim: boolean;
  /** Whether it hangs low above a level floor, which then gives back some of its light. */
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
 * Panels without a slot of their own hang left and right of the start, facing it: in a ring around it, and
 * in more rows behind and above, like the seats of a theatre. Seen from the start, the first ones hang
 * beside the bookshelves and the oath stone and cover nothing; the others follow, away from the first view.
 */
const RING_RADIUS = 9;
/** Behind the start, on the path to the return portal. Metres. */
const RING_CENTRE_Z = 17;
const RING_FROM = 71 * DEGREE;
/** From the centre of one panel to that of the next in its row. Metres. */
const RING_STEP = 3.05;
/** From one row to the next behind it. Metres. */
const ROW_DEPTH = 2.2;
/** The first row has two panels on each side, and each further one has one more. */
const FIRST_ROW = 2;
/** Within this distance of the start, in metres, each row is seen above the one before it. */
const VIEW_RADIUS = 5;
/** Between the upper edge of a row and the lower edge of the next, as seen from there. Metres. */
const ROW_GAP = 0.12;
/** A panel at eye height can be read from this distance. Metres. */
const READ_METRES = 2.8;
/** A panel higher than this is above others: it is read from farther away, over those before it. */
const HIGH_METRES = 3;

/** Where a link places the visitor before a panel or another thing of a module. Metres. */
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
        // What hangs higher is read in the view that looks from near.
        nearMetres: 6,
        maxDistanceMetres: Math.max(5, Math.hypot(standMetres(x, y, z), y - START.y) + 1),
        requiresAim: y >= HIGH_METRES,
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

/**
 * Where the panel `index` hangs: below `ARC_SLOTS` on the arc (0 and 1 in the middle, 4 and 5 at the
 * ends), from there on in the ring around the start.
 */
export const slot = (index: number): Slot =>
  index < ARC_SLOTS ? arcSlot(index) : ringSlot(index - ARC_SLOTS);

/**
 * Which slots are taken. Those of the arc are for panels that name one; every other panel gets the next
 * free one of the ring.
 */
export class PanelSlots {
  readonly #taken = new Set<number>();

  /** The wanted slot of the arc if it exists and is free; else the next of the ring, which has no end. */
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
