/** Seconds (specification 3.6): in 0.4, then 2 plus 0.06 a character but at most 12, then out in 0.6. */
export const FADE_IN_SECONDS = 0.4;
export const FADE_OUT_SECONDS = 0.6;
const HOLD_SECONDS = 2;
const HOLD_SECONDS_A_CHARACTER = 0.06;
const MAX_HOLD_SECONDS = 12;

export const holdSeconds = (characters: number): number =>
  Math.min(MAX_HOLD_SECONDS, HOLD_SECONDS + characters * HOLD_SECONDS_A_CHARACTER);

/** From the first trace of a bubble to the last. */
export const bubbleSeconds = (characters: number): number =>
  FADE_IN_SECONDS + holdSeconds(characters) + FADE_OUT_SECONDS;

/** 0 to 1, `age` seconds after the words came; 0 again once it is over. */
export function bubbleOpacity(age: number, characters: number): number {
  if (age < 0) return 0;
  if (age < FADE_IN_SECONDS) return age / FADE_IN_SECONDS;
  const out = age - FADE_IN_SECONDS - holdSeconds(characters);
  return out <= 0 ? 1 : Math.max(0, 1 - out / FADE_OUT_SECONDS);
}
