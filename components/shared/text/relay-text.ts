import { NOTE_KIND, REACTION_KIND, ZAP_KIND } from '../../../data/core/nostr-kinds.ts';
import type { FeedEvent, RelayStatus } from '../../../data/readings/records.ts';
import { withoutBidiControls } from './text.ts';
import { emojiInWords, reactionWord } from './emoji.ts';

/** Events shown (specification 8). */
export const SHOWN_EVENTS = 10;

/** By kind (specification 6.2). The relays are asked for no other kinds. */
const prefixes: Readonly<Record<number, string>> = {
  [NOTE_KIND]: '•',
  [REACTION_KIND]: '♥',
  [ZAP_KIND]: '⚡',
};

const prefixOf = (kind: number): string => prefixes[kind] ?? '•';

/** Author and content, for places that show the kind in words. */
export const sayerText = ({ pubkey, content }: FeedEvent): string => `[${pubkey}] ${content}`;

/** Without emoji on this system a reaction is one word, and in other texts the emoji are words in brackets. */
export const contentText = (
  { kind, content }: Pick<FeedEvent, 'kind' | 'content'>,
  hasEmoji: boolean,
): string =>
  hasEmoji
    ? content
    : ((kind === REACTION_KIND ? reactionWord(content) : undefined) ?? emojiInWords(content));

/**
 * `<prefix> [<pubkey8>] <content>` (specification 6.2). Without emoji on this system, words stand in
 * their place.
 */
export const eventText = (event: FeedEvent, hasEmoji = true): string =>
  `${prefixOf(event.kind)} ${sayerText({ ...event, content: contentText(event, hasEmoji) })}`;

/** The states of a connection, in words for visitors. */
const stateTexts: Record<RelayStatus['state'], string> = {
  connecting: 'connecting',
  open: 'open',
  waiting: 'trying again',
  stopped: 'stopped',
};

/** `relay.example · trying again · refused the connection` */
export function relayText({ url, state, cause }: RelayStatus): string {
  const name = url.replace(/^wss?:\/\//, '').replace(/\/$/, '');
  const parts = [name, stateTexts[state], state === 'open' ? undefined : cause];
  // The cause may be text from the relay.
  return withoutBidiControls(parts.filter(Boolean).join(' · '));
}
