import { copyFileSync, constants } from 'node:fs';
import { join, parse } from 'node:path';
import { codeOf } from './user-error.ts';

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
