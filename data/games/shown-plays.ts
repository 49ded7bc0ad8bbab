import { MINUTE_MS } from '../core/time.ts';
import { type PlayRecord, isOver } from './play-record.ts';

/** A portal shows the end of a play for this long. */
const KEPT_MS = 10 * MINUTE_MS;

/**
 * Whether a portal shows `a` rather than `b`: a running play comes before one that is over, then the later
 * play.
 */
const goesFirst = (a: PlayRecord, b: PlayRecord): boolean =>
  isOver(a) === isOver(b) ? a.startedAt > b.startedAt : !isOver(a);

/**
 * The play that each portal shows, by the portal's id; and until when this is valid, in milliseconds since
 * the epoch.
 */
export function shownPlays(
  plays: readonly PlayRecord[],
  now: number,
): { readonly byPortal: ReadonlyMap<string, PlayRecord>; readonly until: number } {
  const byPortal = new Map<string, PlayRecord>();
  let until = Infinity;
  for (const play of plays) {
    const end = isOver(play) ? play.updatedAt + KEPT_MS : Infinity;
    if (end <= now) continue;
    until = Math.min(until, end);
    const other = byPortal.get(play.portal);
    if (!other || goesFirst(play, other)) byPortal.set(play.portal, play);
  }
  return { byPortal, until };
}
