import * as v from 'valibot';
import { NOTE_KIND, REACTION_KIND, ZAP_KIND } from '../readings/schemas/relay-feed.ts';
import { cutText } from '../core/text.ts';
import type { FeedEvent } from '../readings/records.ts';
import { count } from '../readings/schemas/bounds.ts';

const hex = (length: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${length}}$`)));

/** A signed event (NIP-01) of the kinds in the feed. Id and signature are not checked here. */
export const relayEvent = v.object({
  id: hex(64),
  pubkey: hex(64),
  created_at: count,
  kind: v.picklist([NOTE_KIND, REACTION_KIND, ZAP_KIND]),
  tags: v.pipe(v.array(v.array(v.string())), v.maxLength(2_000)),
  content: v.string(),
  sig: hex(128),
});
export type RelayEvent = v.InferOutput<typeof relayEvent>;

const SHORT_ID_CHARACTERS = 8;
const MAX_CONTENT_CHARACTERS = 60;
const CUT_CONTENT_CHARACTERS = 57;

/** More than 60 characters become 57 and `...`; a surrogate pair is never split. */
function shortContent(content: string): string {
  return content.length <= MAX_CONTENT_CHARACTERS
    ? content
    : `${cutText(content, CUT_CONTENT_CHARACTERS)}...`;
}

/** The text of an event: a word for a bare like, the comment of a zap, otherwise the content. */
function contentOf({ kind, content }: RelayEvent, zap: ZapDetail | undefined): string {
  // NIP-25: `+` and an empty reaction both mean a like.
  if (kind === REACTION_KIND && (content === '' || content === '+')) return 'like';
  if (kind !== ZAP_KIND || content.trim() !== '') return content;
  // NIP-57: the content of the receipt should be empty; the comment is in the request.
  return zap?.comment || (zap?.sats ? `${zap.sats} sats` : 'zap');
}

/** The data of a zap receipt (NIP-57). */
export interface ZapDetail {
  /** The satoshis of the invoice; 0 if they are unknown. */
  readonly sats: number;
  readonly comment: string;
}

/** The simplified event that is stored (specification 2.5). */
export function keptEvent(event: RelayEvent, zap: ZapDetail | undefined): FeedEvent {
  return {
    id: event.id.slice(0, SHORT_ID_CHARACTERS),
    pubkey: event.pubkey.slice(0, SHORT_ID_CHARACTERS),
    content: shortContent(contentOf(event, zap)),
    kind: event.kind,
    created_at: event.created_at,
    ...(zap && zap.sats > 0 && { sats: zap.sats }),
  };
}
