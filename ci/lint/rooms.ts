import { dirname, join, relative } from 'node:path/posix';
import * as table from '../rooms.ts';
import { type Context, type Node, type Rule, isNode, nameOf, nodesIn } from './rule.ts';

const ANOTHER_ROOM = 'Not from this room: see the table of rooms in docs/architecture.md.';
const NO_GROUP = 'This file is in no layer of its room: give its folder a place in `layers` (ci/rooms.ts).';

type Matcher = (path: string) => boolean;

/** Supports only the glob patterns that are used here: `**` (any number of names) and `*` (one name). */
function matcher(globs: readonly string[] = []): Matcher {
  const sources = globs.map((glob) =>
    glob.replaceAll('.', '\\.').replaceAll('**', '<any>').replaceAll('*', '[^/]+').replaceAll('<any>', '.+'),
  );
  const pattern = new RegExp(`^(?:${sources.join('|')})$`);
  return (path) => pattern.test(path);
}

const rooms = table.rooms.flatMap(({ files, imports, types, packages }) =>
  imports && packages
    ? [{ holds: matcher(files), imports: matcher(imports), types: matcher(types), packages }]
    : [],
);

const roomOf = (path: string): string => path.slice(0, path.indexOf('/'));

/**
 * Returns the group of a file: if several groups match, the one with the longest name. Undefined if no group
 * matches, or if the room of the file has no layers.
 */
function groupOf(path: string): string | undefined {
  const inside = path.slice(path.indexOf('/') + 1);
  const fits = (group: string): boolean =>
    group === '*.ts' ? !inside.includes('/') : inside === group || inside.startsWith(`${group}/`);
  const groups = table.layers[roomOf(path)]?.flat().filter(fits) ?? [];
  return groups.sort((a, b) => b.length - a.length)[0];
}

/** Why a file may not import another file of its room; undefined if it may. */
function layerRefusal(from: string, to: string): string | undefined {
  const [group, other] = [groupOf(from), groupOf(to.replace(/\.js$/, '.ts'))];
  if (roomOf(from) !== roomOf(to) || group === undefined || other === undefined || group === other)
    return undefined;
  const levelOf = (name: string): number =>
    table.layers[roomOf(from)]?.findIndex((layer) => layer.includes(name)) ?? 0;
  const difference = levelOf(other) - levelOf(group);
  if (difference < 0) return undefined;
  return (
    `${other} is ${difference === 0 ? 'in the same layer as' : 'above'} ${group}: ` +
    'take the value as a parameter, read a signal, or move the shared part to a lower layer (ci/rooms.ts).'
  );
}

/** Why `from` may not import `to`; undefined if it may. Both are paths from the root of the repository. */
function refusal(from: string, to: string, typesOnly: boolean): string | undefined {
  const room = rooms.find(({ holds }) => holds(from));
  if (room && !room.imports(to)) {
    if (!room.types(to)) return ANOTHER_ROOM;
    if (!typesOnly) return 'Only types from there: write `import type`.';
  }
  return layerRefusal(from, to);
}

function packageRefusal(from: string, name: string): string | undefined {
  const room = rooms.find(({ holds }) => holds(from));
  if (!room) return undefined;
  const kinds = Object.keys(table.packages) as (keyof typeof table.packages)[];
  const kind = kinds.find((each) => table.packages[each].pattern.test(name));
  return kind && !room.packages.includes(kind) ? table.packages[kind].message : undefined;
}

/**
 * Whether an import or export has only types: `import type …`, `export type …`, or a list whose names are all
 * marked `type`.
 */
function isTypesOnly(node: Node): boolean {
  if (node.type === 'TSImportType') return true;
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true;
  const names = node['specifiers'];
  return (
    Array.isArray(names) &&
    names.length > 0 &&
    names.every((name: Node) => name['importKind'] === 'type' || name['exportKind'] === 'type')
  );
}

/**
 * Checks that each file imports only what its room and its layer may import (the tables of `ci/rooms.ts`).
 */
export const roomImports: Rule = {
  create(context: Context) {
    const path = (file: string): string => file.replaceAll('\\', '/');
    const from = relative(path(context.cwd), path(context.filename));
    const check = (node: Node, source = node['source']): void => {
      if (!isNode(source) || typeof source['value'] !== 'string') return;
      const specifier = source['value'];
      const message = specifier.startsWith('.')
        ? refusal(from, join(dirname(from), specifier), isTypesOnly(node))
        : packageRefusal(from, specifier);
      if (message !== undefined) context.report({ node: source, message: `${specifier}: ${message}` });
    };
    return {
      Program(node) {
        if (table.layers[roomOf(from)] && groupOf(from) === undefined)
          context.report({ node, message: NO_GROUP });
      },
      ImportDeclaration: (node) => check(node),
      ImportExpression: (node) => check(node),
      ExportAllDeclaration: (node) => check(node),
      ExportNamedDeclaration: (node) => check(node),
      TSImportType: (node) => check(node),
      // `new URL('./x-worker.ts', import.meta.url)`
      NewExpression(node) {
        const [address, base] = nodesIn(node['arguments']);
        if (nameOf(node['callee']) === 'URL' && nameOf(base) === 'url') check(node, address);
      },
    };
  },
};
