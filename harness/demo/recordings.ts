import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type RecordedDiffs, type Recordings, recordedDiffs, recordedFiles, recordingsOf } from './replay.ts';

/** The files of `data/`, by their names in `recordedFiles`. */
const FILES = {
  commits: 'commits.json',
  arriving: 'arriving-commits.json',
  forecast: 'forecast.json',
  tip: 'tip-height.json',
  events: 'events.json',
  sessions: 'agent-sessions.json',
} as const;

/** The portals of a demo, as text. An owner's own list comes before it. */
export const readDemoPortals = (): Promise<string> =>
  readFile(join(import.meta.dirname, 'data', 'portals.json'), 'utf8');

/** The recordings in one object, as the pages of a static demo get them too. */
export async function readRecordedFiles(): Promise<v.InferOutput<typeof recordedFiles>> {
  const read = async ([name, file]: readonly [string, string]): Promise<readonly [string, unknown]> => {
    const text = await readFile(join(import.meta.dirname, 'data', file), 'utf8');
    return [name, JSON.parse(text)];
  };
  const files = await Promise.all(Object.entries(FILES).map(read));
  return v.parse(recordedFiles, Object.fromEntries(files));
}

/** The recorded diffs, by the hashes of their commits. */
export const readRecordedDiffs = async (): Promise<RecordedDiffs> =>
  v.parse(recordedDiffs, JSON.parse(await readFile(join(import.meta.dirname, 'data', 'diffs.json'), 'utf8')));

/**
 * Reads the recordings. The replays begin at `now`: the commits of the recorded day get times in the day before
 * `now`, and the arriving commits get times after it.
 */
export const readRecordings = async (now: number): Promise<Recordings> =>
  recordingsOf(await readRecordedFiles(), now);
