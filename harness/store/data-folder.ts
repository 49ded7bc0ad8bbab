import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureDir } from '../core/folders.ts';
import { errorMessage } from '../../data/core/text.ts';
import { UserError, codeOf } from '../core/user-error.ts';
import { isOldCopy } from './database.ts';
import { replaceFile } from '../core/replace-file.ts';
import { LOCK_FILE, isBusy, isDiskFull, lockFolder } from '../core/sqlite.ts';
import { Store } from './store.ts';

/**
 * The bytes of the test file: more than a first start writes, because an empty file would fit on a full disk.
 */
const PROBE_BYTES = 256 * 1024;

/** The address at which the home was started last, for the links that commands print. */
const ADDRESS_FILE = 'home.address';

export interface DataFolder {
  readonly store: Store;
  /**
   * Opens a further SQLite file, which `close` closes. `what` is its name in messages. Throws a `UserError`.
   */
  openFile<F extends { close(): void }>(name: string, what: string, open: (file: string) => F): F;
  /**
   * Keeps the address of the home for commands; undefined if it is not known. A failure is only logged: the
   * home runs without this file.
   */
  keepAddress(address: string | undefined, log: (line: string, level: 'warn') => void): void;
  close(): void;
}

const diskFull = (folder: string): UserError =>
  new UserError(
    `The disk that holds the data folder ${folder} is full.`,
    'Make room on it, or name another folder with --data.',
  );

/** Throws a `UserError` if the folder cannot be made or written. */
export async function checkWritable(folder: string, write: typeof writeFile): Promise<void> {
  const probe = join(folder, `.write-test-${randomBytes(4).toString('hex')}`);
  try {
    await ensureDir(join(folder, 'public'));
    await write(probe, Buffer.alloc(PROBE_BYTES));
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') throw diskFull(folder);
    throw new UserError(
      `The data folder ${folder} cannot be written: ${errorMessage(error)}.`,
      'Make it writable for this user, or name another with --data.',
    );
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

/** The address at which the home of this folder was started last; undefined if it is not known. */
export function lastAddress(folder: string): string | undefined {
  try {
    return URL.parse(readFileSync(join(folder, ADDRESS_FILE), 'utf8').trim())?.href;
  } catch {
    return undefined;
  }
}

/** Throws a `UserError` if no home has ever been started with this data folder. */
export function checkIsHome(folder: string): void {
  if (existsSync(join(folder, LOCK_FILE))) return;
  throw new UserError(
    `There is no home in ${folder}.`,
    'Run this in the folder where you start the home, or name its data folder with --data. A new home has to be started once before.',
  );
}

const OTHER_FOLDER = 'Stop that one, or give this one a folder of its own with --data.';

/**
 * Locks the folder against a second home. Throws a `UserError` if another home has locked it.
 * @param fix What the owner can do then.
 */
export function lock(folder: string, fix = OTHER_FOLDER): { release(): void } {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (isBusy(error)) {
      const address = lastAddress(folder);
      const where = address === undefined ? '' : `, at ${address}`;
      throw new UserError(`Another home is running with the data folder ${folder}${where}.`, fix);
    }
    throw new UserError(
      `The data folder ${folder} cannot be locked: ${errorMessage(error)}.`,
      'Name a folder on a local disk with --data.',
    );
  }
}

/** Why a SQLite file of the folder cannot be opened. `what` completes the sentence “… cannot be opened”. */
export const openError = (folder: string, file: string, what: string, error: unknown): UserError =>
  isDiskFull(error)
    ? diskFull(folder)
    : new UserError(
        `${what} in ${file} cannot be opened: ${errorMessage(error)}.`,
        `Move the file away to begin with an empty one (“sqlite3 ${file} .recover” saves what can still be read), or name another data folder with --data.`,
      );

/** Opens one SQLite file of the folder. */
function openFile<T>(folder: string, name: string, what: string, open: (file: string) => T): T {
  const file = join(folder, name);
  try {
    return open(file);
  } catch (error) {
    throw openError(folder, file, what, error);
  }
}

const openStore = (folder: string, maxBytes: number): Store =>
  openFile(folder, 'conversations.sqlite', 'The conversations', (file) => new Store(file, { maxBytes }));

/**
 * Deletes the copies that were made before updates if they are older than the messages that the home keeps.
 */
function deleteOldCopies(folder: string, keepMs: number): void {
  for (const name of readdirSync(folder).filter(isOldCopy)) {
    const copy = join(folder, name);
    if (statSync(copy).mtimeMs < Date.now() - keepMs) rmSync(copy, { force: true });
  }
}

/**
 * Opens the data folder: makes it if needed, checks that it can be written, locks it against a second home,
 * and checks the conversations in it, so that problems show at the start and not at the first message. Throws
 * a `UserError`.
 * @param options.keepMs How long messages are kept, and copies of them from before an update.
 * @param options.write For tests: replaces `writeFile`.
 */
export async function openDataFolder(
  folder: string,
  options: { maxBytes: number; keepMs?: number; write?: typeof writeFile },
): Promise<DataFolder> {
  await checkWritable(folder, options.write ?? writeFile);
  const { release } = lock(folder);
  try {
    if (options.keepMs !== undefined) deleteOldCopies(folder, options.keepMs);
    const store = openStore(folder, options.maxBytes);
    const others: { close(): void }[] = [];
    return {
      store,
      openFile(name, what, open) {
        const opened = openFile(folder, name, what, open);
        others.push(opened);
        return opened;
      },
      keepAddress(address, log) {
        const file = join(folder, ADDRESS_FILE);
        try {
          if (address === undefined) rmSync(file, { force: true });
          else replaceFile(file, `${address}\n`);
        } catch (error) {
          log(`${file} could not be written: ${errorMessage(error)}. “owner code” needs --url`, 'warn');
        }
      },
      close() {
        store.close();
        for (const other of others) other.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}
