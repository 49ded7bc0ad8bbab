/** The deflection of a stick: −1 to 1 to the right, and −1 to 1 downwards, as in browsers. */
export interface Deflection {
  x: number;
  y: number;
}

/**
 * Removes the dead zone of a stick, in place. Within `dead` of the middle the deflection is 0, because no
 * stick rests exactly there. Outside, the length of the deflection rises from 0 to at most 1 with the
 * exponent `power`: with more than 1, small movements are finer.
 */
export function applyDeadZone(stick: Deflection, dead: number, power: number): void {
  const length = Math.hypot(stick.x, stick.y);
  // The factor is 0 also for NaN and Infinity, which a broken driver may report.
  const factor =
    length > dead && length < Infinity ? Math.min(1, (length - dead) / (1 - dead)) ** power / length : 0;
  stick.x = factor === 0 ? 0 : stick.x * factor;
  stick.y = factor === 0 ? 0 : stick.y * factor;
}
