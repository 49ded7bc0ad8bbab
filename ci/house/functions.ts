import { type Node, nameOf } from '../lint/rule.ts';
import { type Finding, type Source, lineAt, walk } from './parse.ts';
import { MAX_FUNCTION_LINES } from './plan.ts';

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** The function's own name, or that of the variable, member or property it is the value of. */
const labelOf = (node: Node, parent: Node | undefined): string =>
  nameOf(node['id']) || nameOf(parent?.['id']) || nameOf(parent?.['key']) || 'a function';

/**
 * Functions, methods and arrow functions that are too long. The lines of a nested function count
 * for the outer one too. A class is no function.
 */
export function functionFindings(source: Source): Finding[] {
  const findings: Finding[] = [];
  walk(source.program, (node, parent) => {
    if (!FUNCTIONS.has(node.type)) return;
    const line = lineAt(source, node.start);
    const lines = lineAt(source, node.end) - line + 1;
    if (lines > MAX_FUNCTION_LINES)
      findings.push({
        check: 'functions',
        path: source.path,
        line,
        message: `${labelOf(node, parent)} has ${lines} lines, at most ${MAX_FUNCTION_LINES}`,
      });
  });
  return findings;
}
