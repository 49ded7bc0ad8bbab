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

/**
 * Characters that are not seen, or that change the order of those around them. A line end and a tab stay, and what
 * joins or varies emoji and letters of scripts that need it.
 */
const HIDDEN =
  /(?!\n|\t|\ufe0e|\ufe0f|\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?:\u200c|\u200d)(?=[ -\u024f\u0370-\u052f]|$)/gu;

/** A text of several lines in which every hidden character shows its number: `⟦U+202E⟧`. */
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

/** What an agent sent, for the owner: hidden characters are marked, keys are masked, and a long text is cut. */
export const detailOf = ({ text, left }: Detail): Detail =>
  headAndTail({ text: withoutKeys(withMarks(text)), left });
