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
