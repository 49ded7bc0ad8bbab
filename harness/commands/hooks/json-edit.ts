/**
 * Edits of a JSON file of the owner, which may have comments. They leave every other byte as it is. `modify`
 * of jsonc-parser is not used: it reformats the values beside the changed value, and drops the comments
 * between them.
 */
import { type JSONPath, type Node, findNodeAtLocation, parseTree, visit } from 'jsonc-parser';

const replaced = (text: string, from: number, to: number, content: string): string =>
  text.slice(0, from) + content + text.slice(to);

const endOf = ({ offset, length }: Node): number => offset + length;

function nodeAt(text: string, path: JSONPath): Node | undefined {
  const root = parseTree(text);
  return root && findNodeAtLocation(root, path);
}

/** Whether a text has only white space and at most one comma, so no comment. */
const isPlain = (text: string): boolean => /^\s*,?\s*$/.test(text);

/** The text without the comma between two offsets. A comma in a comment stays. */
function withoutComma(text: string, from: number, to: number): string {
  let result = text;
  visit(text, {
    onSeparator(character, at) {
      if (character === ',' && at >= from && at < to) result = replaced(text, at, at + 1, '');
    },
  });
  return result;
}

/** The text without the value at a path; a field is removed with its name. Comments beside it stay. */
export function withoutValue(text: string, path: JSONPath): string {
  const found = nodeAt(text, path);
  const node = found?.parent?.type === 'property' ? found.parent : found;
  const list = node?.parent?.children ?? [];
  const index = node ? list.indexOf(node) : -1;
  if (!node?.parent || index < 0) return text;
  const [before, after] = [list[index - 1], list[index + 1]];
  const [from, to] = [
    before ? endOf(before) : node.parent.offset + 1,
    after?.offset ?? endOf(node.parent) - 1,
  ];
  const [isPlainBefore, isPlainAfter] = [
    isPlain(text.slice(from, node.offset)),
    isPlain(text.slice(endOf(node), to)),
  ];
  if (before && isPlainBefore) return replaced(text, from, endOf(node), '');
  if (before) return withoutComma(replaced(text, node.offset, endOf(node), ''), from, node.offset);
  if (after && isPlainAfter) return replaced(text, node.offset, to, '');
  if (!after && isPlainBefore && isPlainAfter) return replaced(text, from, to, '');
  const bare = withoutComma(text, endOf(node), to);
  return replaced(bare, !after && isPlainBefore ? from : node.offset, endOf(node), '');
}

/**
 * The text with a value added at the end of the object or list at a path. `name` is the name of the new
 * field; undefined in a list.
 */
export function withValue(text: string, path: JSONPath, name: string | undefined, value: unknown): string {
  const parent = nodeAt(text, path);
  if (!parent) return text;
  const [, indent = '  '] = /\n([ \t]+)"/.exec(text) ?? [];
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const outer = `${eol}${indent.repeat(path.length)}`;
  const inner = `${outer}${indent}`;
  const body = JSON.stringify(value, null, indent).replaceAll('\n', inner);
  const content = `${inner}${name === undefined ? '' : `${JSON.stringify(name)}: `}${body}`;
  const last = parent.children?.at(-1);
  if (last) return replaced(text, endOf(last), endOf(last), `,${content}`);
  const [from, to] = [parent.offset + 1, endOf(parent) - 1];
  return isPlain(text.slice(from, to))
    ? replaced(text, from, to, `${content}${outer}`)
    : replaced(text, from, from, content);
}

/** Whether the object or list at a path is empty, without even a comment. */
export function isBlankAt(text: string, path: JSONPath): boolean {
  const node = nodeAt(text, path);
  return node !== undefined && isPlain(text.slice(node.offset + 1, endOf(node) - 1));
}
