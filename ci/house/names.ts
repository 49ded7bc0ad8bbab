import { basename, dirname } from 'node:path';
import { type Node, nameOf, nodesIn } from '../lint/rule.ts';
import { type Finding, type Source, lineAt, walk } from './parse.ts';
import {
  FORBIDDEN_ENDINGS,
  FORBIDDEN_FILES,
  FORBIDDEN_LIMITS,
  FORBIDDEN_WORDS,
  PUBLIC_NAMES,
} from './plan.ts';

/** `namesAbove`, `NAMES_ABOVE` and `names-above` are ` names above `. */
const wordsOf = (name: string): string =>
  ` ${(name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).join(' ').toLowerCase()} `;

/** What is wrong with a name of anything, if something is. */
export function problemWithName(name: string): string | undefined {
  if (PUBLIC_NAMES.has(name)) return undefined;
  const words = wordsOf(name);
  for (const [phrase, instead] of FORBIDDEN_WORDS)
    if (words.includes(` ${phrase} `)) return `“${phrase}”; say ${instead}`;
  const limit = /^([A-Z]+)_[A-Z0-9_]+$/.exec(name)?.[1] ?? '';
  return FORBIDDEN_LIMITS.has(limit) ? `“${limit}_”; say MAX_ or MIN_` : undefined;
}

/** What is wrong with the name of a file, given without its ending. */
export function problemWithFile(name: string): string | undefined {
  const instead = FORBIDDEN_FILES.get(name);
  if (instead !== undefined) return `“${name}”; say ${instead}`;
  const ending = FORBIDDEN_ENDINGS.find((one) => name.endsWith(one));
  return ending === undefined ? problemWithName(name) : `“${ending}”; say -animation`;
}

/** What a pattern binds: `a`, `b` and `c` of `{ x: a, y: [b, ...c] }`. */
function boundIn(pattern: Node): Node[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return nodesIn(pattern['properties']).flatMap(boundIn);
    case 'Property':
      return nodesIn(pattern['value']).flatMap(boundIn);
    case 'ArrayPattern':
      return nodesIn(pattern['elements']).flatMap(boundIn);
    case 'AssignmentPattern':
      return nodesIn(pattern['left']).flatMap(boundIn);
    case 'RestElement':
      return nodesIn(pattern['argument']).flatMap(boundIn);
    default:
      return [];
  }
}

/** The key of a member or a property; `{ name }` repeats a variable and declares nothing. */
function keyIn(node: Node, parent: Node | undefined): Node[] {
  const isOwn = node['computed'] !== true && node['shorthand'] !== true && parent?.type !== 'ObjectPattern';
  return isOwn ? nodesIn(node['key']) : [];
}

/** The new name of an import or export, if it gives one. */
function renamedIn(node: Node): Node[] {
  switch (node.type) {
    case 'ImportSpecifier':
      return nameOf(node['imported']) === nameOf(node['local']) ? [] : nodesIn(node['local']);
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return nodesIn(node['local']);
    case 'ExportSpecifier':
      return nameOf(node['local']) === nameOf(node['exported']) ? [] : nodesIn(node['exported']);
    default:
      return [];
  }
}

/** The fields that hold declared names: of declarations, parameters, `catch` and tuple members. */
const DECLARING_FIELDS = ['id', 'params', 'param', 'label'];

/** Declared identifiers: variables, parameters, functions, classes, types and their members. */
const declaredBy = (node: Node, parent: Node | undefined): Node[] => [
  ...DECLARING_FIELDS.flatMap((field) => nodesIn(node[field]).flatMap(boundIn)),
  ...(node.type === 'TSTypeParameter' ? nodesIn(node['name']) : []),
  ...keyIn(node, parent),
  ...renamedIn(node),
];

/** Forbidden words in what a source declares. */
export function nameFindings(source: Source): Finding[] {
  const findings: Finding[] = [];
  walk(source.program, (node, parent) => {
    for (const declared of declaredBy(node, parent)) {
      const name = nameOf(declared);
      const problem = problemWithName(name);
      if (problem !== undefined)
        findings.push({
          check: 'names',
          path: source.path,
          line: lineAt(source, declared.start),
          message: `${name}: ${problem}`,
        });
    }
  });
  return findings;
}

/** Forbidden words in the names of files and folders. */
export function fileNameFindings(paths: readonly string[]): Finding[] {
  const folders = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) folders.add(folder);
  const finding = (path: string, problem: string | undefined): Finding[] =>
    problem === undefined ? [] : [{ check: 'names', path, message: `the name: ${problem}` }];
  return [
    ...[...folders].flatMap((folder) => finding(`${folder}/`, problemWithName(basename(folder)))),
    ...paths.flatMap((path) => finding(path, problemWithFile(basename(path).replace(/\..*$/, '')))),
  ];
}
