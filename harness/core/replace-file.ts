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

/** The file that a link leads to, and who may read it. */
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
 * Writes a text file. It is written beside the old one and renamed, so that a process that is killed
 * leaves a whole file; the new one has the same rights.
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
 * Keeps a copy of a file beside it before it is changed: `portals.before-upgrade.json`. An earlier copy
 * stays, and the new one has a number. Returns the copy's path.
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
