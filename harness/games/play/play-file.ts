import { closeSync, fdatasyncSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../../../data/core/text.ts';
import type { PlayLogEntry } from '../../../data/games/play-log.ts';
import { LOG_FILE, SCREENS_FOLDER } from '../../core/folders.ts';

/** Only the user of the process may read the files of a play: a screenshot shows their screen. */
const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Writes all bytes and syncs them to the disk: one call of `writeSync` may write only a part. */
function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
  fdatasyncSync(file);
}

/** Whether the last line of a file is complete. */
function endsInLine(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return true;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last.toString() === '\n';
}

export const screenFileName = (number: number, mediaType: 'image/png' | 'image/jpeg'): string =>
  `${String(number).padStart(4, '0')}.${mediaType === 'image/png' ? 'png' : 'jpg'}`;

/** Appends to the log of one play. A full disk does not throw: `failure` has the cause, and the play ends. */
export class PlayFile {
  readonly #folder: string;
  readonly #file: number;
  readonly #onEntry: (entry: PlayLogEntry) => void;
  #failure: string | undefined;
  #isClosed = false;

  constructor(folder: string, onEntry: (entry: PlayLogEntry) => void = () => undefined) {
    this.#folder = folder;
    this.#onEntry = onEntry;
    mkdirSync(join(folder, SCREENS_FOLDER), { recursive: true, mode: PRIVATE_FOLDER });
    this.#file = openSync(join(folder, LOG_FILE), 'a+', PRIVATE_FILE);
    // A player that was killed may have left an incomplete line: the next entry begins on a new line.
    if (!endsInLine(this.#file)) writeWhole(this.#file, Buffer.from('\n'));
  }

  /** Why the log cannot be written; undefined if it can. */
  get failure(): string | undefined {
    return this.#failure;
  }

  append(entry: PlayLogEntry): void {
    if (this.#isClosed) return;
    this.#try(() => writeWhole(this.#file, Buffer.from(`${JSON.stringify(entry)}\n`)));
    this.#onEntry(entry);
  }

  /** Writes a screenshot; call it before the entry that refers to it. */
  writeScreen(name: string, bytes: Uint8Array): void {
    this.#try(() => {
      const file = openSync(join(this.#folder, SCREENS_FOLDER, name), 'w', PRIVATE_FILE);
      try {
        writeWhole(file, bytes);
      } finally {
        closeSync(file);
      }
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    closeSync(this.#file);
  }

  #try(write: () => void): void {
    if (this.#failure !== undefined) return;
    try {
      write();
    } catch (error) {
      this.#failure = errorMessage(error);
    }
  }
}

/** What a player needs of the log. */
export type PlayLog = Pick<PlayFile, 'append' | 'writeScreen' | 'failure'>;
