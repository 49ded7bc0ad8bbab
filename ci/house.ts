/**
 * The house report: how large the rooms are, and how closely their parts are tied (see CONTRIBUTING.md).
 *
 *   node ci/house.ts
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type ParseResult, Visitor, parseSync } from 'oxc-parser';
import { filesIn } from './files.ts';

/**
 * The folders of sources, which are called rooms. The files beside them (`index.ts`, …) are the room
 * `entries`.
 */
const ROOMS = ['theme', 'data', 'components', 'world', 'harness', 'ci'] as const;

interface Source extends Pick<ParseResult, 'comments' | 'module' | 'program'> {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** The room a path belongs to, `entries` for the files at the top. */
function roomOf(path: string): string {
  const slash = path.indexOf('/');
  return slash === -1 ? 'entries' : path.slice(0, slash);
}

export function parseSource(path: string, text: string): Source {
  const { comments, module, program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: does not parse: ${error.message}`);
  return { path, text, comments, module, program };
}

/**
 * Returns the source files of the rooms, of `root` itself and of the tests, without the samples and
 * recordings of the tests.
 */
export async function sourcesIn(root: string): Promise<Source[]> {
  const paths = await filesIn(root, [`{${ROOMS.join()},test}/**/*.{ts,js}`, '*.{ts,js,mjs}']);
  const sources = paths.filter((path) => !/^test\/(?:bad-samples|recorded)\//.test(path));
  return Promise.all(
    sources.map(async (path) => parseSource(path, await readFile(join(root, path), 'utf8'))),
  );
}

/** An import of a file of the repository by another one. */
interface Import {
  readonly from: string;
  readonly to: string;
  /** The name of the export; `*` for all exports. */
  readonly name: string;
}

/**
 * Returns all relative imports of a source: static imports, dynamic imports and re-exports, types included.
 */
export function importsOf({ path, text, module }: Source): Import[] {
  const found: Import[] = [];
  const add = (specifier: string, name = '*'): void => {
    if (specifier.startsWith('.')) found.push({ from: path, to: join(dirname(path), specifier), name });
  };
  for (const { moduleRequest, entries } of module.staticImports) {
    // An import without names, only for its side effects.
    if (entries.length === 0) add(moduleRequest.value, '');
    for (const { importName } of entries)
      add(moduleRequest.value, importName.kind === 'Default' ? 'default' : (importName.name ?? '*'));
  }
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName } of entries)
      if (moduleRequest) add(moduleRequest.value, importName.name ?? '*');
  for (const { moduleRequest } of module.dynamicImports)
    add(text.slice(moduleRequest.start + 1, moduleRequest.end - 1));
  return found;
}

/** The folders of a room that are part of an import cycle. */
export function foldersInCircles(imports: readonly Import[], room: string): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (roomOf(from) !== room || roomOf(to) !== room || dirname(from) === dirname(to)) continue;
    next.set(dirname(from), (next.get(dirname(from)) ?? new Set()).add(dirname(to)));
  }
  const returns = (start: string): boolean => {
    const seen = new Set<string>();
    const queue = [start];
    for (let folder = queue.pop(); folder !== undefined; folder = queue.pop())
      for (const other of next.get(folder) ?? []) {
        if (other === start) return true;
        if (!seen.has(other)) queue.push(other);
        seen.add(other);
      }
    return false;
  };
  return [...next.keys()].filter(returns).sort();
}

/** The exports that only tests import, as `path: name`. */
export function exportsForTests(sources: readonly Source[], imports: readonly Import[]): string[] {
  const key = ({ to, name }: Pick<Import, 'to' | 'name'>): string => `${to}: ${name}`;
  const isTest = ({ from }: Import): boolean => roomOf(from) === 'test';
  const inTests = new Set(imports.filter(isTest).map(key));
  const inSources = new Set(imports.filter((one) => !isTest(one)).map(key));
  return sources.flatMap(({ path, module }) =>
    module.staticExports
      .flatMap(({ entries }) => entries)
      .map(({ exportName }) => ({ to: path, name: exportName.name ?? 'default' }))
      .filter((one) => inTests.has(key(one)) && !inSources.has(key(one)))
      .filter(({ to }) => !inSources.has(key({ to, name: '*' })))
      .map(key),
  );
}

/** Whether a file has only rows of data, which are not counted as code. */
const isTable = ({ path }: Source): boolean => /^ci\/mutants\/(?!table\.ts$)/.test(path);
const SMALL = 10;

const lengthOf = ({ text }: Source): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** The number of lines with code: without empty lines and lines with only a comment. */
export function codeLines({ text, comments }: Source): number {
  // Removes the last comment first, so that the offsets of the other comments stay valid.
  const code = comments
    .toReversed()
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

function rowOf(name: string, sources: readonly Source[]): string {
  const lengths = sources.map(lengthOf).sort((a, b) => a - b);
  const figures = [
    sources.length,
    lengths.reduce((sum, length) => sum + length, 0),
    lengths[lengths.length >> 1] ?? 0,
    lengths.at(-1) ?? 0,
    sources.filter((source) => codeLines(source) <= SMALL).length,
  ];
  return name.padEnd(24) + figures.map((figure) => String(figure).padStart(9)).join('');
}

/** One row for each room, and a total without `ci/` and tests. */
export function tableOf(all: readonly Source[]): string {
  const sources = all.filter((source) => !isTable(source));
  const rooms = [...ROOMS, 'entries', 'test'];
  const head = ['files', 'lines', 'median', 'longest', `≤ ${SMALL}`].map((name) => name.padStart(9));
  return [
    'room'.padEnd(24) + head.join(''),
    ...rooms.map((room) =>
      rowOf(
        room,
        sources.filter(({ path }) => roomOf(path) === room),
      ),
    ),
    rowOf(
      'without ci and test',
      sources.filter(({ path }) => !/^(?:ci|test)\//.test(path)),
    ),
  ].join('\n');
}

/** The number of members of a class that other code can use. */
export function publicMembers(source: Source | undefined, name: string): number {
  let count = 0;
  if (source)
    new Visitor({
      ClassDeclaration({ id, body }) {
        if (id?.name !== name) return;
        const names = body.body.flatMap((member) => {
          if (!('key' in member) || member.key.type !== 'Identifier' || member.key.name === 'constructor')
            return [];
          return member.accessibility === 'private' || member.accessibility === 'protected'
            ? []
            : [member.key.name];
        });
        count = new Set(names).size;
      },
    }).visit(source.program);
  return count;
}

/** Figures for the coupling between the parts of the home. */
export function tiesOf(sources: readonly Source[]): ReadonlyMap<string, number> {
  const imports = sources.flatMap(importsOf);
  const isSource = (path: string): boolean => !['ci', 'test'].includes(roomOf(path));
  const ofState = imports.filter(
    ({ from, to, name }) => isSource(from) && to === 'data/state.ts' && name === 'State',
  );
  const home = sources.filter(({ path }) => isSource(path));
  return new Map([
    ['files that import the whole State', new Set(ofState.map(({ from }) => from)).size],
    [
      'public members of WorldScene',
      publicMembers(
        sources.find(({ path }) => path === 'world/core/scene/scene.ts'),
        'WorldScene',
      ),
    ],
    ['folders of harness in a circle', foldersInCircles(imports, 'harness').length],
    ['exports that only tests use', exportsForTests(home, imports).length],
  ]);
}

if (import.meta.main) {
  const sources = await sourcesIn(resolve(import.meta.dirname, '..'));
  console.log(tableOf(sources));
  for (const [name, figure] of tiesOf(sources))
    console.log(`${name.padEnd(36)}${String(figure).padStart(6)}`);
}
