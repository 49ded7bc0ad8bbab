/**
 * Builds the pages unless `dist/` is newer than every source. It also runs in an installation without the
 * build's tools (`npm install --omit=dev`), where it leaves the existing pages as they are.
 */
import { existsSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ROLLUP, runProgram } from './run.ts';

const root = resolve(import.meta.dirname, '..');
/** A build writes this file after all other files. */
const BUILT = join(root, 'dist/version.json');
const SOURCES = [
  '*.{ts,html}',
  '{theme,data,components,world}/**/*.ts',
  'public/**/*',
  'package-lock.json',
  'harness/gateway/{badges,pages,syndication}/*.ts',
  'harness/{core,http}/*.ts',
  'rollup.config.mjs',
  'ci/build/**/*.ts',
];
/** The settings of other programs, which the build does not read. */
const NO_SOURCES = ['*.config.ts'];

async function newestSource(): Promise<number> {
  let latest = 0;
  for await (const path of glob(SOURCES, { cwd: root, exclude: NO_SOURCES }))
    latest = Math.max(latest, (await stat(join(root, path))).mtimeMs);
  return latest;
}

async function buildIfNeeded(): Promise<void> {
  const built = existsSync(BUILT);
  if (built && (await stat(BUILT)).mtimeMs > (await newestSource())) return;
  if (existsSync(ROLLUP)) {
    console.log('building the pages …');
    const { ok, output } = await runProgram(process.execPath, [ROLLUP, '-c'], { cwd: root });
    if (ok) return;
    console.error(output);
    process.exitCode = 1;
  } else if (built) {
    console.error(
      'The pages in dist/ are older than their sources, and the tools to build them are not installed.',
    );
  } else {
    console.error('There are no pages in dist/, and the tools to build them are not installed.');
    console.error('  Run “npm install && npm run build” first, then “npm install --omit=dev” again.');
    process.exitCode = 1;
  }
}

await buildIfNeeded();
