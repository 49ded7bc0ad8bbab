import { Visitor } from 'oxc-parser';
import { type Finding, type Source, roomOf } from './parse.ts';
import { MIN_COMMENT_PERCENT } from './plan.ts';

/** In GLSL and CSS, which stand in templates: comments that begin a line. */
const TEMPLATE_COMMENT = /^[ \t]*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm;

function commentSpans({ text, program, comments }: Source): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [...comments];
  new Visitor({
    TemplateElement({ start, end }) {
      for (const { 0: comment, index } of text.slice(start, end).matchAll(TEMPLATE_COMMENT))
        spans.push({ start: start + index, end: start + index + comment.length });
    },
  }).visit(program);
  return spans;
}

/** Lines with nothing but a comment, and lines with code; empty ones are neither. */
export function countLines(source: Source): { comment: number; code: number } {
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

/** Share of comment lines among the lines that are not empty. */
export function commentPercent(sources: readonly Source[]): number {
  const counts = sources.map(countLines);
  const comment = counts.reduce((sum, each) => sum + each.comment, 0);
  const all = counts.reduce((sum, each) => sum + each.code, comment);
  return all === 0 ? 0 : (100 * comment) / all;
}

/** Rooms with too few comments. */
export function commentFindings(sources: readonly Source[]): Finding[] {
  const findings: Finding[] = [];
  for (const [room, least] of Object.entries(MIN_COMMENT_PERCENT)) {
    const inRoom = sources.filter(({ path }) => roomOf(path) === room);
    const percent = commentPercent(inRoom);
    if (inRoom.length > 0 && percent < least)
      findings.push({
        check: 'comments',
        path: `${room}/`,
        message: `${percent.toFixed(1)} % of the lines are comments, at least ${least} %`,
      });
  }
  return findings;
}
