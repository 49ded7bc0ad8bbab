import { MINUTE_MS, DAY_MS, localTime } from '../core/time.ts';
import { knownSince } from '../readings/commit-hours.ts';
import { type Reading, currentValue } from '../readings/reading.ts';
import type { Commit } from '../readings/records.ts';

/**
 * The day's commits as a replay (specification 3.4). A day is one of the visitor's own time zone,
 * from midnight to midnight: 23 or 25 hours where clocks are changed. Pure but for that zone:
 * `time-lapse-run.ts` moves it on.
 */
export const LAPSE_SECONDS = 30;
export const lapseSpeeds = [0.5, 1, 2, 4] as const;
export type LapseSpeed = (typeof lapseSpeeds)[number];

/** Commits closer than this share of the run are one burst: half a second of thirty. */
const BURST_GAP = 1 / 60;
/** A jump to a burst ends this share of the run before it, so that the visitor sees it begin. */
const BURST_LEAD = 1 / 100;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day of which commits are known, and how many. */
export interface LapseDay {
  /** `2026-11-21` */
  readonly day: string;
  readonly commits: number;
  /** There may be more of them: the list begins later than the day. */
  readonly isPart?: true;
}

/**
 * What is replayed, with the commits known when it was requested: commits that are read later do
 * not change it. Instants in milliseconds since the epoch.
 */
export interface LapseRun {
  readonly day: string;
  /** `21 Nov` */
  readonly dayText: string;
  /** The beginning of the day, or the minute of the first commit that is known. */
  readonly from: number;
  /** The end of the day; for today, the minute of the request. */
  readonly to: number;
  /** The end of the day, of today too. */
  readonly midnight: number;
  /** Oldest first. */
  readonly commits: readonly Commit[];
  /**
   * `from`, where the list of commits begins within the day: nothing is known of the hours before,
   * and they are not replayed.
   */
  readonly knownFrom: number | undefined;
  /** All commits since this instant are known; undefined where the list has all there are. */
  readonly knownSince: number | undefined;
  /** All that can be chosen, newest first. */
  readonly days: readonly LapseDay[];
  readonly reading: Reading<readonly Commit[]>;
}

/** The world at a moment of the replay: what everything that draws commits looks at meanwhile. */
export interface ShownMoment {
  /** Milliseconds since the epoch, of a whole minute. */
  readonly now: number;
  /** Commits of the day up to here, and the last of them. */
  readonly passed: number;
  readonly latest: Commit | undefined;
  /** All that were written up to here and are known, newest first. */
  readonly commits: Reading<readonly Commit[]>;
  /** The instant from which they are known; undefined if from the beginning. */
  readonly knownSince: number | undefined;
}

