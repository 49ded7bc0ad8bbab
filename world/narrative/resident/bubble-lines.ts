import { ELLIPSIS, type Measure, fitLine, wrapText } from '../../utils/text.ts';
import { BULLET } from '../../../data/core/plain-text.ts';

/** Under a bullet, further lines of its item stand as far in as its first word. */
const HANG = '  ';

/**
 * Breaks the paragraphs of a text (one a line) at words into at most `most` lines; what finds no room ends in an ellipsis.
 * Lines of a list keep their bullets and hang below them.
 */
export function bubbleLines(text: string, width: number, most: number, measure: Measure): string[] {
  const lines: string[] = [];
  const blocks = text.split('\n');
  for (const [at, block] of blocks.entries()) {
    const item = block.startsWith(`${BULLET} `);
    const room = item ? width - measure(HANG) : width;
    const words = item ? block.slice(BULLET.length + 1) : block;
    const left = most - lines.length;
    const wrapped = wrapText(words, room, left, measure);
    if (wrapped.length === left && at + 1 < blocks.length) {
      // The last line there is room for, and more to come.
      const last = wrapped.pop() ?? '';
      wrapped.push(last.endsWith(ELLIPSIS) ? last : cut(last, room, measure));
    }
    for (const [i, line] of wrapped.entries())
      lines.push(item ? `${i === 0 ? `${BULLET} ` : HANG}${line}` : line);
    if (lines.length === most) return lines;
  }
  return lines;
}

/** The line with an ellipsis at its end, shortened by a word where that has no room. */
function cut(line: string, width: number, measure: Measure): string {
  const plain = line.replace(/[\s,;:.·—-]+$/u, '');
  if (measure(plain + ELLIPSIS) <= width) return plain + ELLIPSIS;
  const space = plain.lastIndexOf(' ');
  return space > 0
    ? cut(plain.slice(0, space), width, measure)
    : fitLine(`${plain} ${plain}`, width, measure);
}
