import { type Finding, type Source, roomOf, walk } from './parse.ts';
import { MIN_COMMENT_PERCENT } from './plan.ts';

export interface LineCounts {
  readonly comment: number;
  readonly code: number;
}

/** In GLSL and CSS, which stand in templates: comments that begin a line. */
const TEMPLATE_COMMENT = /^[ \t]*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm;

function commentSpans({ text, program, comments }: Source): { start: number; end: number }[] {
  const spans = [...comments];
  walk(program, ({ type, start, end }) => {
    if (type !== 'TemplateElement') return;
    for (const { 0: comment, index } of text.slice(start, end).matchAll(TEMPLATE_COMMENT))
      spans.push({ start: start + index, end: start + index + comment.length });
  });
  return spans;
}

/** Lines with nothing but a comment, and lines with code; empty ones are neither. */
export function countLines(source: Source): LineCounts {
  let rest = '';
  let at = 0;
  for (const { start, end } of commentSpans(source).sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    rest += source.text.slice(at, start) + source.text.slice(start, end).replaceAll(/[^\n]/g, ' ');
    at = end;
  }
  rest += source.text.slice(at);
  const filled = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;
  const code = filled(rest);
  return { code, comment: filled(source.text) - code };
}

export const commentPercent = ({ comment, code }: LineCounts): number =>
  comment + code === 0 ? 0 : (100 * comment) / (comment + code);

export function sumOfLines(sources: readonly Source[]): LineCounts {
  let comment = 0;
  let code = 0;
  for (const counts of sources.map(countLines)) {
    comment += counts.comment;
    code += counts.code;
  }
  return { comment, code };
}

/** Rooms with too few comments. */
export function commentFindings(sources: readonly Source[]): Finding[] {
  const findings: Finding[] = [];
  for (const [room, least] of Object.entries(MIN_COMMENT_PERCENT)) {
    const inRoom = sources.filter(({ path }) => roomOf(path) === room);
    const percent = commentPercent(sumOfLines(inRoom));
    if (inRoom.length > 0 && percent < least)
      findings.push({
        check: 'comments',
        path: `${room}/`,
        message: `${percent.toFixed(1)} % of the lines are comments, at least ${least} %`,
      });
  }
  return findings;
}
