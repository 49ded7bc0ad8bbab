import { MINUTE_MS } from '../../data/core/time.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { nameOfMerge } from '../gateway/code-host/merges.ts';

/** So many of the newest commits arrive while the demo runs, one after the other. */
const ARRIVING_COMMITS = 6;
const ARRIVE_EVERY_MINUTES = 2;
const FIRST_ARRIVES_MINUTES = 1;
/**
 * Minutes between the commits of the replayed day, from now back: busy hours and quiet ones. The
 * recorded commits are days and weeks apart.
 */
const DAY_GAPS_MINUTES = [
  7, 22, 9, 48, 13, 66, 18, 31, 8, 190, 12, 25, 41, 10, 55, 17, 280, 21, 6, 38, 14, 72, 11, 29, 9, 160,
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
  readonly merged_at: string;
  readonly [field: string]: unknown;
}

export interface Recordings {
  /** Newest first, including those that have not arrived yet. */
  readonly commits: readonly RecordedCommit[];
  readonly pulls: readonly RecordedPull[];
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

/**
 * When each commit of the replayed day was merged: milliseconds from `now`, newest first, positive
 * for those that have not arrived yet.
 */
function mergeTimes(count: number): number[] {
  let minutes = 0;
  return Array.from({ length: count }, (_, i) => {
    const arriving = ARRIVING_COMMITS - i;
    if (arriving > 0) return (FIRST_ARRIVES_MINUTES + (arriving - 1) * ARRIVE_EVERY_MINUTES) * MINUTE_MS;
    minutes += DAY_GAPS_MINUTES[-arriving] ?? EARLIER_GAP_MINUTES;
    return -minutes * MINUTE_MS;
  });
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

async function read<const S extends v.GenericSchema>(name: string, schema: S): Promise<v.InferOutput<S>> {
  const text = await readFile(join(import.meta.dirname, 'data', name), 'utf8');
  return v.parse(schema, JSON.parse(text));
}

/**
 * Reads the recordings and moves the commits to the day before `now`; the newest few arrive in the
 * minutes after it.
 */
export async function readRecordings(now: number): Promise<Recordings> {
  const [commits, weather, { height }, events] = await Promise.all([
    read('commits.json', v.array(recordedCommit)),
    read('forecast.json', forecast),
    read('tip-height.json', v.object({ height: v.number() })),
    read('events.json', v.array(recordedEvent)),
  ]);
  const times = mergeTimes(commits.length);
  const shifted = commits.map((record, i) => movedCommit(record, now + (times[i] ?? 0)));
  return {
    commits: shifted,
    pulls: pullsOf(shifted),
    // Open-Meteo's time has no seconds and no time zone.
    forecast: {
      ...weather,
      current: { ...weather.current, time: new Date(now).toISOString().slice(0, 16) },
    },
    height,
    events: events.toSorted((a, b) => a.created_at - b.created_at),
  };
}
