import { LAND_RINGS } from './land-rings.ts';

/** The encoding of `land-rings.ts`: one digit is a step along the grid. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const MIDDLE = DIGITS.length / 2;
/** Marks a step with two digits. */
const WIDE = '.';
const RING_END = ' ';
/** The grid is half a degree wide: 56 km at the equator. */
const STEPS_A_DEGREE = 2;

/** Longitude and latitude in degrees, in turn. A ring across the date line goes on beyond ±180°. */
type Ring = readonly number[];

/** The coasts as closed rings that do not repeat their first point. */
export function landRings(): Ring[] {
  return LAND_RINGS.split(RING_END).map((written) => {
    const ring: number[] = [];
    const at = [0, 0];
    let axis = 0;
    for (let i = 0; i < written.length; i++) {
      let step = DIGITS.indexOf(written.charAt(i)) - MIDDLE;
      if (written.charAt(i) === WIDE) {
        const [high, low] = [written.charAt(++i), written.charAt(++i)];
        step = (DIGITS.indexOf(high) - MIDDLE) * DIGITS.length + DIGITS.indexOf(low);
      }
      at[axis] = (at[axis] ?? 0) + step;
      ring.push((at[axis] ?? 0) / STEPS_A_DEGREE);
      axis = 1 - axis;
    }
    return ring;
  });
}
