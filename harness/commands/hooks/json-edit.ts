/**
 * Edits of a JSON file of the owner that leave every other byte as it is. `modify` of jsonc-parser formats
 * the values beside the changed one again.
 */
import { type JSONPath, type Node, findNodeAtLocation, parseTree } from 'jsonc-parser';

const replaced = (text: string, from: number, to: number, content: string): string =>
  text.slice(0, from) + content + text.slice(to);

const endOf = ({ offset, length }: Node): number => offset + length;

function nodeAt(text: string, path: JSONPath): Node | undefined {
  const root = parseTree(text);
  return root && findNodeAtLocation(root, path);
}

/** The text without the value at a path, and without the name of a field. */
export function withoutValue(text: string, path: JSONPath): string {
  const found = nodeAt(text, path);
  const node = found?.parent?.type === 'property' ? found.parent : found;
  const list = node?.parent?.children ?? [];
  const index = node ? list.indexOf(node) : -1;
  if (!node?.parent || index < 0) return text;
  const [before, after] = [list[index - 1], list[index + 1]];
  if (before) return replaced(text, endOf(before), endOf(node), '');
  if (after) return replaced(text, node.offset, after.offset, '');
  return replaced(text, node.parent.offset + 1, endOf(node.parent) - 1, '');
}

/** The text with a value at the end of the object or list at a path; a field has a name. */
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
  return replaced(text, parent.offset + 1, endOf(parent) - 1, `${content}${outer}`);
}
