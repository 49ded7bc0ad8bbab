import { MINUTE_MS, DAY_MS, localTime } from '../core/time.ts';
import type { ReplayedDay } from '../day/replayed-day.ts';
import { knownSince } from '../readings/commit-hours.ts';
import { type Reading, currentValue } from '../readings/reading.ts';
import type { Commit } from '../readings/records.ts';

/**
 * The day's commits as a replay (specification 3.4). A day is a calendar day of the visitor's own time zone,
 * from midnight to midnight: 23 or 25 hours when clocks change. These functions are pure except for the
 * time zone; `time-lapse-run.ts` plays the replay.
 */
export const LAPSE_SECONDS = 30;
export const lapseSpeeds = [0.5, 1, 2, 4] as const;
export type LapseSpeed = (typeof lapseSpeeds)[number];

/** Commits closer than this share of the run are one burst. It is half a second of the thirty seconds. */
const BURST_GAP = 1 / 60;
/** A jump to a burst ends this share of the run before the burst, so that the visitor sees it begin. */
const BURST_LEAD = 1 / 100;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day that can be replayed. */
export interface LapseDay {
  /** `2026-11-21` */
  readonly day: string;
  readonly commits: number;
  /** The day may have more commits: the known list begins after the day's beginning. */
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
  /** The end of the day, even if the day is today. */
  readonly midnight: number;
  /** Oldest first. */
  readonly commits: readonly Commit[];
  /**
   * Equal to `from` if the list of commits begins within the day. The hours before are unknown and not
   * replayed. Otherwise undefined.
   */
  readonly knownFrom: number | undefined;
  /** All commits since this instant are known; undefined if the list is complete. */
  readonly knownSince: number | undefined;
  /** The days that can be chosen, newest first. */
  readonly days: readonly LapseDay[];
  readonly reading: Reading<readonly Commit[]>;
  /** What the agents did; undefined until the home has answered. */
  readonly agents?: ReplayedDay;
}

/** Whether there is something to replay. */
export const hasContent = ({ commits, agents }: Pick<LapseRun, 'commits' | 'agents'>): boolean =>
  commits.length > 0 || agents?.hasContent === true;

/** Whether the commits cannot be read, which is not the same as that there are none. */
export const areUnknown = (reading: Reading<unknown>): boolean =>
  reading.state !== 'empty' && currentValue(reading) === undefined;

/** The world at a moment of the replay. Everything that draws commits reads it during the replay. */
export interface ShownMoment {
  /** Milliseconds since the epoch, of a whole minute. */
  readonly now: number;
  /** The number of commits of the day up to this moment, and the last of these commits. */
  readonly passed: number;
  readonly latest: Commit | undefined;
  /** All known commits up to this moment, also those of earlier days, newest first. */
  readonly commits: Reading<readonly Commit[]>;
  /** All commits since this instant are known; undefined if the list is complete. */
  readonly knownSince: number | undefined;
}

/** A request for a replay. */
export interface LapseRequest {
  /** The day to replay; by default, the day of `at`, or today. */
  readonly day?: string | undefined;
  /**
   * The replay is paused at this instant, in milliseconds since the epoch. Without it the replay plays
   * from the beginning.
   */
  readonly at?: number | undefined;
}

const two = (part: number): string => String(part).padStart(2, '0');

/** The day of an instant in the visitor's time zone, such as `2026-11-21`; empty if out of range. */
export function localDay(at: number): string {
  const date = new Date(at);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return DAY.test(day) ? day : '';
}

