import { DAY_MS } from '../../data/core/time.ts';

/** A clock further than this from the expected time is doubted; a night without power is not. */
const PLAUSIBLE_MS = 2 * DAY_MS;
/** A doubted clock is believed after the home has run with it for this long. */
const DOUBT_MS = DAY_MS;

/** The last known time, stored in the database between starts. */
export interface KnownTime {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** How long the home has run with a clock it doubts, in milliseconds. */
  readonly doubtedMs: number;
}

/**
 * The known time after `elapsedMs` of running, when the clock says `now`. A clock that jumps (an empty
 * battery, a virtual machine that resumes, a mistyped date) would make every message old at once. So a jump
 * counts only after the clock has run with it for a day.
 */
export function nextKnownTime(known: KnownTime, now: number, elapsedMs: number): KnownTime {
  // SQLite keeps whole milliseconds, and `performance.now()` has fractions of them.
  const expected = Math.round(known.at + elapsedMs);
  const doubtedMs = Math.round(known.doubtedMs + elapsedMs);
  const believed = Math.abs(now - expected) <= PLAUSIBLE_MS || doubtedMs >= DOUBT_MS;
  return believed ? { at: now, doubtedMs: 0 } : { at: expected, doubtedMs };
}

/**
 * The time to store with a message: the clock's, unless that is so far behind that the message
 * would be deleted as old.
 */
export const timeToStore = ({ at }: KnownTime, clock: number): number =>
  clock < at - PLAUSIBLE_MS ? at : clock;

/** A stored time later than this was written while the clock was ahead. */
export const latestPlausible = ({ at }: KnownTime): number => at + PLAUSIBLE_MS;
