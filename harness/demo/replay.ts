import { MINUTE_MS } from '../../data/core/time.ts';
import * as v from 'valibot';
import type { AgentSessions } from '../../data/readings/schemas/agent-sessions.ts';
import { nameOfMerge } from '../gateway/code-host/merges.ts';
import type { AgentDay } from '../../data/day/agent-day.ts';
import { recordedDay, recordedSessions, sessionsAt } from './recorded-sessions.ts';

/**
 * Seconds between the commits that arrive while the demo runs: nearly one a minute, which is how often
 * pages ask.
 */
const ARRIVING_GAPS_SECONDS = [44, 53, 47, 58, 50, 41, 60, 46, 55, 49];
/** How long the recording rests after its last entry, before it begins again. */
const REST_MS = 5 * MINUTE_MS;
/**
 * Minutes between the forty commits of the replayed day, from now back: busy hours and quiet ones. The
 * recorded commits are days and weeks apart.
 */
const DAY_GAPS_MINUTES = [
  4, 22, 9, 48, 13, 36, 18, 31, 8, 55, 12, 25, 41, 10, 27, 95, 17, 33, 21, 6, 38, 14, 52, 11, 29, 9, 240, 19,
  7, 44, 16, 23, 58, 12, 34, 5, 46, 28, 15, 61,
];
/** Minutes between the commits before that day. */
const EARLIER_GAP_MINUTES = 11 * 60;
/** The longest time from writing a commit to merging it. The longest recorded one is two months. */
const MAX_WRITTEN_BEFORE_MS = 120 * MINUTE_MS;

const signature = v.looseObject({ name: v.string(), date: v.string() });
const recordedCommit = v.looseObject({
  sha: v.string(),
  created: v.string(),
  commit: v.looseObject({ author: signature, committer: signature, message: v.string() }),
});
type RecordedCommit = v.InferOutput<typeof recordedCommit>;

const recordedEvent = v.object({
  id: v.string(),
  pubkey: v.string(),
  created_at: v.number(),
  kind: v.number(),
  tags: v.array(v.array(v.string())),
  content: v.string(),
  sig: v.string(),
});
export type RecordedEvent = v.InferOutput<typeof recordedEvent>;

const forecast = v.looseObject({
  latitude: v.number(),
  longitude: v.number(),
  current: v.looseObject({ time: v.string() }),
});

interface RecordedPull {
  readonly number: number;
  readonly merged_at: string;
  readonly merge_commit_sha: string;
  readonly [field: string]: unknown;
}

/** The commits of one replay, newest first, including the commits that have not arrived yet. */
export interface Replay {
  readonly commits: readonly RecordedCommit[];
  readonly pulls: readonly RecordedPull[];
}

export interface Recordings {
  /** The replay that runs at this time. Milliseconds since the epoch. */
  readonly replayAt: (now: number) => Replay;
  /** The sessions of coding agents at this time. */
  readonly sessionsAt: (now: number) => AgentSessions;
  /** The recorded sessions as a day. */
  readonly sessionsOf: (from: number, until: number) => AgentDay;
  readonly forecast: v.InferOutput<typeof forecast>;
  readonly height: number;
  /** Oldest first, with their real dates. */
  readonly events: readonly RecordedEvent[];
}

/** Moves an RFC 3339 date and keeps its time zone, as a code host writes it. */
export function shiftDate(date: string, byMs: number): string {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(date) ?? [];
  const offsetMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const local = new Date(Date.parse(date) + byMs + offsetMs).toISOString().slice(0, 19);
  return offsetMs === 0 ? `${local}Z` : `${local}${sign}${hours}:${minutes}`;
}

/**
 * The pull requests that the titles of the commits name (`… (#4893)`), in the form of the code
 * host.
 */
const pullsOf = (commits: readonly RecordedCommit[]): readonly RecordedPull[] =>
  commits.flatMap(({ sha, created, commit }) => {
    const named = nameOfMerge(commit.message, false);
    if (named?.number === undefined) return [];
    return [
      {
        number: named.number,
        title: named.title,
        state: 'closed',
        user: { login: commit.author.name },
        merged: true,
        merged_at: created,
        closed_at: created,
        merge_commit_sha: sha,
        html_url: '',
      },
    ];
  });

/** When each of `count` commits arrives, in order. Milliseconds from the beginning of a replay. */
function arrivalTimes(count: number): number[] {
  let seconds = 0;
  return Array.from(
    { length: count },
    (_, i) => (seconds += ARRIVING_GAPS_SECONDS[i % ARRIVING_GAPS_SECONDS.length] ?? 60) * 1000,
  );
}

