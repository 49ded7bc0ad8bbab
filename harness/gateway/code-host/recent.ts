import { DAY_MS } from '../../../data/core/time.ts';
import { COMMIT_DAYS } from '../../../data/readings/activity.ts';
import { MAX_COMMITS } from '../../../data/readings/schemas/code-host.ts';
import type { CodeHostRecords, PublicRecord } from './code-host.ts';

/** Gitea's limit (`MAX_RESPONSE_ITEMS`) and default. */
export const MAX_LIMIT = 50;
export const DEFAULT_LIMIT = 30;

/** All commits since this time are read, even if there are many. Milliseconds since the epoch. */
export const startOfDays = (now: number): number => now - COMMIT_DAYS * DAY_MS;

/** The requested part of a list. */
interface RecentRecords {
  /** Newest first by the time that is shown; records with the same time keep the code host's order. */
  readonly records: readonly PublicRecord[];
  /**
   * The time since which no record is missing. Milliseconds since the epoch; 0 if there are no older records.
   */
  readonly knownSince: number;
}

/**
 * The first `limit` records, and with `wholeDays` all other records of the last days. Each later `page` has
 * the next `limit` records, as from a code host. `records` are in the code host's order, which is not the
 * order of their dates. So the part is complete only since the date of the newest record after this part.
 */
export function recentRecords(
  { records, isWhole, unreadAt }: Pick<CodeHostRecords, 'records' | 'isWhole' | 'unreadAt'>,
  requested: { readonly limit: number; readonly page: number; readonly wholeDays: boolean },
  now: number,
): RecentRecords {
  const { limit, page } = requested;
  const start = startOfDays(now);
  const isWholeDays = requested.wholeDays && page === 1;
  const last = isWholeDays ? records.findLastIndex(({ at }) => at >= start) + 1 : 0;
  const end = Math.max(page * limit, Math.min(MAX_COMMITS, last));
  const left = records.slice(end).map(({ at }) => at);
  // The records that were not read come after the last read record, in the code host's order. Nothing else is
  // known about their times, so the time of the last read record is the limit.
  const unread = isWhole ? 0 : (unreadAt ?? records.at(-1)?.at ?? now);
  const part = records.slice((page - 1) * limit, end).sort((a, b) => b.shownAt - a.shownAt);
  return { records: part, knownSince: Math.max(unread, ...left) };
}
