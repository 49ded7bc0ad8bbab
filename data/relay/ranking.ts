import type { FeedEvent } from '../readings/records.ts';

/** The maximum number of events in the feed, newest first (specification 8). */
const MAX_EVENTS = 50;

export interface Ranked {
  /** The full id; the record has only its first 8 characters. */
  readonly id: string;
  readonly event: FeedEvent;
}

/** Newest first; for equal times the lowest id first, as in NIP-01. */
const isBefore = (a: Ranked, b: Ranked): boolean =>
  a.event.created_at === b.event.created_at ? a.id < b.id : a.event.created_at > b.event.created_at;

/** Inserts an event at its place in `list`. Returns false if it is too old. */
export function rank(list: Ranked[], one: Ranked): boolean {
  const at = list.findLastIndex((other) => !isBefore(one, other)) + 1;
  if (at >= MAX_EVENTS) return false;
  list.splice(at, 0, one);
  if (list.length > MAX_EVENTS) list.length = MAX_EVENTS;
  return true;
}
