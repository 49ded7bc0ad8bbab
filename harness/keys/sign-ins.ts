import type { IncomingHttpHeaders } from 'node:http';
import { DAY_MS, MINUTE_MS } from '../../data/core/time.ts';
import type { Database } from '../store/database.ts';
import { cookieOf, cookiesIn, secretCookie } from './cookies.ts';
import { digestOf, newSecret } from '../core/secret.ts';

/** How long a sign-in lasts. */
const SIGN_IN_SECONDS = (30 * DAY_MS) / 1000;
/** How long after a sign-in a browser may add a passkey. */
const FRESH_MS = 10 * MINUTE_MS;
/** The maximum number of browsers that are signed in; beyond it, the oldest is signed out. */
const MAX_SIGN_INS = 50;
const COOKIE_NAME = 'home-world-owner';
const COOKIE = secretCookie(COOKIE_NAME);

/** Times are in milliseconds since the epoch. */
export interface SignIn {
  readonly id: number;
  /** What the browser calls itself, in words: “Chrome on Android”. */
  readonly browser: string;
  /** The passkey with which it began; undefined after a code. */
  readonly passkey: number | undefined;
  readonly beganAt: number;
  readonly endsAt: number;
}

/**
 * The digests of all cookies with this name. Another port or a sibling of this host can set such a cookie
 * too, and a browser may send that one first. Only a secret that this home has issued opens a sign-in.
 */
const digestsIn = (headers: IncomingHttpHeaders): readonly string[] =>
  cookiesIn(headers, COOKIE).map(([, secret = '']) => digestOf(secret));

/**
 * The browsers in which the owner is signed in. Each has a random secret in a cookie; the file has only the
 * digest, which cannot be used to sign in. Sign-ins survive a restart.
 */
export class SignIns {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #listeners = new Set<(before: SignIn, after: SignIn) => void>();

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Begins a sign-in; returns its cookie. It replaces the sign-in of the headers `replaces`. */
  begin({
    browser,
    passkey,
    isSecure,
    replaces = {},
  }: Pick<SignIn, 'browser'> & {
    readonly passkey?: number;
    readonly isSecure: boolean;
    readonly replaces?: IncomingHttpHeaders;
  }): string {
    const secret = newSecret();
    const now = this.#now();
    const endsAt = now + SIGN_IN_SECONDS * 1000;
    const before = this.find(replaces);
    const id = this.#database.write(() => {
      for (const digest of digestsIn(replaces))
        this.#database.statement('DELETE FROM sign_ins WHERE digest = ?').run(digest);
      this.#database
        .statement(
          `DELETE FROM sign_ins WHERE ends_at <= ? OR id NOT IN
             (SELECT id FROM sign_ins ORDER BY id DESC LIMIT ?)`,
        )
        .run(now, MAX_SIGN_INS - 1);
      const { lastInsertRowid } = this.#database
        .statement(
          'INSERT INTO sign_ins (digest, browser, passkey, began_at, ends_at) VALUES (?, ?, ?, ?, ?)',
        )
        .run(digestOf(secret), browser, passkey ?? null, now, endsAt);
      return Number(lastInsertRowid);
    });
    if (before)
      for (const listener of this.#listeners)
        listener(before, { id, browser, passkey, beganAt: now, endsAt });
    return cookieOf({ name: COOKIE_NAME, value: secret, seconds: SIGN_IN_SECONDS, isSecure });
  }

  /**
   * Calls a function when a browser that was signed in signs in again; returns a function that stops this.
   */
  onReplaced(listener: (before: SignIn, after: SignIn) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends the sign-in of these headers; returns the header that deletes its cookie. */
  end(headers: IncomingHttpHeaders, isSecure: boolean): string {
    const { id } = this.find(headers) ?? {};
    if (id !== undefined) this.revoke(id);
    return cookieOf({ name: COOKIE_NAME, value: '', seconds: 0, isSecure });
  }

  /** Ends one sign-in. Returns whether there was one. */
  revoke(id: number): boolean {
    return this.#database.write(
      () => Number(this.#database.statement('DELETE FROM sign_ins WHERE id = ?').run(id).changes) === 1,
    );
  }

  /** Signs the owner out in every browser. */
  endAll(): void {
    this.#database.write(() => this.#database.statement('DELETE FROM sign_ins').run());
  }

  /** The sign-in of these headers; undefined if there is none, or if it has ended. */
  find(headers: IncomingHttpHeaders): SignIn | undefined {
    const now = this.#now();
    return this.#database.read(() => {
      for (const digest of digestsIn(headers)) {
        const row = this.#database
          .statement('SELECT id, browser, passkey, began_at, ends_at FROM sign_ins WHERE digest = ?')
          .get(digest);
        if (row && Number(row['ends_at']) > now) return signInOf(row);
      }
      return undefined;
    });
  }

  /**
   * Returns a function that tells whether these headers belong to the owner. Call it for each order: the
   * owner may have signed out since.
   */
  ownerOf(headers: IncomingHttpHeaders): () => boolean {
    return () => this.find(headers) !== undefined;
  }

  /**
   * Whether the owner signed in here a short time ago. A person who finds a browser that was left
   * open must not be able to add a passkey.
   */
  isFresh(headers: IncomingHttpHeaders): boolean {
    const { beganAt } = this.find(headers) ?? {};
    return beganAt !== undefined && Math.abs(this.#now() - beganAt) < FRESH_MS;
  }

  /** The open sign-ins, the newest first. */
  list(): SignIn[] {
    return this.#database.read(() =>
      this.#database
        .statement(
          'SELECT id, browser, passkey, began_at, ends_at FROM sign_ins WHERE ends_at > ? ORDER BY id DESC',
        )
        .all(this.#now())
        .map(signInOf),
    );
  }
}

const signInOf = (row: Readonly<Record<string, unknown>>): SignIn => ({
  id: Number(row['id']),
  browser: String(row['browser']),
  passkey: row['passkey'] === null ? undefined : Number(row['passkey']),
  beganAt: Number(row['began_at']),
  endsAt: Number(row['ends_at']),
});
