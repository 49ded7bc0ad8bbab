import type { ChatEntry } from '../../data/chat/chat-entries.ts';
import { cutAtWord } from '../../data/core/text.ts';
import { BULLET, plainText } from '../../data/core/plain-text.ts';
import { withoutBidiControls } from '../shared/text.ts';

/** Characters of an answer that a screen reader is told at once; the rest is in the list. */
const ANNOUNCED_CHARACTERS = 1_000;

/** What a screen reader is told about a finished answer: its words, without the marks of Markdown. */
export function announcement(speaker: string, text: string): string {
  // A list is heard as one thing after the other, not as one sentence.
  const plain = plainText(withoutBidiControls(text), ANNOUNCED_CHARACTERS * 2)
    .replaceAll(`${BULLET} `, '')
    .replace(/([^.,:;!?…])\n/g, '$1. ')
    .replaceAll('\n', ' ');
  const cut = cutAtWord(plain, ANNOUNCED_CHARACTERS);
  return `${speaker}: ${cut}${cut.length < plain.length || text.length > ANNOUNCED_CHARACTERS * 2 ? ' … more in the chat' : ''}`;
}

/**
 * Decides what a screen reader is told: each answer once, when it is finished, and no answer that was there before the page
 * was (the history of a reload).
 */
export class Announcer {
  readonly #since: number;
  readonly #growing = new Set<string>();
  readonly #announced = new Set<string>();

  /** `since` in milliseconds since the epoch: an answer that was never seen growing counts as new when it is younger. */
  constructor(since: number) {
    this.#since = since;
  }

  /** The text to announce after a change of the list; undefined when nothing has been finished. */
  next(entries: readonly ChatEntry[]): string | undefined {
    let text: string | undefined;
    for (const entry of entries) {
      if (entry.role !== 'resident') continue;
      if (entry.status === 'streaming' || entry.status === 'sending') {
        this.#growing.add(entry.id);
        continue;
      }
      if (this.#announced.has(entry.id)) continue;
      this.#announced.add(entry.id);
      if (this.#growing.delete(entry.id) || entry.ts >= this.#since)
        text = announcement(entry.speaker, entry.text);
    }
    return text;
  }
}