/** What is to be replayed. */
export interface LapseRequest {
  /** Where none is named, that of `at`, or today. */
  readonly day?: string | undefined;
  /**
   * An instant in milliseconds since the epoch: the replay stands there. It plays from the
   * beginning where none is named.
   */
  readonly at?: number | undefined;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** The visitor's day of an instant, as `2026-11-21`; empty for a date out of range. */
export function localDay(at: number): string {
  const date = new Date(at);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return DAY.test(day) ? day : '';
}

/**
 * A date and time without a zone is in the visitor's zone. Where clocks skip midnight, the day
 * begins with its first instant.
 */
const startOf = (day: string): number => Date.parse(`${day}T00:00:00`);

/** When the next day of the calendar begins, also where the visitor's clocks are changed. */
function endOf(day: string): number {
  const next = new Date(Date.parse(day) + DAY_MS);
  return new Date(next.getUTCFullYear(), next.getUTCMonth(), next.getUTCDate()).getTime();
}

/** Today can be replayed up to the end of this minute. */
const endOfToday = (now: number): number => Math.floor(now / MINUTE_MS) * MINUTE_MS + MINUTE_MS;

/**
 * The days that can be chosen: today, and each day with a known commit. Newest first. All commits
 * are known from `since` on.
 */
export function knownDays(commits: readonly Commit[], now: number, since = knownSince(commits)): LapseDay[] {
  const today = localDay(now);
  const counts = new Map([[today, 0]]);
  const end = endOfToday(now);
  for (const { authoredAt } of commits) {
    const day = localDay(authoredAt);
    // A committer's clock may be ahead of ours: a commit with a date yet to come, also later
    // today, cannot be replayed.
    if (day !== '' && authoredAt < end) counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return [...counts]
    .map(([day, count]): LapseDay => {
      const isPart = since !== undefined && since > startOf(day);
      return { day, commits: count, ...(isPart && { isPart }) };
    })
    .sort((a, b) => (a.day < b.day ? 1 : -1));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `21 Nov`, with the year if it is not that of `now`. */
export function dayText(day: string, now: number): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const text = `${Number(date)} ${MONTHS[Number(month) - 1] ?? month}`;
  return localDay(now).startsWith(year) ? text : `${text} ${year}`;
}

/**
 * The beginning of the part of a day that is known: of the minute after its first commit, so that
 * no moment is without one.
 */
function beginOfKnown(commits: readonly Commit[], since: number, to: number): number {
  const first = commits.find(({ authoredAt }) => authoredAt >= since)?.authoredAt ?? since;
  return Math.min(to - MINUTE_MS, Math.ceil(first / MINUTE_MS) * MINUTE_MS);
}

/**
 * The replay of a day, from the list of commits in the code host's order. All are known from
 * `since` on; if it is undefined, the list itself shows it (`knownSince`).
 */
export function lapseRun(
  day: string,
  reading: Reading<readonly Commit[]>,
  now: number,
  since?: number,
): LapseRun {
  const all = currentValue(reading) ?? [];
  const start = startOf(day);
  const midnight = endOf(day);
  const to = day === localDay(now) ? endOfToday(now) : midnight;
  const known = since ?? knownSince(all);
  // The host's order is newest first: of two of the same second the later entry is the older
  // commit.
  const commits = all
    .filter(({ authoredAt }) => authoredAt >= start && authoredAt < to)
    .reverse()
    .sort((a, b) => a.authoredAt - b.authoredAt);
  const knownFrom = known !== undefined && known > start ? beginOfKnown(commits, known, to) : undefined;
  return {
    day,
    dayText: dayText(day, now),
    from: knownFrom ?? start,
    to,
    midnight,
    commits,
    knownFrom,
    knownSince: known,
    days: knownDays(all, now, known),
    reading,
  };
}

/** The instant at a progress of 0 to 1. */
export const instantAt = ({ from, to }: LapseRun, progress: number): number => from + progress * (to - from);

/** The progress at an instant, 0 to 1. */
export const progressAt = ({ from, to }: LapseRun, at: number): number =>
  Math.min(1, Math.max(0, (at - from) / (to - from)));

/** How many commits were written up to an instant. The search begins at `known`. */
export function passedAt({ commits }: LapseRun, at: number, known = 0): number {
  let passed = known;
  while (passed < commits.length && (commits[passed]?.authoredAt ?? Infinity) <= at) passed++;
  return passed;
}

interface Burst {
  readonly from: number;
  readonly to: number;
  readonly commits: number;
}

/** Commits close to each other; one alone is a burst as well. Oldest first. */
export function burstsOf({ commits, from, to }: LapseRun): Burst[] {
  const gap = (to - from) * BURST_GAP;
  const bursts: Burst[] = [];
  for (const { authoredAt } of commits) {
    const last = bursts.at(-1);
    if (last && authoredAt - last.to <= gap)
      bursts[bursts.length - 1] = { from: last.from, to: authoredAt, commits: last.commits + 1 };
    else bursts.push({ from: authoredAt, to: authoredAt, commits: 1 });
  }
  return bursts;
}

/** The progress just before the first burst that begins after here; undefined where none does. */
export function nextBurst(run: LapseRun, progress: number): number | undefined {
  for (const { from } of burstsOf(run)) {
    const at = Math.max(0, progressAt(run, from) - BURST_LEAD);
    // After a jump to a burst the progress is this number, except for a rounding error.
    if (at > progress + 1e-9) return at;
  }
  return undefined;
}

/** `08:40`, by the visitor's clock; the end of a day is 24:00. */
export const clockText = (at: number, run?: Pick<LapseRun, 'midnight'>): string =>
  run && at >= run.midnight ? '24:00' : localTime(at);

/**
 * The world at a moment of the replay: a pure function of the day's minute and of how many commits
 * have passed, however the replay got there. The reading keeps its source and what is wrong with
 * it, and says instead of its age which moment it shows.
 */
export function worldAt(run: LapseRun, progress: number): ShownMoment {
  const { reading } = run;
  const at = instantAt(run, progress);
  const now = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const all = currentValue(reading) ?? [];
  const passed = passedAt(run, at);
  const moment = `${clockText(now, run)} of ${run.dayText}, time-lapse`;
  const value = all
    // The end of a day is the first instant of the next day, and not part of this one.
    .filter(({ authoredAt }) => authoredAt <= at && authoredAt < run.to)
    // The sort is stable: commits of the same second keep the order of the host.
    .sort((a, b) => b.authoredAt - a.authoredAt);
  const { source, fetchedAt = now } = reading;
  return {
    now,
    passed,
    latest: run.commits[passed - 1],
    commits:
      value.length > 0
        ? ({ ...reading, value, moment } as Reading<readonly Commit[]>)
        : { state: 'empty', source, fetchedAt, cause: 'none known before this time', moment },
    knownSince: run.knownSince,
  };
}
