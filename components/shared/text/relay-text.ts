import { NOTE_KIND, REACTION_KIND, ZAP_KIND } from '../../../data/readings/schemas/relay-feed.ts';
import type { FeedEvent, RelayStatus } from '../../../data/readings/records.ts';
import { withoutBidiControls } from '../../../data/core/text.ts';
import { satsText } from '../../../data/relay/format.ts';
import { emojiInWords, reactionWord } from './emoji.ts';

/** The number of events that are shown (specification 8). */
export const SHOWN_EVENTS = 10;

/** The prefix of each kind (specification 6.2). Other kinds are not requested from relays. */
const prefixes: Readonly<Record<number, string>> = {
  [NOTE_KIND]: '•',
  [REACTION_KIND]: '♥',
  [ZAP_KIND]: '⚡',
};

const prefixOf = (kind: number): string => prefixes[kind] ?? '•';

/** Whether it is a zap without a comment: its content is the bare amount, or `zap` (data/relay/event.ts). */
export const isBareZap = ({ kind, content }: Pick<FeedEvent, 'kind' | 'content'>): boolean =>
  kind === ZAP_KIND && /^(?:zap|\d+ sats)$/.test(content);

/** The event, with the amount as content if it is a zap without a comment: `2,100 sats`. */
export const withAmount = (event: FeedEvent): FeedEvent =>
  isBareZap(event) && event.sats ? { ...event, content: satsText(event.sats) } : event;

/** Author and content, without the prefix of the kind. */
export const sayerText = ({ pubkey, content }: FeedEvent): string => `[${pubkey}] ${content}`;

/**
 * The content. If the system has no emoji, a reaction is one word, and emoji in other texts are words in
 * brackets.
 */
export const contentText = (
  { kind, content }: Pick<FeedEvent, 'kind' | 'content'>,
  hasEmoji: boolean,
): string =>
  hasEmoji
    ? content
    : ((kind === REACTION_KIND ? reactionWord(content) : undefined) ?? emojiInWords(content));

/**
 * Returns `<prefix> [<pubkey8>] <content>` (specification 6.2). If the system has no emoji, words replace the
 * emoji.
 */
export const eventText = (event: FeedEvent, hasEmoji = true): string =>
  `${prefixOf(event.kind)} ${sayerText({ ...event, content: contentText(event, hasEmoji) })}`;

const stateTexts: Record<RelayStatus['state'], string> = {
  connecting: 'connecting',
  open: 'open',
  waiting: 'trying again',
  stopped: 'stopped',
};

/** For example `relay.example · trying again · refused the connection`. */
export function relayText({ url, state, cause }: RelayStatus): string {
  const name = url.replace(/^wss?:\/\//, '').replace(/\/$/, '');
  const parts = [name, stateTexts[state], state === 'open' ? undefined : cause];
  // The cause may be a text of the relay.
  return withoutBidiControls(parts.filter(Boolean).join(' · '));
}
