import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
/** A list of all packages has about a megabyte. */
const MAX_BYTES = 64_000_000;

/** What npm prints, apart from its warnings; also when it fails, for then its answer says why. */
export const npm = (
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ readonly output: string; readonly errors: string }> =>
  new Promise((done) => {
    execFile('npm', [...args], { cwd: root, env, maxBuffer: MAX_BYTES }, (error, output, errors) =>
      done({ output, errors: errors || (error?.message ?? '') }),
    );
  });

/** The object that npm printed; undefined if it printed none. */
export function jsonOf(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}
