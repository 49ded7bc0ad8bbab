import {
  type Node,
  type ParseError,
  findNodeAtLocation,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { isObject } from '../../data/config/fields.ts';

/** The number of the line at an offset, for messages about a JSON file of the owner. */
export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The text without the byte-order mark with which editors on Windows begin a file. */
export const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** A syntax error: the line, and what is wrong there in words, such as `comma expected`. */
interface SyntaxProblem {
  readonly line: number;
  readonly problem: string;
}

/**
 * Every syntax error that the parser finds. The message does not repeat the wrong text, because it may be a
 * secret.
 */
export function syntaxProblems(text: string, withComments = false): readonly SyntaxProblem[] {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: !withComments, allowTrailingComma: withComments });
  return errors.map(({ error, offset }) => ({
    line: lineAt(text, offset),
    problem: printParseErrorCode(error)
      .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase(),
  }));
}

/** The value of a JSON text that may have comments and trailing commas. */
export const parseJson = (text: string): unknown => parse(text, [], { allowTrailingComma: true });

/** The first syntax error as a part of a message: `line 3: not valid JSON: comma expected`. */
export function syntaxProblem(text: string): string {
  const [first] = syntaxProblems(text);
  return first
    ? `line ${first.line}: not valid JSON: ${first.problem}`
    : `line ${lineAt(text, text.length)}: not valid JSON`;
}

/** The node at a path, or its nearest parent that is in the file. */
export function nearestNode(root: Node, path: readonly (string | number)[]): Node {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    if (node) return node;
  }
  return root;
}

/** Whether a name in `config.json` is a note of the owner and no field: it begins with `_`, `$` or `//`. */
export const isNote = (name: string): boolean => /^(?:[_$]|\/\/)/.test(name);

/** A value of `config.json` without the owner’s notes, on its first level. */
export const withoutNotes = (raw: unknown): unknown =>
  isObject(raw) ? Object.fromEntries(Object.entries(raw).filter(([name]) => !isNote(name))) : raw;
