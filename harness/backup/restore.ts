import { existsSync, readdirSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { extract, list } from 'tar';
import * as v from 'valibot';
import { errorMessage } from '../../data/core/text.ts';
import { sizeText } from '../../data/readings/format.ts';
import { checkWritable, lock } from '../store/data-folder.ts';
import { checkPages, versionOf } from '../store/database.ts';
import { UserError } from '../core/user-error.ts';
import { MANIFEST, MAX_FILES, databases, files, isPart, manifest, ownerFolders } from './backup.ts';

/** Files of SQLite beside a database. They belong to the old database. */
const BESIDE = ['-wal', '-shm'];

interface Restored {
  readonly madeAt: string;
  readonly parts: readonly string[];
  /** The new folder of the replaced files; undefined if there were none. */
  readonly before: string | undefined;
}

const notABackup = (file: string, why: string): UserError =>
  new UserError(`${file} is not a backup of a home: ${why}.`, 'Name a file that “home-world backup” wrote.');

/** The functions of the file system that a restore uses; tests replace them. */
interface FileSystem {
  readonly rename: typeof rename;
  readonly statfs: (path: string) => Promise<{ readonly bavail: number; readonly bsize: number }>;
}

interface Contents {
  readonly parts: string[];
  /** The unpacked size of all files. */
  readonly bytes: number;
}

/** The contents of an archive. Throws for entries that `makeBackup` never writes: links, other paths. */
async function contentsOf(file: string): Promise<Contents> {
  const paths = new Set<string>();
  let bytes = 0;
  let refused: string | undefined;
  await list({
    file,
    strict: true,
    onReadEntry({ path, type, size }) {
      bytes += size;
      const fits = type === 'File' && (path === MANIFEST || isPart(path)) && paths.size <= MAX_FILES;
      // Two entries with the same path would overwrite each other.
      if (!fits) refused ??= `“${path.slice(0, 80)}”`;
      else if (paths.has(path)) refused ??= `“${path.slice(0, 80)}” twice`;
      else paths.add(path);
    },
  });
  if (refused !== undefined) throw new Error(`it holds ${refused}`);
  const [first, ...parts] = paths;
  if (first !== MANIFEST) throw new Error(`it has no ${MANIFEST}`);
  return { parts, bytes };
}

/** Throws if a database of the backup is damaged, or was written by a newer version of the home. */
function checkDatabase(file: string, name: string): void {
  const database = new DatabaseSync(file);
  try {
    checkPages(database);
    const known = databases[name]?.migrations.length ?? 0;
    const version = versionOf(database);
    if (version > known)
      throw new Error(`${name} has version ${version}, this home knows ${known}: update the program first`);
  } finally {
    database.close();
  }
}

/** Throws if the disk has no space for the unpacked files. */
async function checkRoom(folder: string, bytes: number, { statfs }: FileSystem): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes <= bavail * bsize) return;
  throw new UserError(
    `The backup unpacks to ${sizeText(bytes)}, and the disk of ${folder} has ${sizeText(bavail * bsize)} left. Nothing has changed.`,
    'Make room on it, or restore into another folder with --data.',
  );
}

/** Unpacks the archive into an empty folder and checks what is in it. */
async function unpack(file: string, into: string, system: FileSystem): Promise<Omit<Restored, 'before'>> {
  try {
    const { parts, bytes } = await contentsOf(file);
    await checkRoom(dirname(into), bytes, system);
    await extract({ file, cwd: into, strict: true, preserveOwner: false });
    const { madeAt } = v.parse(manifest, JSON.parse(await readFile(join(into, MANIFEST), 'utf8')));
    for (const name of parts) {
      const path = join(into, name);
      const isDatabase = Object.hasOwn(databases, name);
      // Conversations are private, but the archive keeps no private permissions. No file is executable.
      await chmod(path, isDatabase ? 0o600 : ((await stat(path)).mode & 0o666) | 0o600);
      if (isDatabase) checkDatabase(path, name);
    }
    return { madeAt, parts };
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw notABackup(file, errorMessage(error).replace(/\.$/, ''));
  }
}

/**
 * Moves the files of the existing home to a new folder; returns undefined if there are none. If one part
 * cannot be moved, for example a mounted file, all parts are moved back.
 */
async function putAside(
  folder: string,
  now: Date,
  { rename: move }: FileSystem,
): Promise<string | undefined> {
  const names = Object.keys(databases).flatMap((name) => [name, ...BESIDE.map((end) => name + end)]);
  const there = [...names, ...files].filter((name) => existsSync(join(folder, name)));
  for (const name of ownerFolders)
    if (existsSync(join(folder, name)) && readdirSync(join(folder, name)).length > 0) there.push(name);
  if (there.length === 0) return undefined;
  const before = join(folder, `before-restore-${now.toISOString().replaceAll(/[:.]/g, '-')}`);
  await mkdir(before, { mode: 0o700 });
  const moved: string[] = [];
  for (const name of there) {
    try {
      await move(join(folder, name), join(before, name));
    } catch (error) {
      for (const done of moved) await move(join(before, done), join(folder, done));
      await rmdir(before);
      throw new UserError(
        `${name} in ${folder} cannot be moved: ${errorMessage(error)}. Nothing has changed.`,
        'If it is a mount, unmount it; or restore into another folder with --data.',
      );
    }
    moved.push(name);
  }
  return before;
}

/**
 * Restores a backup into a data folder that no running home uses. The previous files are moved to a new
 * folder inside the data folder. Throws a `UserError`; before the last step, a failure changes nothing.
 */
export async function restoreBackup(
  folder: string,
  file: string,
  now: Date,
  system: FileSystem = { rename, statfs },
): Promise<Restored> {
  if (!existsSync(file))
    throw new UserError(`There is no file ${file}.`, 'Name a file that “home-world backup” wrote.');
  await checkWritable(folder, writeFile);
  const { release } = lock(folder, 'Stop that home, restore, and start it again.');
  const unpacked = await mkdtemp(join(folder, '.restore-'));
  try {
    const { madeAt, parts } = await unpack(file, unpacked, system);
    const before = await putAside(folder, now, system);
    for (const part of parts) {
      await mkdir(dirname(join(folder, part)), { recursive: true });
      await rename(join(unpacked, part), join(folder, part));
    }
    return { madeAt, parts, before };
  } finally {
    await rm(unpacked, { recursive: true, force: true });
    release();
  }
}
