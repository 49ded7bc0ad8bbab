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
 * Returns the name of the chunk to which a module belongs, or undefined to let rollup choose. All code that
 * the page loads before it runs is one chunk, and all code that the world loads before it starts is another
 * one: brotli compresses one large file better than twelve small ones (2.5 kB less for the shell), and no
 * file waits until another one imports it. For the same reason `embed.js` contains the code that nearly every
 * widget needs.
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
  // One chunk for the readings saves fifteen requests while the files of the world also load. The modules
  // that the world imports too are in the chunk `common`; otherwise the world would load all modules of the
  // readings.
  if (has(data)) return world.some(has) ? 'common' : has(deferred) ? undefined : 'readings';
  // Modules that elements import too stay in separate chunks, because the elements must not load the world
  // and three.js with them.
  if ([...importers].some((importer) => importer.startsWith(components))) return undefined;
  return world.some(has) ? 'place' : undefined;
}
