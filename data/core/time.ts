export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Clocks differ by this much at most; a date further ahead of ours is wrong, and says nothing about
 * the present.
 */
export const MAX_AHEAD_MS = 15 * MINUTE_MS;
