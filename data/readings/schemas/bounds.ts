import * as v from 'valibot';

/** Texts and numbers with bounds, so that a hostile file cannot fill the memory. */
export const text = /* @__NO_SIDE_EFFECTS__ */ (max: number) => v.pipe(v.string(), v.maxLength(max));
export const word = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(max));
/** Finite, without `v.finite`: each function of Valibot is code in every widget. */
export const number = v.pipe(v.number(), v.minValue(-Number.MAX_VALUE), v.maxValue(Number.MAX_VALUE));
/** Milliseconds since the epoch, as far as a Date reaches. */
export const instant = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15));
