import { MINUTE_MS } from '../../data/core/time.ts';
import type { Database } from '../store/database.ts';
import { SECRET_CHARACTERS, digestOf, newSecret } from '../core/secret.ts';

/** The maximum number of keys: more than an owner has machines. */
export const MAX_AGENT_KEYS = 100;
/** A name that fits into a line of the terminal and into a card: `laptop`, `build-server.2`. */
const NAME = /^[\w.-]{1,40}$/;
const KEY = new RegExp(`^hwk_[\\w-]{${SECRET_CHARACTERS}}$`);

export interface AgentKey {
  readonly id: number;
  readonly name: string;
}

/** Times are in milliseconds since the epoch. */
interface ListedAgentKey extends AgentKey {
  readonly madeAt: number;
  /** Undefined if it was never used. */
  readonly usedAt: number | undefined;
}

export const isKeyName = (name: string): boolean => NAME.test(name);

/** The keys with which coding agents report and ask. A key is shown once, when it is made. */
export class AgentKeys {
  readonly #database: Database;
  readonly #now: () => number;

  constructor(database: Database, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Makes a key and returns it; undefined if the name is taken, or if there are too many keys. */
  add(name: string): string | undefined {
    const key = `hwk_${newSecret()}`;
    return this.#database.write(() => {
      const { changes } = this.#database
        .statement(
          `INSERT INTO agent_keys (name, digest, made_at)
           SELECT ?, ?, ? WHERE (SELECT count(*) FROM agent_keys) < ?
           ON CONFLICT (name) DO NOTHING`,
        )
        .run(name, digestOf(key), this.#now(), MAX_AGENT_KEYS);
      return Number(changes) === 1 ? key : undefined;
    });
  }

  list(): ListedAgentKey[] {
    return this.#database.read(() =>
      this.#database
        .statement('SELECT id, name, made_at, used_at FROM agent_keys ORDER BY id')
        .all()
        .map((row) => ({
          id: Number(row['id']),
          name: String(row['name']),
          madeAt: Number(row['made_at']),
          usedAt: row['used_at'] === null ? undefined : Number(row['used_at']),
        })),
    );
  }

  /** Revokes a key: the next request with it is refused. Returns whether there was a key of this name. */
  revoke(name: string): boolean {
    return this.#database.write(() => {
      this.#database
        .statement('INSERT INTO revoked_agent_keys SELECT digest, name FROM agent_keys WHERE name = ?')
        .run(name);
      return (
        Number(this.#database.statement('DELETE FROM agent_keys WHERE name = ?').run(name).changes) === 1
      );
    });
  }

  /** The name that a revoked key had; undefined for every other text. */
  revokedName(given: string): string | undefined {
    if (!KEY.test(given)) return undefined;
    const row = this.#database.read(() =>
      this.#database.statement('SELECT name FROM revoked_agent_keys WHERE digest = ?').get(digestOf(given)),
    );
    return row && String(row['name']);
  }

  /** Whether there is a key of this name. */
  has(name: string): boolean {
    return this.#database.read(
      () => this.#database.statement('SELECT 1 FROM agent_keys WHERE name = ?').get(name) !== undefined,
    );
  }

  /** Finds a key; undefined if it never existed or was revoked. */
  find(given: string | undefined): AgentKey | undefined {
    if (given === undefined || !KEY.test(given)) return undefined;
    return this.#database.read(() => {
      const row = this.#database
        .statement('SELECT id, name, used_at FROM agent_keys WHERE digest = ?')
        .get(digestOf(given));
      if (!row) return undefined;
      const id = Number(row['id']);
      const now = this.#now();
      // Stored at most once a minute: an agent may report many times a second, and the list shows minutes.
      if (Math.abs(now - Number(row['used_at'] ?? 0)) > MINUTE_MS)
        this.#database.statement('UPDATE agent_keys SET used_at = ? WHERE id = ?').run(now, id);
      return { id, name: String(row['name']) };
    });
  }
}
