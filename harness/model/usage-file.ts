import { readFileSync, renameSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import * as v from 'valibot';
import { replaceFile } from '../core/replace-file.ts';
import { codeOf } from '../core/user-error.ts';

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const dayUsage = v.object({
  day: v.string(),
  tokens: amount,
  seconds: amount,
  money: amount,
  /** Set if the usage of this day is not known. */
  isLost: v.optional(v.literal(true)),
});
/** What was used on one day. */
export type DayUsage = v.InferOutput<typeof dayUsage>;

/** The file of the budget. */
export class UsageFile {
  readonly name: string;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.name = basename(path);
  }

  /** Reads the file; undefined if there is none. */
  read(): DayUsage | 'damaged' | undefined {
    try {
      const parsed = v.safeParse(dayUsage, JSON.parse(readFileSync(this.#path, 'utf8')));
      return parsed.success ? parsed.output : 'damaged';
    } catch (error) {
      const code = codeOf(error);
      return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : 'damaged';
    }
  }

  /** Writes the file. Returns false if that fails. */
  write(usage: DayUsage): boolean {
    try {
      replaceFile(this.#path, `${JSON.stringify(usage)}\n`);
      return true;
    } catch {
      // The count in memory is used until the disk has space again.
      return false;
    }
  }

  /** Whether it was last written before this time, in milliseconds since the epoch. */
  isOlderThan(time: number): boolean {
    try {
      return statSync(this.#path).mtimeMs < time;
    } catch {
      return false;
    }
  }

  /** Keeps a damaged file under another name. Returns false if that fails. */
  setAside(): boolean {
    try {
      renameSync(this.#path, `${this.#path}.damaged`);
      return true;
    } catch {
      return false;
    }
  }
}
