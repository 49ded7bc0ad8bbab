import {
  chmodSync,
  constants,
  copyFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, parse } from 'node:path';
import { codeOf } from './user-error.ts';

/** A new file is for the user of the home only. */
const PRIVATE = 0o600;

/** The file that a link leads to, and its permissions. */
function targetOf(file: string): { path: string; mode: number } {
  try {
    const path = realpathSync(file);
    return { path, mode: statSync(path).mode & 0o777 };
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return { path: file, mode: PRIVATE };
  }
}

/**
 * Writes a text file. The text is written to a new file beside the old file, and the new file is then
 * renamed. So there is always a whole file, even if the process is killed. It gets the permissions of the old
 * file.
 */
export function replaceFile(file: string, text: string): void {
  const { path, mode } = targetOf(file);
  const beside = `${path}.${process.pid}.new`;
  try {
    writeFileSync(beside, text, { mode: PRIVATE });
    // This call sets the mode, because the umask of the process would remove rights from a mode that is given
    // to `writeFileSync`.
    chmodSync(beside, mode);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/**
 * Keeps a copy of a file beside it before the file is changed: `portals.before-upgrade.json`. An earlier copy
 * stays; then the name of the new copy has a number. Returns the copy's path.
 */
export function keepCopy(file: string, before: string): string {
  const { dir, name, ext } = parse(file);
  for (let number = 1; ; number++) {
    const copy = join(dir, `${name}.before-${before}${number === 1 ? '' : `-${number}`}${ext}`);
    try {
      copyFileSync(file, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}
