import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './user-error.ts';

/**
 * Makes a folder and its missing parents. It does so one by one: with `recursive`, `mkdir` of Node
 * 24 never ends where the system answers ENOENT although the parent is there, as below /proc.
 */
export async function ensureDir(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (!existsSync(parent)) await ensureDir(parent);
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}
