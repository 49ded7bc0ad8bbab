import { NOTE_KIND, ZAP_KIND } from '../../../data/readings/schemas/relay-feed.ts';
import { ageText, counted } from '../../../data/readings/format.ts';
import { relayLossTexts, relaysText, satsText } from '../../../data/relay/format.ts';
import type { FeedEvent } from '../../../data/readings/records.ts';
import type { RelayState } from '../../../data/relay/relay-state.ts';
import type { Question } from '../question.ts';
import { escapeMarkdown, fixPunctuation, markdownList } from '../reply-text.ts';
import { within } from './commits.ts';
import { spanOf } from './span.ts';
import { hasWord } from './titles.ts';

const MAX_FEED_ROWS = 5;

/** Matches a note with a price: “$88,156 / #bitcoin”. */
const PRICE = /[$€£]\s?\d|\b(?:usd|eur)\b|\bprice\b.*\d/i;
/** What the notes of the feed say about a price; empty if they say nothing. */
export function pricesText({ relay }: RelayState): string {
  const rows = relay.events
    .get()
    .filter(({ kind, content }) => kind === NOTE_KIND && PRICE.test(content))
    .slice(0, MAX_FEED_ROWS)
    .map(eventText);
  return rows.length === 0
    ? ''
    : `Others wrote of prices in the feed. I do not check them, and they may be old:\n${markdownList(rows)}`;
}

/** “How do I send you a zap”, “what is your lightning address”. */
const GIVES = /\b(?:(?:send|give|tip|donate)\b.*\byou|zap you|your (?:\w+ )?address)\b/;

/** “Did someone post about coffee?” */
const ABOUT_NOTE =
  /\b(?:about|mention(?:s|ed|ing)?|search \w+ (?:\w+ )?for) (?:the )?(?!(?:us|you|me|it|that|the|latest|last|newest|zaps?|notes?|events?|posts?|feed)\b)([a-z]{3,})\b/;
const VERIFIED =
  /\b(?:sigs?|signed|signatures?|verif\w+|valid\w*|forged?|forgery|fak\w+|genuine|trust|believe)\b/;
const VERIFICATION =
  'I keep only events whose signature is right, so a relay cannot forge or change one. Who holds a key, and whether a text is true, no signature says. ';

/** The words that a note must have: those of the question that stand in some note, or the one after “about”. */
function wantedWords(plain: string, rare: readonly string[], kept: readonly FeedEvent[]): readonly string[] {
  const [, about] = ABOUT_NOTE.exec(plain) ?? [];
  const known = rare.filter((word) => kept.some(({ content }) => hasWord(content, word)));
  return about === undefined || known.length > 0 ? known : [about];
}

/** “Whats your npub”, “when did you last post something?” */
const OF_OWN_KEY =
  /\bnpubs?\b|\bnip ?05\b|\b(?:public|nostr) (?:key|address|identity|profile|account|handle)\b|\b(?:did|do|have|will|can) you\b.*\b(?:post\w*|publish\w*|tweet\w*|write|written|wrote)\b|\byour (?:own )?(?:\w+ )?(?:posts?|tweets?|pubkey)\b/;
const OF_REPLIES = /\b(?:repl(?:y|ies|ied)|respon(?:d\w*|ses?)|react\w*|repost\w*|boost\w*|likes?|liked)\b/;
const ASKS_RELAY = /\b(?:which|what|name|list) (?:(?:the|your) )?relays?\b/;
/** What a question asks that no reading tells. */
function unseenText(plain: string, ofZaps: boolean): string {
  if (OF_REPLIES.test(plain)) return 'I do not see which note answers which, nor reactions. ';
  if (
    /\b(?:can|may|could|do) (?:i|we|visitors|people)\b.*\b(?:post|publish|write|send)\b/.test(plain) &&
    !ofZaps
  )
    return 'Visitors cannot post here: the feed shows what its relays report, and notes are written with a Nostr app. ';
  if (OF_OWN_KEY.test(plain))
    return 'I have no Nostr key and no npub, so I post nothing: the feed has what others wrote, and no npub is configured here. ';
  if (VERIFIED.test(plain)) return VERIFICATION;
  if (ofZaps && /\b(?:who|whom)\b/.test(plain))
    return 'I do not see who sent a zap: the key before it is that of the service that confirmed it. ';
  if (/^(?:and )?who\b.*\b(?:writes?|posts?|sends?|wrote|posted|from)\b/.test(plain))
    return 'People on Nostr write it; what stands before a note is the beginning of its author’s public key. ';
  if (ASKS_RELAY.test(plain) && /\b(?:from|sent|came|posted)\b/.test(plain))
    return 'I do not see from which relay an event came. ';
  return GIVES.test(plain)
    ? 'This home has no address of its own for zaps; it shows those that its relays report. '
    : '';
}

