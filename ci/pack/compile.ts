/**
 * Compiles the server for the npm package, because Node does not strip types below `node_modules`. Each
 * module stays a separate file with its comments, so that a stack trace is as readable as in a clone.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { filesIn } from '../files.ts';
import { runProgram } from '../run.ts';

const root = resolve(import.meta.dirname, '../..');
const compiled = join(root, 'compiled');
/** The files that the server reads besides its modules. */
const COPIED = [
  'harness/node-version.js',
  'harness/demo/data/*',
  'harness/commands/hooks/opencode-plugin.js',
];

async function compile(): Promise<void> {
  await rm(compiled, { recursive: true, force: true });
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const project = join(import.meta.dirname, 'compile.tsconfig.json');
  const { ok, output } = await runProgram(process.execPath, [tsc, '-p', project], { cwd: root });
  if (!ok) throw new Error(`the server does not compile:\n${output}`);
  for (const path of await filesIn(root, COPIED)) {
    await mkdir(dirname(join(compiled, path)), { recursive: true });
    await copyFile(join(root, path), join(compiled, path));
  }
}

await compile();
