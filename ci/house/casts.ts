import { isIndexCast } from '../lint/no-index-casts.ts';
import { type Finding, type Source, lineAt, walk } from './parse.ts';

/** `x[i] as T`: says that something is there without looking. */
export function castFindings(source: Source): Finding[] {
  const findings: Finding[] = [];
  walk(source.program, (node) => {
    if (isIndexCast(node))
      findings.push({
        check: 'casts',
        path: source.path,
        line: lineAt(source, node.start),
        message: `index cast: ${source.text.slice(node.start, node.end).replaceAll(/\s+/g, ' ')}`,
      });
  });
  return findings;
}
