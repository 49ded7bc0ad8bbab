import { posix } from 'node:path';
import { type Node, isNode, nameOf, nodesIn } from '../lint/rule.ts';
import { type Finding, type Source, lineAt, walk } from './parse.ts';

/** One import of another source. */
export interface Import {
  readonly target: string;
  readonly line: number;
  /** `import()` and workers: they are loaded later, so they close no circle. */
  readonly lazy: boolean;
}

export type ImportGraph = ReadonlyMap<string, readonly Import[]>;

const textOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined;

const isModuleUrl = (node: unknown): boolean =>
  isNode(node) &&
  node.type === 'MemberExpression' &&
  nameOf(node['property']) === 'url' &&
  isNode(node['object']) &&
  node['object'].type === 'MetaProperty';

/** `./x-worker.ts` of `new URL('./x-worker.ts', import.meta.url)`. */
function workerOf(node: Node): string | undefined {
  const [address, base] = nodesIn(node['arguments']);
  return nameOf(node['callee']) === 'URL' && isModuleUrl(base) ? textOf(address) : undefined;
}

/** What a node imports, and whether it does so later. Types count like values. */
function importOf(node: Node): { specifier: string | undefined; lazy: boolean } | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'TSImportType':
      return { specifier: textOf(node['source']), lazy: false };
    case 'TSExternalModuleReference':
      return { specifier: textOf(node['expression']), lazy: false };
    case 'ImportExpression':
      return { specifier: textOf(node['source']), lazy: true };
    case 'NewExpression':
      return { specifier: workerOf(node), lazy: true };
    default:
      return undefined;
  }
}

/** Which source imports which; packages and files that are no source are left out. */
export function importGraph(sources: readonly Source[]): ImportGraph {
  const paths = new Set(sources.map(({ path }) => path));
  const resolve = (from: string, specifier: string): string | undefined => {
    if (!specifier.startsWith('.')) return undefined;
    const path = posix.join(posix.dirname(from), specifier);
    return [path, path.replace(/\.js$/, '.ts')].find((candidate) => paths.has(candidate));
  };
  const graph = new Map<string, Import[]>();
  for (const source of sources) {
    const imports: Import[] = [];
    walk(source.program, (node) => {
      const found = importOf(node);
      const target = found?.specifier === undefined ? undefined : resolve(source.path, found.specifier);
      if (found && target !== undefined)
        imports.push({ target, line: lineAt(source, node.start), lazy: found.lazy });
    });
    graph.set(source.path, imports);
  }
  return graph;
}

/** The shortest way along imports from a file back to itself. */
function circleThrough(graph: ImportGraph, start: string): Import[] | undefined {
  const ways = new Map<string, Import[]>([[start, []]]);
  for (const [path, way] of ways)
    for (const step of graph.get(path) ?? []) {
      if (step.lazy) continue;
      if (step.target === start) return [...way, step];
      if (!ways.has(step.target)) ways.set(step.target, [...way, step]);
    }
  return undefined;
}

/** One finding for each file in a circle of imports, with the shortest circle through it. */
export function circleFindings(graph: ImportGraph): Finding[] {
  const findings: Finding[] = [];
  for (const path of graph.keys()) {
    const [first, ...more] = circleThrough(graph, path) ?? [];
    if (!first) continue;
    const way = [path, ...[first, ...more].map(({ target }) => target)].join(' → ');
    findings.push({ check: 'circles', path, line: first.line, message: `imports in a circle: ${way}` });
  }
  return findings;
}
