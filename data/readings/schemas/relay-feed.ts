import * as v from 'valibot';
import { NOTE_KIND, REACTION_KIND, ZAP_KIND } from '../../core/nostr-kinds.ts';
import { instant, text } from './bounds.ts';

/** Events in one answer, the newest: the newest ten are what the home's own list shows. */
export const MAX_FEED_EVENTS = 20;
/** The gateway cuts contents to 60 characters, and ids and keys to 8. */
const MAX_CONTENT_CHARACTERS = 60;
export const MAX_CAUSE_CHARACTERS = 600;
/** All bitcoin there will be, in satoshis. */
const MAX_SATS = 21e14;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
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

/** What the gateway answers to `GET /api/readings/relay-feed.json`, as far as a widget shows it. */
export const relayFeedAnswer = v.object({
  state: v.picklist(['loading', 'live', 'stale', 'empty', 'error', 'offline']),
  value: v.optional(
    v.object({
      /** Newest first. */
      events: v.pipe(v.array(event), v.maxLength(MAX_FEED_EVENTS)),
      /** Relays that the gateway is connected to, of how many. */
      connected: count,
      relays: count,
    }),
  ),
  /** When the newest event came, in milliseconds since the epoch. */
  fetchedAt: v.optional(instant),
  cause: v.optional(text(MAX_CAUSE_CHARACTERS)),
});
type Answer = v.InferOutput<typeof relayFeedAnswer>;
/** The newest events that the relays of a home have sent. */
export type RelayFeed = Readonly<NonNullable<Answer['value']>>;
/** The same with what is wrong with them, for a page elsewhere. */
export type RelayFeedReport = RelayFeed & Pick<Answer, 'state' | 'fetchedAt' | 'cause'>;
