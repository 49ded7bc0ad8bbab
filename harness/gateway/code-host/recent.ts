import { DAY_MS } from '../../../data/core/time.ts';
import { COMMIT_DAYS } from '../../../data/readings/activity.ts';
import type { CodeHostRecords, PublicRecord } from './code-host.ts';

/** Gitea's own cap (`MAX_RESPONSE_ITEMS`) and default. */
export const MAX_LIMIT = 50;
export const DEFAULT_LIMIT = 30;

/** The instant from which on commits are read however many they are. */
export const startOfDays = (now: number): number => now - COMMIT_DAYS * DAY_MS;

/** The part of a list that was asked for, and from when on it has everything. */
export interface RecentRecords {
  readonly records: readonly PublicRecord[];
  /** Milliseconds since the epoch; 0 where there is nothing older. */
  readonly knownSince: number;
}

/**
 * The first `limit` records, and with `wholeDays` all further ones of the last days. The list is in
 * the code host's order, and dates in it may go up and down: it has everything since the newest
 * record that is left out.
 */
export function recentRecords(
  { records, isWhole }: Pick<CodeHostRecords, 'records' | 'isWhole'>,
  asked: { readonly limit: number; readonly wholeDays: boolean },
  now: number,
): RecentRecords {
  const start = startOfDays(now);
  const last = asked.wholeDays ? records.findLastIndex(({ at }) => at >= start) + 1 : 0;
  const count = Math.max(asked.limit, last);
  const left = records.slice(count).map(({ at }) => at);
  // Of what was not even read no more is known than that it stands behind the last.
  const unread = isWhole ? 0 : (records.at(-1)?.at ?? now);
  return { records: records.slice(0, count), knownSince: Math.max(unread, ...left) };
}
