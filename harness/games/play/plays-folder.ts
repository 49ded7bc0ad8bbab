import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { errorMessage } from '../../../data/core/text.ts';
import { type PlayLogEntry, readPlayLog } from '../../../data/games/play-log.ts';
import { playId } from '../../../data/games/play-record.ts';
import { ensureDir, LOG_FILE, playsFolder, SCREENS_FOLDER } from '../../core/folders.ts';
import { isBusy, lockFolder } from '../../core/sqlite.ts';
import { UserError, codeOf } from '../../core/user-error.ts';
import { PRIVATE_FOLDER } from './play-file.ts';

export const playFolder = (data: string, id: string): string => join(playsFolder(data), id);

/** The ids of all plays, the newest first. */
export function listPlays(data: string): string[] {
  try {
    return readdirSync(playsFolder(data))
      .filter((name) => v.is(playId, name))
      .toSorted()
      .toReversed();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw new UserError(
      `The plays in ${playsFolder(data)} cannot be read: ${errorMessage(error)}.`,
      'Make the folder readable for this user, or name another data folder with --data.',
    );
  }
}

/** The entries of a play's log; undefined if the play does not exist. */
export function readPlay(data: string, id: string): PlayLogEntry[] | undefined {
  try {
    return v.is(playId, id)
      ? readPlayLog(readFileSync(join(playFolder(data, id), LOG_FILE), 'utf8'))
      : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new UserError(
      `The play ${id} cannot be read: ${errorMessage(error)}.`,
      'Make its folder readable for this user.',
    );
  }
}

export const readScreen = (data: string, id: string, file: string): Uint8Array | undefined => {
  try {
    return readFileSync(join(playFolder(data, id), SCREENS_FOLDER, file));
  } catch {
    // The owner may have deleted the file: the log is shown without the screenshot.
    return undefined;
  }
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `20261122-221500-bannerlord`: the start in UTC, and the portal. */
function newPlayId(portal: string, now: number): string {
  const date = new Date(now);
  const day = date.toISOString().slice(0, 10).replaceAll('-', '');
  const time = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join('');
  return `${day}-${time}-${portal.replaceAll(/[^\w-]+/g, '-').slice(0, 50) || 'game'}`;
}

/** Locks a play for this process. Throws a `UserError` if another process has it. */
export function lockPlay(data: string, id: string): { release(): void } {
  try {
    return lockFolder(playFolder(data, id), 0);
  } catch (error) {
    if (isBusy(error))
      throw new UserError(
        `Another player is running the play ${id}.`,
        'Stop that one first, from its terminal or from the page.',
      );
    throw new UserError(
      `The play ${id} cannot be locked: ${errorMessage(error)}.`,
      'Name a data folder on a local disk with --data.',
    );
  }
}

/** Makes the folder of a new play and locks it for this process. Throws a `UserError`. */
export async function createPlay(data: string, portal: string, now: number) {
  const first = newPlayId(portal, now);
  try {
    await ensureDir(data);
    mkdirSync(playsFolder(data), { recursive: true, mode: PRIVATE_FOLDER });
    for (let count = 1; ; count += 1) {
      const id = count === 1 ? first : `${first}-${count}`;
      try {
        mkdirSync(playFolder(data, id), { mode: PRIVATE_FOLDER });
      } catch (error) {
        if (codeOf(error) === 'EEXIST') continue;
        throw error;
      }
      return { id, lock: lockPlay(data, id) };
    }
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `The folder ${playsFolder(data)} cannot be written: ${errorMessage(error)}.`,
      'Make it writable for this user, or name another data folder with --data.',
    );
  }
}

/** Deletes all but the newest plays. Plays that another process runs are kept. */
export function deleteOldPlays(data: string, keep: number): void {
  for (const id of listPlays(data).slice(keep)) {
    try {
      lockPlay(data, id).release();
      rmSync(playFolder(data, id), { recursive: true, force: true });
    } catch {
      // The play is in use, or belongs to another user: the next play tries again.
    }
  }
}
