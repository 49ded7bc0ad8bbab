import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { filesIn } from '../files.ts';
import { type Node, isNode } from '../lint/rule.ts';
import { ROOMS, type Check } from './plan.ts';

export interface Source {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** The syntax tree (ESTree with TypeScript's own nodes), its offsets in UTF-16 units. */
  readonly program: Node;
  readonly comments: readonly { readonly start: number; readonly end: number }[];
  /** Offsets at which the lines start. */
  readonly lineStarts: readonly number[];
}

/** What a check has against the code. */
export interface Finding {
  readonly check: Check;
  readonly path: string;
  readonly line?: number;
  readonly message: string;
}

/** The room a path belongs to, `entries` for the files at the top. */
export function roomOf(path: string): string {
  const slash = path.indexOf('/');
  return slash === -1 ? 'entries' : path.slice(0, slash);
}

export function parseSource(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: does not parse: ${error.message}`);
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return { path, text, program: program as unknown as Node, comments, lineStarts };
}

/** Every source of the rooms and entries below `root`. */
export async function sourcesIn(root: string): Promise<Source[]> {
  const paths = await filesIn(root, [`{${ROOMS.join()}}/**/*.{ts,js}`, '*.{ts,js,mjs}']);
  return Promise.all(paths.map(async (path) => parseSource(path, await readFile(join(root, path), 'utf8'))));
}

/** The line of an offset, counted from 1. */
export function lineAt({ lineStarts }: Source, offset: number): number {
  let low = 0;
  let high = lineStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** Calls `visit` with each node of the tree, parents first. */
export function walk(node: Node, visit: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  visit(node, parent);
  for (const field in node) {
    const value = node[field];
    if (Array.isArray(value)) {
      for (const one of value) if (isNode(one)) walk(one, visit, node);
    } else if (isNode(value)) walk(value, visit, node);
  }
}
