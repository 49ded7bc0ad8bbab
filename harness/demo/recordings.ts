import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { nameOfMerge } from '../gateway/code-host/merges.ts';

/** The newest recorded commit is shown as this old. */
const NEWEST_AGE_MS = 7 * 60_000;

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

export interface Recordings {
  readonly commits: readonly RecordedCommit[];
  readonly pulls: readonly unknown[];
  readonly forecast: v.InferOutput<typeof forecast>;
  readonly height: number;
  /** Oldest first, with their true dates. */
  readonly events: readonly RecordedEvent[];
}

/** Moves an RFC 3339 date, keeping its own offset as a code host writes it. */
export function shiftDate(date: string, byMs: number): string {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)$/.exec(date) ?? [];
  const offsetMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const local = new Date(Date.parse(date) + byMs + offsetMs).toISOString().slice(0, 19);
  return offsetMs === 0 ? `${local}Z` : `${local}${sign}${hours}:${minutes}`;
}

/** The pull requests the commit titles name, `… (#4893)`, in the code host's shape. */
const pullsOf = (commits: readonly RecordedCommit[]): readonly unknown[] =>
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

async function read<const S extends v.GenericSchema>(name: string, schema: S): Promise<v.InferOutput<S>> {
  const text = await readFile(join(import.meta.dirname, 'data', name), 'utf8');
  return v.parse(schema, JSON.parse(text));
}

/** The recorded readings, moved so that the newest commit was written a few minutes before `now`. */
export async function readRecordings(now: number): Promise<Recordings> {
  const [commits, weather, { height }, events] = await Promise.all([
    read('commits.json', v.array(recordedCommit)),
    read('forecast.json', forecast),
    read('tip-height.json', v.object({ height: v.number() })),
    read('events.json', v.array(recordedEvent)),
  ]);
  const newest = Math.max(...commits.map(({ commit }) => Date.parse(commit.author.date)));
  const byMs = now - NEWEST_AGE_MS - newest;
  const shifted = commits.map((record) => ({
    ...record,
    created: shiftDate(record.created, byMs),
    commit: {
      ...record.commit,
      author: { ...record.commit.author, date: shiftDate(record.commit.author.date, byMs) },
      committer: { ...record.commit.committer, date: shiftDate(record.commit.committer.date, byMs) },
    },
  }));
  return {
    commits: shifted,
    pulls: pullsOf(shifted),
    // Open-Meteo's time has no seconds and no offset.
    forecast: {
      ...weather,
      current: { ...weather.current, time: new Date(now).toISOString().slice(0, 16) },
    },
    height,
    events: events.toSorted((a, b) => a.created_at - b.created_at),
  };
}
