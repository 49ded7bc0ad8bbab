import * as v from 'valibot';
import { RequestError, getText, hostOf } from '../core/http.ts';
import { type ListedPlay, knownEntries, playLogAnswer, playsAnswer } from './play-answers.ts';
import type { PlayLogEntry } from './play-log.ts';

const TIMEOUT_MS = 15_000;

/** A part of a log. */
export interface LogPage {
  readonly entries: readonly PlayLogEntry[];
  /** The line where the next part begins; undefined at the end of the log so far. */
  readonly next: number | undefined;
}

async function getAnswer<T>(
  base: string,
  path: string,
  schema: v.GenericSchema<unknown, T>,
  signal: AbortSignal,
): Promise<T> {
  const parse = (text: string, _headers: Headers, url: string): T => {
    try {
      return v.parse(schema, JSON.parse(text));
    } catch {
      throw new RequestError(`${hostOf(url)} sent an answer that cannot be read`);
    }
  };
  return getText(
    { fetch: (input, init) => fetch(input, init), base },
    {
      url: new URL(path, base).href,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      parse,
    },
  );
}

/** The plays of the home, newest first. Throws a `RequestError`, or the signal's reason. */
export async function fetchPlays(base: string, signal: AbortSignal): Promise<readonly ListedPlay[]> {
  try {
    return (await getAnswer(base, 'api/plays', playsAnswer, signal)).plays;
  } catch (error) {
    // A static host and an older version of the home have no plays.
    if (error instanceof RequestError && error.status === 404) return [];
    throw error;
  }
}

/** A part of the log of a play. Throws a `RequestError`, or the signal's reason. */
export async function fetchLog(
  base: string,
  id: string,
  from: number,
  signal: AbortSignal,
): Promise<LogPage> {
  const path = `api/plays/${id}/log?from=${from}`;
  const { entries, next } = await getAnswer(base, path, playLogAnswer, signal);
  return { entries: knownEntries(entries), next };
}
