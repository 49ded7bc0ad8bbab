import { DAY_MS } from '../../data/core/time.ts';
import type { Database } from './database.ts';

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

/** The known time of a database, in its table `known_time`. */
export class StoredTime {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #uptime: () => number;
  #known: KnownTime;
  #steppedAt: number;

  /** Closes the database and throws if the known time cannot be read. */
  constructor(database: Database, now: () => number, uptime: () => number) {
    this.#database = database;
    this.#now = now;
    this.#uptime = uptime;
    this.#steppedAt = uptime();
    try {
      // A new file gets the time of the clock: there is no other time to compare the clock with.
      database.statement('UPDATE known_time SET at = ? WHERE at = 0').run(now());
      const row = database.statement('SELECT at, doubted_ms FROM known_time').get();
      this.#known = { at: Number(row?.['at']), doubtedMs: Number(row?.['doubted_ms']) };
    } catch (error) {
      database.close();
      throw error;
    }
  }

  get known(): KnownTime {
    return this.#known;
  }

  /** `timeToStore` for what happens now, or has happened at `clock`. */
  toStore(clock = this.#now()): number {
    return timeToStore(this.#known, clock);
  }

  /** Adds the time since the last step, and runs `work` with the new known time in the same transaction. */
  step(work: (known: KnownTime) => void): void {
    const uptime = this.#uptime();
    const known = nextKnownTime(this.#known, this.#now(), uptime - this.#steppedAt);
    this.#database.write(() => {
      this.#database.statement('UPDATE known_time SET at = ?, doubted_ms = ?').run(known.at, known.doubtedMs);
      work(known);
    });
    this.#known = known;
    this.#steppedAt = uptime;
  }
}
