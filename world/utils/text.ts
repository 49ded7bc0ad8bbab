/** Returns the width of a text, so that fitting does not depend on a canvas. */
export type Measure = (text: string) => number;

export const ELLIPSIS = '…';

// Exported again, so that modules of the world find all text helpers here.
export { sentenceCase } from '../../data/core/text.ts';

/**
 * Shortens a text to `width`, with an ellipsis. It ends after a word in the last two thirds, or else after
 * any character (a surrogate pair stays whole).
 */
export function fitLine(text: string, width: number, measure: Measure): string {
  const clean = text.replace(/\s+/gu, ' ').trim();
  if (measure(clean) <= width) return clean;
  const characters = Array.from(clean);
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(characters.slice(0, middle).join('').trimEnd() + ELLIPSIS) <= width) low = middle;
    else high = middle - 1;
  }
  const kept = characters.slice(0, low).join('');
  const endsAtWord = characters[low] === ' ';
  const lastSpace = kept.lastIndexOf(' ');
  const cut = !endsAtWord && lastSpace > kept.length / 3 ? kept.slice(0, lastSpace) : kept;
  // Punctuation before an ellipsis reads like a mistake.
  return `${cut.replace(/[\s,;:.·—-]+$/u, '')}${ELLIPSIS}`;
}

/**
 * The direction in which to draw a text: that of its first letter. So marks between and after the words of
 * Hebrew or Arabic stand on the correct side.
 */
export const directionOf = (text: string): 'ltr' | 'rtl' =>
  /^\P{L}*(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u.test(text) ? 'rtl' : 'ltr';

/** Letters of scripts that have no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** What stays on one line: a mark and the word before it, an opening bracket and the word after it. */
const OPEN_AT_END = /[\p{Ps}\p{Pi}]$/u;
const MARK_FIRST = /^[^\p{L}\p{N}\p{Ps}\p{Pi}]/u;
let segmenter: Intl.Segmenter | undefined;

/** The parts of a text between spaces. Lines break between them. */
function partsOf(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  // The first segmenter takes 20 ms.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  const parts: string[] = [];
  for (const { segment } of segmenter.segment(word)) {
    const last = parts.at(-1);
    if (last !== undefined && (OPEN_AT_END.test(last) || MARK_FIRST.test(segment)))
      parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

/**
 * Breaks a text at words into at most `lines` lines. If it does not fit, the last line ends with an ellipsis.
 */
export function wrapText(text: string, width: number, lines: number, measure: Measure): string[] {
  const words = text.replace(/\s+/gu, ' ').trim().split(' ');
  const parts = words.flatMap((word, i) => {
    const [first = '', ...more] = partsOf(word);
    return [i > 0 ? ` ${first}` : first, ...more];
  });
  const result: string[] = [];
  let at = 0;
  while (at < parts.length && result.length < lines) {
    if (result.length === lines - 1) {
      result.push(fitLine(parts.slice(at).join(''), width, measure));
      return result;
    }
    let line = (parts[at++] ?? '').trimStart();
    while (at < parts.length && measure(line + parts[at]) <= width) line += parts[at++];
    result.push(fitLine(line, width, measure));
  }
  return result;
}

/**
 * The largest size, from `size` down to `min`, at which a text fits into `room`; `widthAt` measures
 * it at a size.
 */
export function fitSize(size: number, min: number, room: number, widthAt: (size: number) => number): number {
  let fitting = size;
  // Because of hinting, widths are not exactly proportional to sizes, so the size is made 1 % smaller.
  for (let width = widthAt(fitting); width > room && fitting > min; width = widthAt(fitting))
    fitting = Math.max(min, ((fitting * room) / width) * 0.99);
  return fitting;
}
