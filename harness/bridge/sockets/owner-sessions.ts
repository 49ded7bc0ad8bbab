import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { HOUR_MS } from '../../../data/core/time.ts';

/** How long a sign-in lasts. */
export const SESSION_SECONDS = (12 * HOUR_MS) / 1000;
/** Browsers that are signed in at once; beyond it, the oldest is signed out. */
const MAX_SESSIONS = 20;
/** Over HTTPS the name has the prefix with which browsers accept a cookie from this host only. */
const cookieName = (isSecure: boolean): string => `${isSecure ? '__Host-' : ''}home-world-owner`;
const COOKIE = /^(?:__Host-)?home-world-owner=([\w-]{43})$/;

const digest = (id: string): string => createHash('sha256').update(id).digest('base64url');

/**
 * The browsers in which the owner is signed in. A session is a random id in a cookie. It is kept in memory only, as
 * its hash: a restart of the home signs everyone out, and nothing on disk opens a session.
 */
export class OwnerSessions {
  readonly #now: () => number;
  /**
   * For each session, the time when it ends, in milliseconds since the epoch. The oldest session comes first.
   */
  readonly #ends = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Begins a session; returns its cookie. */
  begin(isSecure: boolean): string {
    const id = randomBytes(32).toString('base64url');
    for (const oldest of this.#ends.keys()) if (this.#ends.size >= MAX_SESSIONS) this.#ends.delete(oldest);
    this.#ends.set(digest(id), this.#now() + SESSION_SECONDS * 1000);
    return this.#cookie(id, SESSION_SECONDS, isSecure);
  }

  /** Ends the session of these headers; returns the cookie that replaces its own. */
  end(headers: IncomingHttpHeaders, isSecure: boolean): string {
    for (const key of this.#keysOf(headers)) this.#ends.delete(key);
    return this.#cookie('', 0, isSecure);
  }

  /**
   * Returns a function that tells whether these headers belong to the owner. Call it for each order: the
   * owner may have signed out since.
   */
  ownerOf(headers: IncomingHttpHeaders): () => boolean {
    const keys = this.#keysOf(headers);
    return () => keys.some((key) => this.#isOpen(key));
  }

  #isOpen(key: string): boolean {
    const end = this.#ends.get(key);
    if (end === undefined) return false;
    if (end > this.#now()) return true;
    this.#ends.delete(key);
    return false;
  }

  /**
   * The keys of all cookies with this name. Another port or a sibling of this host can set such a cookie too,
   * and a browser may send that one first. Only an id that this home has issued opens a session.
   */
  #keysOf({ cookie = '' }: IncomingHttpHeaders): readonly string[] {
    const ids = cookie.split(';').map((pair) => COOKIE.exec(pair.trim())?.[1]);
    return ids.filter((id) => id !== undefined).map(digest);
  }

  #cookie(value: string, seconds: number, isSecure: boolean): string {
    return `${cookieName(isSecure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }
}
