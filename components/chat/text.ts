import { cutAtWord } from '../../data/core/text.ts';
import { BULLET, plainText } from '../../data/core/plain-text.ts';

/** Characters of a message shown before "show all". */
export const COLLAPSED_CHARACTERS = 4_000;
/** Longer than this a message is shown as plain text: formatting it could hold up the page. */
export const MARKDOWN_CHARACTERS = 20_000;
/** Characters of an answer that a screen reader is told at once; the rest is in the list. */
const ANNOUNCED_CHARACTERS = 1_000;

// Embeddings, overrides and isolates: a text with one of these can make `gpj.exe` read as `exe.jpg`.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The text without the characters that turn the reading direction of what follows. Right-to-left scripts need none of them. */
export const withoutBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, '');

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

/** `14:03` in the visitor's own time. */
export const clockText = (at: number): string => {
  const date = new Date(at);
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
};
