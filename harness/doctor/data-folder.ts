import { existsSync } from 'node:fs';
import { access, constants, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../data/core/text.ts';
import { checkWritable, openError } from '../store/data-folder.ts';
import { LOCK_FILE, isBusy, lockFolder } from '../core/sqlite.ts';
import { checkPages } from '../store/database.ts';
import { UserError } from '../core/user-error.ts';
import { type Finding, note, ok, problem } from './finding.ts';

const FOLDER = 'data folder';
const MEGABYTE = 1_000_000;
/** If less space is free, a day of a busy home may fill the disk. */
const LOW_SPACE_BYTES = 100 * MEGABYTE;

const files = [
  ['conversations.sqlite', 'The conversations'],
  ['history.sqlite', 'The status history'],
  ['sessions.sqlite', 'The agent sessions'],
  ['letters.sqlite', 'The letters'],
  ['usage.sqlite', 'The usage'],
] as const;

/** The folder itself, or, if it is missing, the nearest existing folder above it. */
function existing(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder));
}

async function checkSpace(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const says = `${Math.floor(free / MEGABYTE).toLocaleString('en-US')} MB are free on its disk.`;
  return free < LOW_SPACE_BYTES
    ? problem('disk', says, 'Make room on it, or name a folder on another disk with --data.')
    : ok('disk', says);
}

/** Reads every page of the databases, as the start of the home does, without changing them. */
function checkFiles(folder: string): Finding[] {
  return files.flatMap(([name, what]) => {
    const file = join(folder, name);
    if (!existsSync(file)) return [];
    let database: DatabaseSync | undefined;
    try {
      database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 });
      checkPages(database);
      return [ok(name, `${what} can be read, and nothing in the file is damaged.`)];
    } catch (error) {
      const { message, fix } = openError(folder, file, what, error);
      return [problem(name, message, fix)];
    } finally {
      database?.close();
    }
  });
}

/** Whether a home uses the folder now. Throws where the folder cannot be locked for another reason. */
function isInUse(folder: string): boolean {
  if (!existsSync(join(folder, LOCK_FILE))) return false;
  try {
    lockFolder(folder, 0).release();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  }
}

/** Checks rights, lock, damage and free space of the data folder. */
export async function checkDataFolder(folder: string): Promise<readonly Finding[]> {
  const place = existing(folder);
  try {
    if (place !== folder) {
      await access(place, constants.W_OK | constants.X_OK);
      return [ok(FOLDER, `${folder} is not there yet; the home makes it.`), await checkSpace(place)];
    }
    await checkWritable(folder, writeFile);
    const inUse = isInUse(folder);
    return [
      inUse
        ? note(
            FOLDER,
            `${folder} can be written. A home is running with it.`,
            'Stop that one before you start another with this folder.',
          )
        : ok(FOLDER, `${folder} can be written, and no home is running with it.`),
      await checkSpace(folder),
      ...checkFiles(folder),
    ];
  } catch (error) {
    if (error instanceof UserError) return [problem(FOLDER, error.message, error.fix)];
    return [
      problem(
        FOLDER,
        `The data folder ${folder} cannot be used: ${errorMessage(error)}.`,
        'Make it writable for this user, or name another with --data.',
      ),
    ];
  }
}
