import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const above = join(import.meta.dirname, '../..');

/**
 * The folder of the program, with `package.json` and the built pages. In the npm package the
 * compiled server is one folder deeper (`ci/pack/compile.ts`).
 */
export const programFolder = existsSync(join(above, 'package.json')) ? above : join(above, '..');

/** The built pages beside the program, for commands without `--dist`. */
export const builtPages = join(programFolder, 'dist');

/** The version of the program. */
export async function programVersion(): Promise<string> {
  const text = await readFile(join(programFolder, 'package.json'), 'utf8');
  return String((JSON.parse(text) as { version: unknown }).version);
}
