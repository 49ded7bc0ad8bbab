import { glob } from 'node:fs/promises';
import { join } from 'node:path';

/** What is not ours to check: installed, built or produced by a run. */
const LEFT_OUT = new Set([
  'node_modules',
  'dist',
  '.git',
  '.home-world',
  'coverage',
  'test-results',
  'playwright-report',
]);

/** Every file below `root` that matches, as paths relative to it, sorted. */
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