/**
 * The beginning of a day: JavaScript parses a date and time without a zone in the visitor's zone. If the
 * clocks skip midnight, it is the first instant of the day.
 */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00`);

/** The beginning of the next calendar day, also if the clocks change. */
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
function knownDays(commits: readonly Commit[], now: number, since: number | undefined): LapseDay[] {
  const today = localDay(now);
  const counts = new Map([[today, 0]]);
  const end = endOfToday(now);
  for (const { authoredAt } of commits) {
    const day = localDay(authoredAt);
    // A committer's clock may be fast: a commit with a date in the future, also later today, cannot be
    // replayed.
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
 * The beginning of the known part of a day: the minute after its first commit, so that every moment has
 * a commit.
 */
function beginOfKnown(commits: readonly Commit[], since: number, to: number): number {
  const first = commits.find(({ authoredAt }) => authoredAt >= since)?.authoredAt ?? since;
  return Math.min(to - MINUTE_MS, Math.ceil(first / MINUTE_MS) * MINUTE_MS);
}

/**
 * The replay of a day. `commits` are in the code host's order and complete from `since` on; without
 * `since`, it is computed from the list (`knownSince`).
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
  // The code host lists the newest first: of two commits of the same second, the later entry is older.
  const commits = all
    .filter(({ authoredAt }) => authoredAt >= start && authoredAt < to)
    .reverse()
    .sort((a, b) => a.authoredAt - b.authoredAt);
  const knownFrom = known !== undefined && known > start ? beginOfKnown(commits, known, to) : undefined;
  return {
    day,
    dayText: dayText(day, now),
    // Without commits, there is no known part of the day.
    from: commits.length > 0 ? (knownFrom ?? start) : start,
    to,
    midnight,
    commits,
    knownFrom,
    knownSince: known,
    days: knownDays(all, now, known),
    reading,
  };
}

/**
 * The replay with what the agents did. It begins with the day, also if its first commits are not known; all days
 * of which something is stored can be chosen.
 */
export function withAgents(run: LapseRun, agents: ReplayedDay, now: number): LapseRun {
  const days = new Map(run.days.map((one) => [one.day, one]));
  const since = agents.day?.knownSince ?? Infinity;
  // Noon, because the clocks may change at midnight.
  for (let noon = startOf(localDay(now)) + DAY_MS / 2; noon >= since - DAY_MS / 2; noon -= DAY_MS) {
    const day = localDay(noon);
    const isPart = run.knownSince !== undefined && run.knownSince > startOf(day);
    if (endOf(day) > since && !days.has(day)) days.set(day, { day, commits: 0, ...(isPart && { isPart }) });
  }
  return {
    ...run,
    from: agents.hasContent ? startOf(run.day) : run.from,
    days: [...days.values()].sort((a, b) => (a.day < b.day ? 1 : -1)),
    agents,
  };
}

/** The instant at a progress of 0 to 1. */
export const instantAt = ({ from, to }: LapseRun, progress: number): number => from + progress * (to - from);

/** The progress at an instant, 0 to 1. */
export const progressAt = ({ from, to }: LapseRun, at: number): number =>
  Math.min(1, Math.max(0, (at - from) / (to - from)));

/** The number of commits up to an instant. The search begins at `known`. */
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

/** Groups of commits close to each other, oldest first. A single commit is a burst too. */
function burstsOf({ commits, from, to }: LapseRun): Burst[] {
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

/** The progress just before the next burst; undefined if there is none. */
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

/** A moment of the replay in words. */
export const momentText = (run: Pick<LapseRun, 'midnight' | 'dayText'>, at: number): string =>
  `${clockText(at, run)} of ${run.dayText}, time-lapse`;

/**
 * The world at a moment of the replay: a pure function of the minute and of the number of passed
 * commits. The reading keeps its source and its problems; the moment replaces its age.
 */
export function worldAt(run: LapseRun, progress: number): ShownMoment {
  const { reading } = run;
  const at = instantAt(run, progress);
  const now = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const all = currentValue(reading) ?? [];
  const passed = passedAt(run, at);
  const moment = momentText(run, now);
  const value = all
    // `run.to` may be the first instant of the next day, which does not belong to the replayed day.
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
        : areUnknown(reading)
          ? reading
          : { state: 'empty', source, fetchedAt, cause: 'none known before this time', moment },
    knownSince: run.knownSince,
  };
}
