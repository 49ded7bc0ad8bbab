import { ELLIPSIS, type Measure, fitLine, wrapText } from '../../utils/text.ts';
import { BULLET } from '../../../data/core/plain-text.ts';

/** The hanging indent of an item in a list. */
const HANG = '  ';

/**
 * Breaks the paragraphs of a text (one a line) at words into at most `maxLines` lines; longer text ends with
 * an ellipsis. Items of a list keep their bullets, and their next lines are indented.
 */
export function bubbleLines(text: string, width: number, maxLines: number, measure: Measure): string[] {
  const lines: string[] = [];
  const blocks = text.split('\n');
  for (const [at, block] of blocks.entries()) {
    const item = block.startsWith(`${BULLET} `);
    const room = item ? width - measure(HANG) : width;
    const words = item ? block.slice(BULLET.length + 1) : block;
    const left = maxLines - lines.length;
    const wrapped = wrapText(words, room, left, measure);
    if (wrapped.length === left && at + 1 < blocks.length) {
      // This is the last line that fits, and more blocks follow.
      const last = wrapped.pop() ?? '';
      wrapped.push(last.endsWith(ELLIPSIS) ? last : truncate(last, room, measure));
    }
    for (const [i, line] of wrapped.entries())
      lines.push(item ? `${i === 0 ? `${BULLET} ` : HANG}${line}` : line);
    if (lines.length === maxLines) return lines;
  }
  return lines;
}

/** The line with an ellipsis, shortened word by word until both fit. */
function truncate(line: string, width: number, measure: Measure): string {
  const plain = line.replace(/[\s,;:.·—-]+$/u, '');
  if (measure(plain + ELLIPSIS) <= width) return plain + ELLIPSIS;
  const space = plain.lastIndexOf(' ');
  return space > 0
    ? truncate(plain.slice(0, space), width, measure)
    : fitLine(`${plain} ${plain}`, width, measure);
}

/** Specification 3.6: fade in, hold for 2 s plus 0.06 s per character up to 12 s, fade out. */
const FADE_IN_SECONDS = 0.4;
export const FADE_OUT_SECONDS = 0.6;
const HOLD_SECONDS = 2;
const HOLD_SECONDS_PER_CHARACTER = 0.06;
const MAX_HOLD_SECONDS = 12;

const holdSeconds = (characters: number): number =>
  Math.min(MAX_HOLD_SECONDS, HOLD_SECONDS + characters * HOLD_SECONDS_PER_CHARACTER);

/** The seconds from the beginning of the fade-in to the end of the fade-out. */
export const bubbleSeconds = (characters: number): number =>
  FADE_IN_SECONDS + holdSeconds(characters) + FADE_OUT_SECONDS;

/** The opacity, 0 to 1, `age` seconds after the words arrived. */
export function bubbleOpacity(age: number, characters: number): number {
  if (age < 0) return 0;
  if (age < FADE_IN_SECONDS) return age / FADE_IN_SECONDS;
  const out = age - FADE_IN_SECONDS - holdSeconds(characters);
  return out <= 0 ? 1 : Math.max(0, 1 - out / FADE_OUT_SECONDS);
}
