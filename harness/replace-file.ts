import { realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
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
  writeFileSync(beside, text, { mode });
  renameSync(beside, path);
}
