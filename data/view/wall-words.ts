import { DAY_MS, HOUR_MS, MINUTE_MS, localTime } from '../core/time.ts';
import type { PageState } from '../core/page-state.ts';
import { ageText, counted } from '../readings/format.ts';
import { lastingText, sessionName, sessionStateText, sessionWorkText } from '../readings/format-sessions.ts';
import { sessionCountText } from '../readings/session-counts.ts';
import { knownSince } from '../readings/commit-hours.ts';
import { type Reading, currentValue } from '../readings/reading.ts';
import type { Commit } from '../readings/records.ts';
import type { AgentSession } from '../readings/schemas/agent-sessions.ts';
import type { Stage } from './stage.ts';
import type { StageReadings } from './wall-stage.ts';

/** The words of the stage, in the sizes of the wall. */
export interface WallCaption {
  /** The state, above the largest words. */
  readonly state: string;
  readonly headline: string;
  readonly detail: string;
  /** Several sessions at work, with what each does. */
  readonly rows: readonly { readonly name: string; readonly work: string }[];
}

/** The sessions at work that have a row; the others are only counted. */
export const MAX_ROWS = 4;

/** For example `since 13:24 · 38 min`; without the time of the day if it began on another day. */
function sinceText(since: number, now: number): string {
  const lasting = lastingText(since, now);
  const isToday = new Date(since).toDateString() === new Date(now).toDateString();
  return isToday ? `since ${localTime(since)} · ${lasting}` : lasting;
}

