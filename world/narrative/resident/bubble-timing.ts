/** Specification 3.6: fade in, hold for 2 s plus 0.06 s per character up to 12 s, fade out. */
const FADE_IN_SECONDS = 0.4;
export const FADE_OUT_SECONDS = 0.6;
const HOLD_SECONDS = 2;
const HOLD_SECONDS_PER_CHARACTER = 0.06;
const MAX_HOLD_SECONDS = 12;

export const holdSeconds = (characters: number): number =>
  Math.min(MAX_HOLD_SECONDS, HOLD_SECONDS + characters * HOLD_SECONDS_PER_CHARACTER);

/** From the begin of the fade-in to the end of the fade-out. */
export const bubbleSeconds = (characters: number): number =>
  FADE_IN_SECONDS + holdSeconds(characters) + FADE_OUT_SECONDS;

/** 0 to 1, `age` seconds after the words arrived. */
export function bubbleOpacity(age: number, characters: number): number {
  if (age < 0) return 0;
  if (age < FADE_IN_SECONDS) return age / FADE_IN_SECONDS;
  const out = age - FADE_IN_SECONDS - holdSeconds(characters);
  return out <= 0 ? 1 : Math.max(0, 1 - out / FADE_OUT_SECONDS);
}
