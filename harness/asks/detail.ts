import { MAX_DETAIL_CHARACTERS } from '../../data/asks/ask.ts';
import { cutText } from '../../data/core/text.ts';
import { withoutKeys } from './mask.ts';

/** A command, a diff or a plan as the owner reads it, and how many characters are left out of its middle. */
export interface Detail {
  readonly text: string;
  readonly left: number;
}

/** The end of a long text is kept too, because the dangerous part of a command may be there. */
const TAIL_SHARE = 1 / 4;
const MAX_NOTE_CHARACTERS = 60;

/** Scripts in which a joiner changes how letters look: https://www.unicode.org/reports/tr31/#Layout_and_Format_Control_Characters */
const JOINED = 'Arab Beng Deva Gujr Guru Khmr Knda Mlym Mong Mymr Orya Sinh Syrc Taml Telu'
  .split(' ')
  .map((script) => String.raw`\p{sc=${script}}`)
  .join('');
/**
 * The places where a joiner or a variation selector has a visible effect: in emoji, and between letters of
 * these scripts.
 */
const SEEN = [
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[\d#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=[${JOINED}])[\u200c\u200d](?=[${JOINED}])`,
].join('|');
/**
 * Invisible characters, characters that look like a space but are none, and characters that change the order
 * of the characters around them. The blank characters of Braille, of hieroglyphs and of Khitan, and the empty
 * note head, are listed one by one: no Unicode property says that they are blank.
 */
const HIDDEN = new RegExp(
  String.raw`(?=[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}])(?![ \n\t]|${SEEN}).`,
  'gsu',
);

/** Replaces each hidden character of a text by its number: `⟦U+202E⟧`. Line breaks and tabs stay. */
export const withMarks = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(
      HIDDEN,
      (found) => `⟦U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟧`,
    );

/** The beginning and the end of a text that is longer than `max`. */
export function headAndTail({ text, left }: Detail, max = MAX_DETAIL_CHARACTERS): Detail {
  if (text.length <= max) return { text, left };
  const room = max - MAX_NOTE_CHARACTERS;
  const tail = Math.floor(room * TAIL_SHARE);
  const head = cutText(text, room - tail);
  const end = text.slice(-tail).replace(/^[\udc00-\udfff]/, '');
  const out = left + text.length - head.length - end.length;
  return { text: `${head}\n⟦${out} characters are left out here⟧\n${end}`, left: out };
}

/** The beginning of the first line of a text. */
export function beginningOf({ text, left }: Detail, max: number): Detail {
  const beginning = cutText(text.trimStart().split('\n')[0] ?? '', max);
  return { text: beginning, left: left + text.length - beginning.length };
}

/** What an agent sent, for the owner: hidden characters are marked, keys are masked, and a long text is cut. */
export const detailOf = ({ text, left }: Detail): Detail =>
  headAndTail({ text: withoutKeys(withMarks(text)), left });
