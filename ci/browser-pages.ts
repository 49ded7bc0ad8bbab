import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn } from './files.ts';

/** The test files that run in a browser. */
const BROWSER_TESTS = 'test/{components,data,theme,world}/**/!(*.node).test.ts';
/** Relative to the root: the test runner serves only what is below it. */
const PAGES = 'node_modules/.cache/browser-pages';

/** The folder of a test file below `test`, at most two deep: `world-panels`. */
const folderOf = (path: string): string => path.split('/').slice(1, -1).slice(0, 2).join('-');

/**
 * Writes a module for each folder of browser tests that imports all its tests, and returns the paths of these modules.
 * A page for each test file takes almost twice as long, because each loads Lit, three.js and the home again.
 */
export async function writeBrowserPages(root: string): Promise<string[]> {
  const folder = join(root, PAGES);
  mkdirSync(folder, { recursive: true });
  const pages = new Map<string, string>();
  for (const file of await filesIn(root, BROWSER_TESTS)) {
    const name = folderOf(file);
    pages.set(name, `${pages.get(name) ?? ''}import '/${file}';\n`);
  }
  return [...pages].map(([name, imports]) => {
    writeFileSync(join(folder, `${name}.js`), imports);
    return join(PAGES, `${name}.js`);
  });
}
