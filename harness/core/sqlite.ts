import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** How long a home that is just ending may keep the folder. */
const LOCK_TIMEOUT_MS = 2_000;

/** Each home makes this file at its first start. */
export const LOCK_FILE = 'home.lock';

/**
 * Locks a data folder until this process ends. SQLite takes a lock of the operating system on an empty file.
 * The lock is released however the process ends. It also works between containers, in which every process may
 * have the number 1. Other programs, such as a backup, can still read the conversations.
 *
 * Throws if another process has the folder and keeps it.
 */
export function lockFolder(folder: string, timeoutMs = LOCK_TIMEOUT_MS): { release(): void } {
  const database = new DatabaseSync(join(folder, LOCK_FILE), { timeout: timeoutMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw error;
  }
  return { release: () => database.close() };
}

/**
 * Result codes of SQLite, see https://sqlite.org/rescode.html: the lower byte of what Node calls
 * `errcode`.
 */
const BUSY = 5;
const CORRUPT = 11;
const FULL = 13;
const NOT_A_DATABASE = 26;

const resultCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;

/** Whether another process holds the lock. */
export const isBusy = (error: unknown): boolean => resultCode(error) === BUSY;

/** Whether the disk is full. */
export const isDiskFull = (error: unknown): boolean => resultCode(error) === FULL;

/** Whether SQLite read a part of the file that is damaged. */
export const isDamage = (error: unknown): boolean =>
  [CORRUPT, NOT_A_DATABASE].includes(resultCode(error) ?? -1);
