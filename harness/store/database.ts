import { closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { errorMessage } from '../../data/core/text.ts';
import { isDamage } from '../core/sqlite.ts';

/** The tables of one SQLite file. */
export interface Schema {
  /**
   * The SQL of each version, applied in order. The `user_version` of a file says which version it has. An
   * entry never changes after its release: a change is a new entry.
   */
  readonly migrations: readonly string[];
  /**
   * The columns that are used, by table. A file of the newest version that lacks a column is
   * damaged.
   */
  readonly columns: Readonly<Record<string, string>>;
}

/** Throws if the file is damaged. Reads the whole file, at some hundred megabytes a second. */
export function checkPages(database: DatabaseSync): void {
  const result = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (result !== 'ok') throw new Error(`the file is damaged (${String(result).replaceAll('\n', ' ')})`);
}

/** The version of a file: how many migrations were applied to it; 0 for an empty file. */
export const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);

/**
 * Brings a database to the newest version. Throws if a newer home wrote it, or if a table is
 * missing.
 */
function migrate(database: DatabaseSync, { migrations, columns }: Schema): void {
  const version = versionOf(database);
  if (version > migrations.length)
    throw new Error(`the database has version ${version}, this home knows ${migrations.length}`);
  migrations.slice(version).forEach((sql, index) => {
    database.exec(`BEGIN; ${sql} PRAGMA user_version = ${version + index + 1}; COMMIT;`);
  });
  for (const [table, names] of Object.entries(columns))
    database.prepare(`SELECT ${names} FROM ${table} LIMIT 0`).all();
}

/** How long a statement waits for a lock of another process, such as a backup. */
const LOCK_TIMEOUT_MS = 2_000;

/** Whether a file is a copy from before a newer home changed the tables: `conversations.version-3.sqlite`. */
export const isOldCopy = (name: string): boolean => /\.version-\d+\.sqlite$/.test(name);

/**
 * Keeps a copy of a file whose tables an update changes, so that the owner can go back to the program from
 * before the update. SQL makes the copy, because a part of the data is in another file beside this file
 * (WAL).
 */
function keepOldCopy(connection: DatabaseSync, file: string, { migrations }: Schema): void {
  const version = versionOf(connection);
  if (file === ':memory:' || version === 0 || version >= migrations.length) return;
  const copy = `${file.replace(/\.sqlite$/, '')}.version-${version}.sqlite`;
  // SQLite accepts an empty file as the target. It is made here, so that only the user of the home can read
  // it.
  closeSync(openSync(copy, 'w', 0o600));
  connection.prepare('VACUUM INTO ?').run(copy);
}

/** A SQLite file of the home: its statements, transactions and health. */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #schema: Schema;
  /**
   * SQLite's message about damage, if a statement has found any. It is kept because `health` does not read
   * every page of the file and may not find the damage itself.
   */
  #damage: string | undefined;
  /** Each statement is prepared only once, because it uses memory of SQLite until it is garbage-collected. */
  readonly #statements = new Map<string, StatementSync>();

  /** `file` may be `:memory:`. Throws if the file is damaged, or if a newer home has written it. */
  constructor(file: string, schema: Schema) {
    this.#schema = schema;
    // The file is made here, so that only the user of the home can read it; SQLite gives the files beside it
    // the same rights.
    if (file !== ':memory:' && !existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    this.#connection = new DatabaseSync(file, {
      enableForeignKeyConstraints: true,
      timeout: LOCK_TIMEOUT_MS,
    });
    try {
      checkPages(this.#connection);
      // With WAL and NORMAL, a killed process loses no data. Only a power cut can lose the last changes.
      this.#connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
      keepOldCopy(this.#connection, file, schema);
      migrate(this.#connection, schema);
    } catch (error) {
      this.#connection.close();
      throw error;
    }
  }

  statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Runs a function that reads. Damage that it finds is remembered until the next start. */
  read<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isDamage(error)) this.#damage = errorMessage(error);
      throw error;
    }
  }

  /** Runs a function that writes, as one transaction. */
  write<T>(work: () => T): T {
    return this.read(() => {
      this.#connection.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        this.#connection.exec('COMMIT');
        return result;
      } catch (error) {
        // On a full disk SQLite has rolled back already: a second rollback fails and hides the cause.
        if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
        throw error;
      }
    });
  }

  /** The bytes in use. The space of deleted rows is used again before the file grows. */
  usedBytes(): number {
    const figure = (name: string): number => Number(this.statement(`PRAGMA ${name}`).get()?.[name] ?? 0);
    return (figure('page_count') - figure('freelist_count')) * figure('page_size');
  }

  /**
   * SQLite's message about the reason why the file cannot be read or written; undefined if it can be. Never
   * throws.
   */
  health(): string | undefined {
    if (this.#damage !== undefined) return this.#damage;
    try {
      const { migrations, columns } = this.#schema;
      for (const table of Object.keys(columns)) this.statement(`SELECT 1 FROM ${table} LIMIT 1`).get();
      // The smallest possible write: only a write shows that the disk is full or the folder is read-only.
      this.#connection.exec(`PRAGMA user_version = ${migrations.length}`);
      return undefined;
    } catch (error) {
      return errorMessage(error);
    }
  }

  close(): void {
    if (this.#connection.isOpen) this.#connection.close();
  }
}
