import type { FeedEvent } from '../readings/records.ts';

/** Specification 8: the feed keeps this many, newest first. */
const MAX_EVENTS = 50;

export interface Ranked {
  /** The whole id; the record has only its first 8 characters. */
  readonly id: string;
  readonly event: FeedEvent;
}

/** Newest first, ties by lowest id, as relays order them (NIP-01). */
const isBefore = (a: Ranked, b: Ranked): boolean =>
  a.event.created_at === b.event.created_at ? a.id < b.id : a.event.created_at > b.event.created_at;

/** Puts an event in its place in `list`; false where it is too old for it. */
export function rank(list: Ranked[], one: Ranked): boolean {
  const at = list.findLastIndex((other) => !isBefore(one, other)) + 1;
  if (at >= MAX_EVENTS) return false;
  list.splice(at, 0, one);
  if (list.length > MAX_EVENTS) list.length = MAX_EVENTS;
  return true;
}
