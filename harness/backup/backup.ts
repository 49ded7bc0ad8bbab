import { copyFile, mkdir, mkdtemp, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync, backup as copyDatabase } from 'node:sqlite';
import { create } from 'tar';
import * as v from 'valibot';
import { errorMessage } from '../../data/core/text.ts';
import { UserError, codeOf } from '../core/user-error.ts';
import { sessionsSchema } from '../agent-sessions/sessions-schema.ts';
import { historySchema } from '../history/history-schema.ts';
import { conversations } from '../store/conversations-schema.ts';
import { usageSchema } from '../usage/usage-schema.ts';
import type { Schema } from '../store/database.ts';

/** The SQLite files of the data folder. A backup reads them while a home writes them. */
export const databases: Readonly<Record<string, Schema>> = {
  'conversations.sqlite': conversations,
  'history.sqlite': historySchema,
  'sessions.sqlite': sessionsSchema,
  'usage.sqlite': usageSchema,
};

/**
 * The other files of a backup, and the folders with files of the owner: what the home serves, and the prompts
 * for games. A backup contains nothing else of the data folder.
 */
export const files: readonly string[] = ['config.json', 'notes.md', 'persona.md', 'model-usage.json'];
const SERVED_FOLDER = 'public';
export const ownerFolders: readonly string[] = [SERVED_FOLDER, 'training'];

/** More files than any home has; an archive with more files does not come from a home. */
export const MAX_FILES = 10_000;

/** The first file of a backup. */
export const MANIFEST = 'backup.json';
export const manifest = v.object({
  format: v.literal('home-world backup'),
  /** The version of this format. */
  version: v.literal(1),
  /** The version of the program that made the backup. */
  program: v.pipe(v.string(), v.maxLength(40)),
  /** ISO 8601. */
  madeAt: v.pipe(v.string(), v.maxLength(40)),
});

/**
 * A path in these folders. Its names are such as owners give: no hidden files, and nothing that leads out of
 * the folder.
 */
const OWNER_FILE = /^(?:public|training)(?:\/(?!\.)[^/\\\p{Cc}]{1,200}){1,8}$/u;

/** Whether a path can be a part of a backup. */
export const isPart = (path: string): boolean =>
  Object.hasOwn(databases, path) || files.includes(path) || OWNER_FILE.test(path);

/** All pages are copied in one step: if a home wrote between two steps, SQLite would start the copy again. */
const ALL_PAGES = 2_000_000_000;

interface Backup {
  readonly file: string;
  readonly bytes: number;
  /** The paths of its parts in the data folder. */
  readonly parts: readonly string[];
  /**
   * Paths in the owner's folders that are not in the backup: links that lead nowhere or back, and paths that
   * `isPart` refuses.
   */
  readonly leftOut: readonly string[];
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/**
 * The paths of the files in a folder. Follows links, because the home serves linked files too. A folder that
 * cannot be read, and a link that leads back to a folder above it, are listed themselves.
 */
async function pathsIn(folder: string, path: string, above: readonly string[] = []): Promise<string[]> {
  try {
    const real = await realpath(join(folder, path));
    if (above.includes(real)) return [path];
    const found: string[] = [];
    for (const name of await readdir(real)) {
      const inner = `${path}/${name}`;
      // The home serves no hidden files.
      if (name.startsWith('.')) continue;
      const isFolder = await stat(join(real, name)).then(
        (one) => one.isDirectory(),
        () => false,
      );
      found.push(...(isFolder ? await pathsIn(folder, inner, [...above, real]) : [inner]));
    }
    return found;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? [] : [path];
  }
}

/** The parts of this data folder that exist. */
async function partsOf(folder: string): Promise<Pick<Backup, 'parts' | 'leftOut'>> {
  const parts: string[] = [];
  const leftOut: string[] = [];
  for (const name of [...Object.keys(databases), ...files])
    if (await isFile(join(folder, name))) parts.push(name);
  for (const name of ownerFolders)
    for (const path of await pathsIn(folder, name)) {
      if (isPart(path) && (await isFile(join(folder, path)))) parts.push(path);
      else leftOut.push(path);
    }
  return { parts, leftOut };
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
  const { parts, leftOut } = await partsOf(folder);
  if (parts.length === 0)
    throw new UserError(
      `There is nothing to back up in ${folder}.`,
      'Name the data folder of the home with --data.',
    );
  if (parts.length > MAX_FILES)
    throw new UserError(
      `There are ${parts.length} files in ${folder}, and a backup takes at most ${MAX_FILES}.`,
      `Copy ${SERVED_FOLDER}/ yourself, and move what no page needs out of it.`,
    );
  if (target.startsWith(join(folder, SERVED_FOLDER, '/')))
    throw new UserError(
      `${file} is in the folder ${SERVED_FOLDER}/ of the home, whose files every visitor can read.`,
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
    // The copies are beside the archive, because its disk has space, and they are as private as the archive.
    copies = await mkdtemp(`${target}.making-`);
    for (const part of parts) await copyPart(folder, copies, part);
    await writeFile(join(copies, MANIFEST), `${JSON.stringify(facts, null, 2)}\n`);
    const archive = join(copies, 'archive');
    await writeFile(archive, '', { mode: 0o600 });
    await create({ cwd: copies, file: archive, gzip: true, portable: true }, [MANIFEST, ...parts]);
    await rename(archive, target);
    return { file: target, bytes: (await stat(target)).size, parts, leftOut };
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
