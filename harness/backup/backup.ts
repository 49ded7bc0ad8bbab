import { copyFile, glob, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync, backup as copyDatabase } from 'node:sqlite';
import { create } from 'tar';
import type * as v from 'valibot';
import { errorMessage } from '../../data/core/text.ts';
import { UserError, codeOf } from '../user-error.ts';
import { MANIFEST, OWNER_FOLDER, databases, files, isPart, type manifest } from './parts.ts';

/** Copied in one step: a home that writes in between would make SQLite begin again. */
const ALL_PAGES = 2_000_000_000;

interface Backup {
  readonly file: string;
  readonly bytes: number;
  /** The paths of its parts in the data folder. */
  readonly parts: readonly string[];
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** The parts of this data folder that exist. */
async function partsOf(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of [...Object.keys(databases), ...files])
    if (await isFile(join(folder, name))) found.push(name);
  for await (const entry of glob(`${OWNER_FOLDER}/**/*`, { cwd: folder, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (entry.isFile() && isPart(path)) found.push(path);
  }
  return found;
}

async function copyPart(folder: string, copies: string, part: string): Promise<void> {
  const [from, to] = [join(folder, part), join(copies, part)];
  await mkdir(dirname(to), { recursive: true });
  if (!Object.hasOwn(databases, part)) return copyFile(from, to);
  const database = new DatabaseSync(from, { readOnly: true });
  try {
    await copyDatabase(database, to, { rate: ALL_PAGES });
  } finally {
    database.close();
  }
}

/**
 * Writes the parts of a data folder into one archive (`.tar.gz`), also while a home runs with it: each
 * SQLite file is copied as it is at one moment. Throws a `UserError`; then there is no archive.
 * @param program The version of the program.
 */
export async function makeBackup(folder: string, file: string, program: string, now: Date): Promise<Backup> {
  const target = resolve(file);
  const parts = await partsOf(folder);
  if (parts.length === 0)
    throw new UserError(
      `There is nothing to back up in ${folder}.`,
      'Name the data folder of the home with --data.',
    );
  if (target.startsWith(join(folder, OWNER_FOLDER, '/')))
    throw new UserError(
      `${file} is in the folder ${OWNER_FOLDER}/ of the home, whose files every visitor can read.`,
      'Name a file in another folder.',
    );
  if (await stat(target).catch(() => undefined))
    throw new UserError(`${file} is there already.`, 'Name another file, or move that one away.');
  const facts: v.InferOutput<typeof manifest> = {
    format: 'home-world backup',
    version: 1,
    program,
    madeAt: now.toISOString(),
  };
  let copies: string | undefined;
  try {
    // Beside the archive: there is room for it, and what it holds is as private.
    copies = await mkdtemp(`${target}.making-`);
    for (const part of parts) await copyPart(folder, copies, part);
    await writeFile(join(copies, MANIFEST), `${JSON.stringify(facts, null, 2)}\n`);
    const archive = join(copies, 'archive');
    await writeFile(archive, '', { mode: 0o600 });
    await create({ cwd: copies, file: archive, gzip: true, portable: true }, [MANIFEST, ...parts]);
    await rename(archive, target);
    return { file: target, bytes: (await stat(target)).size, parts };
  } catch (error) {
    const reason = codeOf(error) === 'ENOENT' ? 'its folder does not exist' : errorMessage(error);
    throw new UserError(
      `The backup ${file} could not be written: ${reason}.`,
      'Name a file in a folder that this user can write, with room for the data folder twice.',
    );
  } finally {
    if (copies !== undefined) await rm(copies, { recursive: true, force: true });
  }
}
