/**
 * Builds the pages unless `dist/` is newer than every source. Also runs in an installation without the build's tools (`npm install
 * --omit=dev`): there it leaves the pages as they are.
 */
import { existsSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codeOf } from '../harness/user-error.ts';

const root = resolve(import.meta.dirname, '..');
/** The last file that a build writes but for the compressed copies. */
const BUILT = join(root, 'dist/version.json');
const SOURCES = [
  '*.{ts,html}',
  '{theme,data,components,world}/**/*.ts',
  'public/**/*',
  'package-lock.json',
  'harness/gateway/open-graph.ts',
  'ci/build.ts',
];

async function newestSource(): Promise<number> {
  let latest = 0;
  for await (const path of glob(SOURCES, { cwd: root }))
    latest = Math.max(latest, (await stat(join(root, path))).mtimeMs);
  return latest;
}

async function buildIfNeeded(): Promise<void> {
  const built = existsSync(BUILT);
  if (built && (await stat(BUILT)).mtimeMs > (await newestSource())) return;
  try {
    const { build } = await import('./build.ts');
    console.log('building the pages …');
    await build();
  } catch (error) {
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    if (built)
      return console.error(
        'The pages in dist/ are older than their sources, and the tools to build them are not installed.',
      );
    console.error('There are no pages in dist/, and the tools to build them are not installed.');
    console.error('  Run “npm install && npm run build” first, then “npm install --omit=dev” again.');
    process.exitCode = 1;
  }
}

await buildIfNeeded();