/** @param zaps The largest first. */
function largestText(zaps: readonly FeedEvent[]): string {
  const largest = zaps[0]?.sats ?? 0;
  const count = zaps.filter(({ sats }) => sats === largest).length;
  return largest > 0 ? ` The largest: ${satsText(largest)}${count > 1 ? `, ${count} times` : ''}.` : '';
}

const eventText = ({ pubkey, content, kind, sats }: FeedEvent): string =>
  `${kind === ZAP_KIND ? '⚡ ' : ''}[${pubkey}] ${escapeMarkdown(content)}${sats === undefined || content.endsWith(' sats') ? '' : ` (${satsText(sats)})`}`;

/** The events of the relays: all, only zaps, or the events of a time, as the question asks. */
export function feed({
  state,
  plain = '',
  rare = [],
}: Pick<Question, 'state' | 'rare'> & { readonly plain?: string }): string {
  const relays = state.relay.relays.get();
  const now = state.now.get();
  const kept = state.relay.events.get();
  const ofLargest = /\b(?:biggest|largest|highest|most)\b/.test(plain);
  const ofZaps = ofLargest || /\b(?:zap\w*|sats)\b/.test(plain);
  // “What do people say on Nostr?”
  const ofNotes =
    !ofZaps && /\b(?:sa(?:y|ys|ying|id)|talk\w*|wr(?:ite|ites|iting|ote)|notes?|posts?|posted)\b/.test(plain);
  if (/\bprices?\b/.test(plain)) return pricesText(state) || 'No note that I keep has a price.';
  const span = spanOf(plain, now);
  const wanted = wantedWords(plain, rare, kept);
  const events = kept.filter(
    ({ kind, created_at: at, content }) =>
      wanted.every((word) => hasWord(content, word)) &&
      (!ofZaps || kind === ZAP_KIND) &&
      (!ofNotes || kind === NOTE_KIND) &&
      (!span || within(span, at * 1000, now)),
  );
  if (ofLargest) events.sort((one, other) => (other.sats ?? 0) - (one.sats ?? 0));
  const sats = events.reduce((sum, event) => sum + (event.sats ?? 0), 0);
  const what =
    counted(events.length, ofZaps ? 'zap' : 'event') + (sats > 0 && ofZaps ? ` with ${satsText(sats)}` : '');
  const newest = Math.max(...kept.map(({ created_at: at }) => at * 1000));
  const earlier =
    span && events.length === 0 && kept.length > 0 ? ` The newest of all is ${ageText(newest, now)}.` : '';
  const unseen = unseenText(plain, ofZaps);
  const named =
    ASKS_RELAY.test(plain) && unseen === ''
      ? ` Relays: ${relays.map(({ url }) => escapeMarkdown(url)).join(', ')}.`
      : '';
  const words = wanted.map((word) => `“${escapeMarkdown(word)}”`).join(' and ');
  const those =
    ofZaps || span || words !== ''
      ? ` Of these: ${what}${words === '' ? '' : ` with ${words}`}${span ? ` ${span.name}` : ''}.${earlier}${ofLargest ? largestText(events) : ''}`
      : '';
  const head =
    relays.length === 0
      ? 'No relay is configured.'
      : [
          `${/\bwhen\b/.test(plain) && kept.length > 0 ? `The newest event is ${ageText(newest, now)}. ` : ''}${unseen}${relaysText(relays)}, ${kept.length} events kept.${named}${those}`,
          ...relayLossTexts(relays),
        ].join(' ');
  const rows = events.slice(0, MAX_FEED_ROWS).map(eventText);
  const why = relays
    .filter(({ state: now, cause }) => now !== 'open' && cause !== undefined)
    .map(({ url, cause }) => `I cannot hear ${escapeMarkdown(url)}: ${escapeMarkdown(cause ?? '')}.`);
  return [head, ...(rows.length > 0 ? [markdownList(rows)] : []), ...why.map(fixPunctuation)].join('\n\n');
}
