import * as v from 'valibot';

/** Texts and numbers with limits, so that a malicious file cannot fill the memory. */
export const text = /* @__NO_SIDE_EFFECTS__ */ (max: number) => v.pipe(v.string(), v.maxLength(max));
export const word = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(max));
/** A finite number, without `v.finite`, because each function of Valibot adds code to every widget. */
export const number = v.pipe(v.number(), v.minValue(-Number.MAX_VALUE), v.maxValue(Number.MAX_VALUE));
/** Milliseconds since the epoch, within the range of `Date`. */
export const instant = v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15));
/** A whole number from 0. */
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