/** When each of these commits was merged: milliseconds before the beginning, newest first. */
function earlierTimes(count: number): number[] {
  let minutes = 0;
  return Array.from(
    { length: count },
    (_, i) => (minutes += DAY_GAPS_MINUTES[i] ?? EARLIER_GAP_MINUTES) * MINUTE_MS,
  );
}

/** A recorded commit as if it had been merged at `mergedAt`. */
function movedCommit(record: RecordedCommit, mergedAt: number): RecordedCommit {
  const { author, committer } = record.commit;
  const merged = Date.parse(committer.date);
  const writtenBefore = Math.min(MAX_WRITTEN_BEFORE_MS, Math.max(0, merged - Date.parse(author.date)));
  const move = (date: string, to: number): string => shiftDate(date, to - Date.parse(date));
  return {
    ...record,
    created: move(record.created, mergedAt),
    commit: {
      ...record.commit,
      author: { ...author, date: move(author.date, mergedAt - writtenBefore) },
      committer: { ...committer, date: move(committer.date, mergedAt) },
    },
  };
}

/** The commits of the day before `from` and the commits that arrive after it, each at its new time. */
function replayFrom(
  from: number,
  day: readonly RecordedCommit[],
  arriving: readonly RecordedCommit[],
): Replay {
  const arrivals = arrivalTimes(arriving.length);
  const earlier = earlierTimes(day.length);
  const commits = [
    ...arriving.map((record, i) => movedCommit(record, from + (arrivals[i] ?? 0))).toReversed(),
    ...day.map((record, i) => movedCommit(record, from - (earlier[i] ?? 0))),
  ];
  return { commits, pulls: pullsOf(commits) };
}

/**
 * Replays the commits from `start` on, and again whenever all of them have arrived: a demo that runs for
 * weeks has a lively day at any time.
 */
function replays(
  start: number,
  day: readonly RecordedCommit[],
  arriving: readonly RecordedCommit[],
): Recordings['replayAt'] {
  const roundMs = (arrivalTimes(arriving.length).at(-1) ?? 0) + REST_MS;
  let began = start;
  let replay = replayFrom(start, day, arriving);
  return (now) => {
    const round = start + Math.max(0, Math.floor((now - start) / roundMs)) * roundMs;
    if (round !== began) {
      began = round;
      replay = replayFrom(round, day, arriving);
    }
    return replay;
  };
}

/** What the recorded commits changed, by their hashes. The recording has the beginning of a long diff. */
export const recordedDiffs = v.record(v.string(), v.object({ text: v.string(), isWhole: v.boolean() }));
export type RecordedDiffs = v.InferOutput<typeof recordedDiffs>;

/**
 * The diff at a path below the repository, such as `git/commits/<sha>.diff` or `pulls/<number>.diff`; undefined
 * if the recording has none.
 */
export function diffAt(
  path: string,
  { pulls }: Replay,
  diffs: RecordedDiffs,
): RecordedDiffs[string] | undefined {
  const [, sha, number] = /^(?:git\/commits\/([\da-f]+)|pulls\/(\d+))\.diff$/.exec(path) ?? [];
  const merged = pulls.find((pull) => pull.number === Number(number));
  return diffs[sha ?? merged?.merge_commit_sha ?? ''];
}

/** The recordings as their files hold them. */
export const recordedFiles = v.object({
  commits: v.array(recordedCommit),
  arriving: v.array(recordedCommit),
  forecast,
  tip: v.object({ height: v.number() }),
  events: v.array(recordedEvent),
  sessions: recordedSessions,
});

/**
 * The recordings for a demo: the replays of the commits and of the sessions begin at `start`, and the forecast is
 * of `now`. Both in milliseconds since the epoch.
 */
export function recordingsOf(
  files: v.InferOutput<typeof recordedFiles>,
  start: number,
  now = start,
): Recordings {
  const { commits, arriving, forecast: weather, tip, events, sessions } = files;
  return {
    sessionsAt: (at) => sessionsAt(sessions, start, at),
    sessionsOf: (from, until) => recordedDay(sessions, from, until),
    replayAt: replays(start, commits, arriving),
    // Open-Meteo's time has no seconds and no time zone.
    forecast: {
      ...weather,
      current: { ...weather.current, time: new Date(now).toISOString().slice(0, 16) },
    },
    height: tip.height,
    events: events.toSorted((a, b) => a.created_at - b.created_at),
  };
}
