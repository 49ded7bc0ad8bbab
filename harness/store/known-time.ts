import { DAY_MS } from '../../data/core/time.ts';

/**
 * A clock that differs from the expected time by more than this is doubted. A night without power is less
 * than this.
 */
const PLAUSIBLE_MS = 2 * DAY_MS;
/** A doubted clock is believed after the home has run with it for this long. */
const DOUBT_MS = DAY_MS;

/** The last known time, stored in the database between starts. */
export interface KnownTime {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** How long the home has run with a clock that it doubts, in milliseconds. */
  readonly doubtedMs: number;
}

/**
 * Returns the known time after the home has run for `elapsedMs` more and the clock says `now`. A clock that
 * jumps (an empty battery, a virtual machine that resumes, a mistyped date) would make every message old at
 * once. So a jump counts only after the home has run with the changed clock for a day.
 */
export function nextKnownTime(known: KnownTime, now: number, elapsedMs: number): KnownTime {
  // SQLite keeps whole milliseconds, and `performance.now()` has fractions of them.
  const expected = Math.round(known.at + elapsedMs);
  const doubtedMs = Math.round(known.doubtedMs + elapsedMs);
  const believed = Math.abs(now - expected) <= PLAUSIBLE_MS || doubtedMs >= DOUBT_MS;
  return believed ? { at: now, doubtedMs: 0 } : { at: expected, doubtedMs };
}

/**
 * Returns the time to store with a message: the time of the clock, unless the clock is so far behind that the
 * message would be deleted as old.
 */
export const timeToStore = ({ at }: KnownTime, clock: number): number =>
  clock < at - PLAUSIBLE_MS ? at : clock;

/** A stored time later than this was written while the clock was ahead. */
export const latestPlausible = ({ at }: KnownTime): number => at + PLAUSIBLE_MS;
