import type { IncomingHttpHeaders } from 'node:http';
import { DAY_MS } from '../../data/core/time.ts';
import type { Database } from '../store/database.ts';
import { cookieOf, cookiesIn, secretCookie } from './cookies.ts';
import { digestOf, newSecret } from '../core/secret.ts';

/** The maximum lifetime of a read-only link. */
export const MAX_LINK_DAYS = 365;
export const MAX_LINKS = 50;
const COOKIE_NAME = 'home-world-link';
const COOKIE = secretCookie(COOKIE_NAME);

/** Times are in milliseconds since the epoch. */
export interface Link {
  readonly id: number;
  readonly name: string;
  readonly madeAt: number;
  readonly endsAt: number;
}

/**
 * Read-only links for a private home: for a friend, or a screen on the wall. The secret of a link is in the
 * fragment of its address, which browsers do not send; the page exchanges it for a cookie.
 */
export class Links {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Makes a link; returns its secret, or undefined if the name is taken or there are too many links. */
  add(name: string, days: number): string | undefined {
    const secret = newSecret();
    const now = this.#now();
    return this.#database.write(() => {
      this.#database.statement('DELETE FROM links WHERE ends_at <= ?').run(now);
      const { changes } = this.#database
        .statement(
          `INSERT INTO links (name, digest, made_at, ends_at)
           SELECT ?, ?, ?, ? WHERE (SELECT count(*) FROM links) < ? ON CONFLICT (name) DO NOTHING`,
        )
        .run(name, digestOf(secret), now, now + days * DAY_MS, MAX_LINKS);
      return Number(changes) === 1 ? secret : undefined;
    });
  }

  list(): Link[] {
    return this.#database.read(() =>
      this.#database
        .statement('SELECT id, name, made_at, ends_at FROM links WHERE ends_at > ? ORDER BY id')
        .all(this.#now())
        .map(linkOf),
    );
  }

  revoke(id: number): boolean {
    return Number(this.#database.statement('DELETE FROM links WHERE id = ?').run(id).changes) === 1;
  }

  /** The link of a secret; undefined if it has ended or was revoked. */
  find(secret: string): Link | undefined {
    return this.#database.read(() => {
      const row = this.#database
        .statement('SELECT id, name, made_at, ends_at FROM links WHERE digest = ?')
        .get(digestOf(secret));
      return row && Number(row['ends_at']) > this.#now() ? linkOf(row) : undefined;
    });
  }

  /** The link whose cookie these headers have. */
  linkIn(headers: IncomingHttpHeaders): Link | undefined {
    for (const [, secret = ''] of cookiesIn(headers, COOKIE)) {
      const link = this.find(secret);
      if (link) return link;
    }
    return undefined;
  }

  /** The cookie that opens the home for a browser as long as the link lasts. */
  cookie(secret: string, { endsAt }: Link, isSecure: boolean): string {
    const seconds = Math.max(0, Math.floor((endsAt - this.#now()) / 1000));
    return cookieOf({ name: COOKIE_NAME, value: secret, seconds, sameSite: 'Lax', isSecure });
  }
}

const linkOf = (row: Readonly<Record<string, unknown>>): Link => ({
  id: Number(row['id']),
  name: String(row['name']),
  madeAt: Number(row['made_at']),
  endsAt: Number(row['ends_at']),
});
