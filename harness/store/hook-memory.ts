import type { Database } from './database.ts';

/**
 * How many webhooks are remembered. An older webhook is refused because of the time of its event. So this
 * number only has to cover one day of a busy code host (decision 52).
 */
const MAX_REMEMBERED = 10_000;

/** The accepted webhooks, by the signature of their body, so that no webhook is accepted twice. */
export class HookMemory {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Remembers a signature. Returns false if it is known already. */
  take(signature: Buffer): boolean {
    return this.#database.write(() => {
      const { changes, lastInsertRowid } = this.#database
        .statement('INSERT OR IGNORE INTO hook_deliveries (signature) VALUES (?)')
        .run(signature);
      if (changes === 0) return false;
      this.#database
        .statement('DELETE FROM hook_deliveries WHERE id <= ?')
        .run(Number(lastInsertRowid) - MAX_REMEMBERED);
      return true;
    });
  }
}
