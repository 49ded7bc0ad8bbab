import { existsSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { GetModuleInfo } from 'rollup';

const root = resolve(import.meta.dirname, '../..');

function source(path: string): string {
  const id = join(root, path);
  if (!existsSync(id)) throw new Error(`ci/build/chunks.ts names ${path}, which does not exist`);
  return id;
}

const PAGE = source('index.ts');
const WIDGETS = source('embed.ts');
const components = source('components') + sep;
const data = source('data/apps/page.ts');
const deferred = source('world/deferred-modules.ts');
const world = [source('world/create-world.ts'), source('world/modules.ts')];

/**
 * The name of the chunk that a module belongs to; rollup chooses where there is none. What the page
 * loads before it runs is one chunk, and what the world loads before it starts is another: brotli
 * compresses one large file better than twelve small ones (2.5 kB less for the shell), and no file
 * waits for another to ask for it. For the same reason `embed.js` has what nearly every widget needs.
 */
export function chunkOf(
  id: string,
  { getModuleInfo }: { readonly getModuleInfo: GetModuleInfo },
): string | undefined {
  const importers = new Set([id]);
  for (const importer of importers)
    for (const next of getModuleInfo(importer)?.importers ?? []) importers.add(next);
  const has = (path: string): boolean => importers.has(path);
  if (has(WIDGETS)) return 'embed';
  if (has(PAGE)) return id === PAGE ? undefined : 'shell';
  // Fifteen files less to ask for, while the world's own are on their way too.
  // What the world's modules import too is not in the same file: it would count as theirs.
  if (has(data)) return world.some(has) ? 'common' : has(deferred) ? undefined : 'readings';
  // What elements import too stays in a chunk of its own: they must not load the world and three.js
  // with it.
  if ([...importers].some((importer) => importer.startsWith(components))) return undefined;
  return world.some(has) ? 'place' : undefined;
}
