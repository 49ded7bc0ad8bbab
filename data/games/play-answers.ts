import * as v from 'valibot';
import { count, instant, word } from '../readings/schemas/bounds.ts';
import { type PlayLogEntry, playLogEntry } from './play-log.ts';
import { playId, playRecord } from './play-record.ts';

/**
 * What the home answers about the plays of its data folder, to `GET /api/plays` and to
 * `GET /api/plays/<id>/log?from=0`.
 */

/** The maximum number of entries in one answer. */
export const MAX_LOG_ENTRIES = 500;
/** The maximum number of plays in the list, newest first. */
export const MAX_LISTED_PLAYS = 200;

const listedPlay = v.object({
  id: playId,
  portal: word(80),
  startedAt: instant,
  steps: count,
  state: playRecord.entries.state,
});
export type ListedPlay = v.InferOutput<typeof listedPlay>;

export const playsAnswer = v.object({ plays: v.pipe(v.array(listedPlay), v.maxLength(MAX_LISTED_PLAYS)) });

export const playLogAnswer = v.object({
  entries: v.pipe(v.array(v.unknown()), v.maxLength(MAX_LOG_ENTRIES)),
  /** Where the next page begins, for `from`; absent at the end of the log. */
  next: v.optional(count),
});

/** The entries of known types: the log may be from a newer version of the home. */
export const knownEntries = (entries: readonly unknown[]): PlayLogEntry[] =>
  entries.flatMap((entry) => {
    const parsed = v.safeParse(playLogEntry, entry);
    return parsed.success ? [parsed.output] : [];
  });
