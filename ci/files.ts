import { glob } from 'node:fs/promises';
import { join } from 'node:path';

/** Not part of the project: installed packages, build output, and results of runs. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'compiled',
  'dist-demo',
  '.git',
  '.home-world',
  'coverage',
  'test-results',
  'playwright-report',
]);

/** The paths of all matching files in `root`, relative to it and sorted. */
export async function filesIn(root: string, patterns: string | readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of glob(typeof patterns === 'string' ? patterns : [...patterns], {
    cwd: root,
    withFileTypes: true,
    exclude: (entry) => LEFT_OUT.has(entry.name),
  }))
    if (entry.isFile()) found.push(join(entry.parentPath, entry.name).slice(root.length + 1));
  return found.sort();
}
