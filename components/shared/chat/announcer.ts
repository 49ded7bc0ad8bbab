import type { ChatEntry } from '../../../data/chat/chat-entries.ts';
import { cutAtWord, withoutBidiControls } from '../../../data/core/text.ts';
import { BULLET, plainText } from '../../../data/core/plain-text.ts';

/** The maximum number of characters of an answer that is announced; the rest is in the list. */
const ANNOUNCED_CHARACTERS = 1_000;

/**
 * The announcement of a finished answer: its text without Markdown syntax, and how it ended if it is incomplete. A
 * longer answer is cut at a word.
 */
function announcement({ speaker, text, status, cause }: ChatEntry): string {
  // List items are spoken one after the other, so each one ends with a full stop.
  const plain = plainText(withoutBidiControls(text), ANNOUNCED_CHARACTERS * 2)
    .replaceAll(`${BULLET} `, '')
    .replace(/([^.,:;!?…])\n/g, '$1. ')
    .replaceAll('\n', ' ');
  const cut = cutAtWord(plain, ANNOUNCED_CHARACTERS);
  const isCut = cut.length < plain.length || text.length > ANNOUNCED_CHARACTERS * 2;
  const end = status === 'failed' ? 'broke off' : status === 'stopped' ? 'stopped' : '';
  const parts = [cut, isCut ? 'more in the chat' : '', end && cause ? `${end}: ${cause}` : end];
  return `${speaker}: ${parts.filter(Boolean).join(' … ')}`;
}

/**
 * Decides what screen readers announce: each answer once, when it is finished, but no answer that is older
 * than the page (the history after a reload). It also announces a change of the resident once; the line about
 * that change in the conversation is not announced again.
 *
 * An answer arrives in pieces. A live region around the list would announce each piece, so the chat has a
 * separate region for the text that this class returns.
 */
export class Announcer {
  /** Milliseconds since the epoch. */
  readonly #since: number;
  /** Ids of the answers that are still arriving. */
  readonly #growing = new Set<string>();
  /** Ids of the answers that were finished at an earlier call. */
  readonly #announced = new Set<string>();
  /** Who answered at the last call; empty until the bridge has reported it. */
  #by = '';

  /**
   * `since` in milliseconds since the epoch: an answer that arrives in one piece is announced only if it is
   * not older.
   */
  constructor(since: number) {
    this.#since = since;
  }

  /**
   * The text to announce after a change of the list or of who answers; undefined if there is neither a newly
   * finished answer nor another resident.
   */
  next(entries: readonly ChatEntry[], by: string): string | undefined {
    const change = this.#change(by);
    const answer = this.#finished(entries);
    return change && answer ? `${change} ${answer}` : (change ?? answer);
  }

  /**
   * Returns the announcement of another resident. The first name is not announced, because it is in the head
   * of the chat.
   */
  #change(by: string): string | undefined {
    const before = this.#by;
    this.#by = by;
    return before === '' || before === by ? undefined : `Answers now come from ${by}.`;
  }

  /** The newest answer that was finished since the last call. */
  #finished(entries: readonly ChatEntry[]): string | undefined {
    let text: string | undefined;
    for (const entry of entries) {
      if (entry.role !== 'resident') continue;
      if (entry.status === 'streaming' || entry.status === 'sending') {
        this.#growing.add(entry.id);
        continue;
      }
      if (this.#announced.has(entry.id)) continue;
      this.#announced.add(entry.id);
      if (this.#growing.delete(entry.id) || entry.ts >= this.#since) text = announcement(entry);
    }
    return text;
  }
}
