import * as v from 'valibot';
import { count, instant, text } from './bounds.ts';

/** The kinds of Nostr events that the feed requests from relays (specification 6.2). */
export const NOTE_KIND = 1;
/** A reaction (NIP-25). */
export const REACTION_KIND = 7;
/** The receipt of a zap (NIP-57). */
export const ZAP_KIND = 9735;

/** The maximum number of events in an answer: the newest. The home's own list shows the newest ten. */
export const MAX_FEED_EVENTS = 20;
/** The gateway cuts contents to 60 characters, and ids and public keys to 8. */
const MAX_CONTENT_CHARACTERS = 60;
export const MAX_CAUSE_CHARACTERS = 600;
/** The maximum supply of bitcoin, in satoshis. */
const MAX_SATS = 21e14;

const short = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/));

/** An event whose signature the gateway has verified. */
const event = v.object({
  id: short,
  pubkey: short,
  content: text(MAX_CONTENT_CHARACTERS),
  kind: v.picklist([NOTE_KIND, REACTION_KIND, ZAP_KIND]),
  /** Seconds since the epoch. */
  created_at: count,
  sats: v.optional(v.pipe(count, v.maxValue(MAX_SATS))),
});

/** The fields of `GET /api/readings/relay-feed.json` that a widget shows. */
export const relayFeedAnswer = v.object({
  state: v.picklist(['loading', 'live', 'stale', 'empty', 'error', 'offline']),
  value: v.optional(
    v.object({
      /** Newest first. */
      events: v.pipe(v.array(event), v.maxLength(MAX_FEED_EVENTS)),
      /** The number of relays to which the gateway is connected, and the number of its relays. */
      connected: count,
      relays: count,
    }),
  ),
  /** When the newest event was received. Milliseconds since the epoch. */
  fetchedAt: v.optional(instant),
  cause: v.optional(text(MAX_CAUSE_CHARACTERS)),
});
type Answer = v.InferOutput<typeof relayFeedAnswer>;
/** The newest events of a home's relays. */
export type RelayFeed = Readonly<NonNullable<Answer['value']>>;
/** The newest events with the state and problem of the feed, for other pages. */
export type RelayFeedReport = RelayFeed & Pick<Answer, 'state' | 'fetchedAt' | 'cause'>;
