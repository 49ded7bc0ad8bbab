import { dirname, join, relative } from 'node:path/posix';
import * as table from '../rooms.ts';
import { type Context, type Node, type Rule, isNode } from './rule.ts';

const ANOTHER_ROOM = 'Not from this room: see the table of rooms in docs/architecture.md.';

type Matcher = (path: string) => boolean;

/** Of globs, `**` (any number of names) and `*` (one name) are enough here. */
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

const groups = table.groups.map(({ files, never, except, message }) => ({
  holds: matcher([files]),
  never: matcher(never),
  except: matcher(except),
  message,
}));

/** `world/core` of `world/core/render/passes.ts`. */
const groupOf = (path: string): string => path.split('/', 3).slice(0, 2).join('/');

/** Why `from` may not import `to`, both of them paths from the root; undefined if it may. */
function refusal(from: string, to: string, typesOnly: boolean): string | undefined {
  const room = rooms.find(({ holds }) => holds(from));
  if (room && !room.imports(to)) {
    if (!room.types(to)) return ANOTHER_ROOM;
    if (!typesOnly) return 'Only types from there: write `import type`.';
  }
  if (groupOf(from) === groupOf(to)) return undefined;
  return groups.find(({ holds, never, except }) => holds(from) && never(to) && !except(to))?.message;
}

function packageRefusal(from: string, name: string): string | undefined {
  const room = rooms.find(({ holds }) => holds(from));
  if (!room) return undefined;
  const kinds = Object.keys(table.packages) as (keyof typeof table.packages)[];
  const kind = kinds.find((each) => table.packages[each].pattern.test(name));
  return kind && !room.packages.includes(kind) ? table.packages[kind].message : undefined;
}

/** `import type …`, `export type …`, and a list of which each name is marked `type`. */
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

/** What each room, and each folder inside it, may import: the table `ci/rooms.ts`. */
export const roomImports: Rule = {
  meta: { type: 'problem', schema: [], docs: { description: 'imports keep to the table of rooms' } },
  create(context: Context) {
    const path = (file: string): string => file.replaceAll('\\', '/');
    const from = relative(path(context.cwd), path(context.filename));
    const check = (node: Node): void => {
      const { source } = node;
      if (!isNode(source) || typeof source['value'] !== 'string') return;
      const specifier = source['value'];
      const message = specifier.startsWith('.')
        ? refusal(from, join(dirname(from), specifier), isTypesOnly(node))
        : packageRefusal(from, specifier);
      if (message !== undefined) context.report({ node: source, message: `${specifier}: ${message}` });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportAllDeclaration: check,
      ExportNamedDeclaration: check,
      TSImportType: check,
    };
  },
};
