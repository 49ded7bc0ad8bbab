import { dirname, join } from 'node:path/posix';
import { type Source, roomOf } from './parse.ts';

/** What a file takes from another file of the repository. */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** The export; `*` for all of them. */
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
