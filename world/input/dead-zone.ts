/** A stick's way from its middle: −1 to 1 to the right, and −1 to 1 downwards, as browsers count. */
export interface Deflection {
  x: number;
  y: number;
}

/**
 * What a stick means. Within `dead` of its middle it means nothing, for no stick comes to rest there exactly; from there it rises from 0 to 1, by
 * `power`: with more than 1 small moves are finer. It has a length and a direction, and is never longer than 1. Changes `stick`.
 */
export function applyDeadZone(stick: Deflection, dead: number, power: number): void {
  const length = Math.hypot(stick.x, stick.y);
  // Also for what is no number at all: a broken driver moves nobody.
  const factor =
    length > dead && length < Infinity ? Math.min(1, (length - dead) / (1 - dead)) ** power / length : 0;
  stick.x = factor === 0 ? 0 : stick.x * factor;
  stick.y = factor === 0 ? 0 : stick.y * factor;
}