const join = (...parts: readonly (string | false | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** The program, if the name of the session does not have it. */
const programText = (session: AgentSession): string | undefined =>
  sessionName(session) === session.name ? undefined : session.harness;

function sessionCaption(session: AgentSession, others: number, now: number): WallCaption {
  return {
    state: join(
      sessionStateText(session),
      sinceText(session.since, now),
      others > 0 && `and ${counted(others, 'other')}`,
    ),
    headline: session.name,
    detail: join(programText(session), sessionWorkText(session)),
    rows: [],
  };
}

function workingCaption(sessions: readonly AgentSession[], count: number, now: number): WallCaption {
  const [only] = sessions;
  if (only && count === 1) return sessionCaption(only, 0, now);
  const shown = sessions.slice(0, MAX_ROWS);
  const others = count - shown.length;
  return {
    state: join('at work', counted(count, 'agent')),
    headline: shown.length === 0 ? `${counted(count, 'agent')} at work` : '',
    detail: shown.length > 0 && others > 0 ? `and ${counted(others, 'other')}` : '',
    rows: shown.map((session) => ({ name: session.name, work: sessionWorkText(session) || session.harness })),
  };
}

const commitCaption = ({ title, author, repo }: Commit, state: string): WallCaption => ({
  state: join(state, `by ${author}`),
  headline: title,
  detail: repo ?? '',
  rows: [],
});

export function wallCaption(stage: Stage, now: number): WallCaption {
  switch (stage.kind) {
    case 'waiting':
    case 'failed': {
      const { session, count, kind } = stage;
      if (session) return sessionCaption(session, count - 1, now);
      const verb = kind === 'failed' ? 'failed' : count === 1 ? 'waits' : 'wait';
      return { state: kind, headline: `${counted(count, 'agent')} ${verb}`, detail: '', rows: [] };
    }
    case 'merged': {
      const { number, title, author, repo } = stage.merge;
      return {
        state: join('merged', `#${number}`, `by ${author}`),
        headline: title,
        detail: repo ?? '',
        rows: [],
      };
    }
    case 'commit':
      return commitCaption(stage.commit, 'new commit');
    case 'done':
      return sessionCaption(stage.session, 0, now);
    case 'working':
      return workingCaption(stage.sessions, stage.count, now);
    case 'quiet':
      return stage.commit
        ? commitCaption(stage.commit, `last commit ${ageText(stage.commit.authoredAt, now)}`)
        : { state: 'all is quiet', headline: 'Nothing has happened yet', detail: '', rows: [] };
  }
}

/** When the local day of `now` began. A day with a change of the clock has 23 or 25 hours. */
const dayStart = (now: number): number => new Date(now).setHours(0, 0, 0, 0);

/** There may be more commits than a part of the day has. */
const commitsText = (count: number, isWhole: boolean): string | false =>
  isWhole ? counted(count, 'commit') : count > 0 && `${count}+ commits`;

/**
 * The agents and the day in one line: `1 waits · 2 at work · 12 commits and 3 merges today`. `since`: all
 * commits since this time are known; without it, it is computed from the list.
 */
export function todayText(
  { sessions, commits, merged }: StageReadings,
  now: number,
  since = knownSince(currentValue(commits) ?? []),
): string {
  const begin = dayStart(now);
  const isToday = (time: number): boolean => time >= begin && time <= now + MINUTE_MS;
  // An answer from the day before says nothing about today.
  const countToday = <T>(reading: Reading<readonly T[]>, timeOf: (entry: T) => number): number | undefined =>
    (reading.fetchedAt ?? 0) < begin
      ? undefined
      : currentValue(reading)?.filter((entry) => isToday(timeOf(entry))).length;
  const commitCount = countToday(commits, ({ authoredAt }) => authoredAt);
  const mergeCount = countToday(merged, ({ mergedAt }) => mergedAt);
  const counts = currentValue(sessions)?.counts;
  const isAnyone = counts && Object.values(counts).some((count) => count > 0);
  const day = [
    commitCount !== undefined && commitsText(commitCount, since === undefined || since <= begin),
    mergeCount !== undefined && mergeCount > 0 && counted(mergeCount, 'merge'),
  ].filter((part) => part !== false);
  return join(isAnyone && sessionCountText(counts), day.length > 0 && `${day.join(' and ')} today`);
}

/** For example `Sunday, 29 November`. */
const dayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
export const dayText = (now: number): string => dayFormat.format(now);

/** The words of a reading are older than they should be, or missing. */
const isOld = ({ state }: Reading<unknown>): boolean => state === 'stale' || state === 'error';

/** Why the words may be old, and from when they are; empty while all is well. The wall asks again by itself. */
export function oldText(
  { online, homeAnswers }: Pick<PageState, 'online' | 'homeAnswers'>,
  { sessions, commits }: StageReadings,
  now: number,
): string {
  const old = [sessions, commits].find(isOld);
  const why = !online.get()
    ? 'No network'
    : !homeAnswers.get()
      ? 'The home does not answer'
      : // Most causes begin with the source.
        old && (old.cause?.startsWith(old.source) ? old.cause : `${old.source}: ${old.cause}`);
  if (!why) return '';
  // If only one of them is old, the time of that one; otherwise the newest answer of the home.
  const from = online.get() && homeAnswers.get() && old ? [old] : [sessions, commits];
  const at = Math.max(...from.map(({ fetchedAt }) => fetchedAt ?? 0));
  const since =
    at === 0 ? '' : now - at < DAY_MS ? `this is from ${localTime(at)}` : `this is from ${ageText(at, now)}`;
  return join(why, since, 'asking again');
}

/** The wall is darker at night, from 22:00 to 6:00 of the screen's own clock. It changes within half an hour. */
const NIGHT = { from: 22 * HOUR_MS, to: 6 * HOUR_MS, within: HOUR_MS / 2 } as const;

/** How much of the night there is: 0 by day, 1 at night. */
export function nightShare(now: number): number {
  const date = new Date(now);
  const time = date.getHours() * HOUR_MS + date.getMinutes() * MINUTE_MS;
  const rising = (time - NIGHT.from) / NIGHT.within;
  const falling = 1 - (time - NIGHT.to) / NIGHT.within;
  return time >= NIGHT.from ? Math.min(1, rising) : Math.min(1, Math.max(0, falling));
}

/** How far picture and words move from their place, in pixels. */
export const MAX_DRIFT = 8;

/**
 * Where picture and words are in this minute, so that nothing is burnt into the screen: a step of a pixel or two
 * each minute, without an animation. The two periods have no common divisor, so the way is long.
 */
export function driftAt(now: number): { readonly x: number; readonly y: number } {
  const minute = Math.floor(now / MINUTE_MS);
  const at = (period: number): number =>
    Math.round(MAX_DRIFT * Math.sin((2 * Math.PI * minute) / period)) || 0;
  return { x: at(61), y: at(47) };
}
