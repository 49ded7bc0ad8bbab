import { Visitor } from 'oxc-parser';
import type { Source } from './parse.ts';

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

/** Lines with code: neither empty nor with a comment only. */
export function codeLines(source: Source): number {
  let rest = '';
  let at = 0;
  for (const { start, end } of commentSpans(source).sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    rest += source.text.slice(at, start) + source.text.slice(start, end).replaceAll(/[^\n]/g, ' ');
    at = end;
  }
  rest += source.text.slice(at);
  return rest.split('\n').filter((line) => line.trim() !== '').length;
}

export const lengthOf = ({ text }: Source): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
