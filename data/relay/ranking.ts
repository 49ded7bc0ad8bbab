import type { FeedEvent } from '../readings/records.ts';

/** Specification 8: the feed keeps this many, newest first. */
const EVENTS_KEPT = 50;

export interface Ranked {
  /** The full id: the kept record has only its first 8 characters. */
  readonly id: string;
  readonly event: FeedEvent;
}

/** Newest first, ties by lowest id, as relays order them (NIP-01). */
const before = (a: Ranked, b: Ranked): boolean =>
  a.event.created_at === b.event.created_at ? a.id < b.id : a.event.created_at > b.event.created_at;

/** Puts an event in its place among the kept ones; false where it is too old to be kept. */
export function rank(kept: Ranked[], one: Ranked): boolean {
  let at = kept.length;
  while (at > 0 && before(one, kept[at - 1] as Ranked)) at -= 1;
  if (at >= EVENTS_KEPT) return false;
  kept.splice(at, 0, one);
  if (kept.length > EVENTS_KEPT) kept.length = EVENTS_KEPT;
  return true;
}
