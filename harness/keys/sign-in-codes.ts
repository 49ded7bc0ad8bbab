import { randomInt } from 'node:crypto';
import { MINUTE_MS } from '../../data/core/time.ts';
import type { Database } from '../store/database.ts';
import { digestOf } from '../core/secret.ts';

/** How long a code can be used. */
export const CODE_MINUTES = 10;
/**
 * Digits and letters without I, L, O and U, which are easily confused: https://www.crockford.com/base32.html
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 3;
const GROUP = 4;
/** The maximum number of valid codes; a new code replaces the oldest. */
const MAX_CODES = 5;

const groupOf = (): string =>
  Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Normalises a typed code, which may have small letters, no hyphens, O for 0, and I or L for 1. */
const normalise = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/**
 * One-time codes with which the owner signs in without a passkey: at first, and after the loss of a device.
 * Only a person who can use the machine of the home can make one. A code has 60 random bits and lasts ten
 * minutes, so even many addresses together cannot find it by trying.
 */
export class SignInCodes {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Makes a code, such as `7K2M-Q9XB-T4WD`. */
  make(): string {
    const code = Array.from({ length: GROUPS }, groupOf).join('-');
    const now = this.#now();
    this.#database.write(() => {
      this.#database
        .statement(
          `DELETE FROM codes WHERE ends_at <= ? OR digest NOT IN
             (SELECT digest FROM codes ORDER BY ends_at DESC LIMIT ?)`,
        )
        .run(now, MAX_CODES - 1);
      this.#database
        .statement('INSERT INTO codes (digest, ends_at) VALUES (?, ?)')
        .run(digestOf(normalise(code)), now + CODE_MINUTES * MINUTE_MS);
    });
    return code;
  }

  /** Uses up a code. Returns whether the code was valid. */
  use(typed: string): boolean {
    const now = this.#now();
    return this.#database.write(() => {
      const row = this.#database
        .statement('DELETE FROM codes WHERE digest = ? RETURNING ends_at')
        .get(digestOf(normalise(typed)));
      // A clock that was set back must not make a code last longer than it may.
      const left = Number(row?.['ends_at'] ?? 0) - now;
      return left > 0 && left <= CODE_MINUTES * MINUTE_MS;
    });
  }
}
