/** The panels' arc: radius 9 round the platform's centre, from −74° to 74° as seen from there, every panel facing the centre. */
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
}

/** Where the panel `index` hangs: 0 and 1 in the middle, 4 and 5 at the ends. */
export function slot(index: number): Slot {
  const degrees = ANGLES[index];
  if (degrees === undefined) throw new RangeError(`the arc has ${SLOTS} places, there is no ${index}`);
  const angle = degrees * DEGREE;
  return {
    x: Math.sin(angle) * ARC_RADIUS,
    y: LOWER_EDGE + (PANEL_HEIGHT * Math.cos(TILT)) / 2,
    z: -Math.cos(angle) * ARC_RADIUS,
    rotationX: TILT,
    rotationY: -angle,
  };
}

/** Which places of the arc are taken. A board of the home names its own; one of a guest gets the innermost that is free. */
export class ArcPlaces {
  readonly #taken = new Set<number>();

  /** Throws a RangeError where the wanted place, or every place, is taken. */
  take(wanted?: number): number {
    const place = wanted ?? ANGLES.findIndex((_angle, index) => !this.#taken.has(index));
    if (place < 0) throw new RangeError(`all ${SLOTS} places of the panels' arc are taken`);
    if (this.#taken.has(place)) throw new RangeError(`place ${place} of the panels' arc is taken`);
    this.#taken.add(place);
    return place;
  }

  free(place: number): void {
    this.#taken.delete(place);
  }
}
