import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './user-error.ts';

/**
 * Makes a folder, and those above it that are missing. One by one: with `recursive`, Node 24 never
 * ends where the system answers ENOENT although the folder above is there, as below /proc.
 */
export async function ensureDir(folder: string): Promise<void> {
  const above = dirname(folder);
  if (!existsSync(above)) await ensureDir(above);
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}
