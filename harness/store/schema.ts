import type { DatabaseSync } from 'node:sqlite';

/** The tables of one SQLite file. */
export interface Schema {
  /**
   * The SQL of each version, applied in order; the file's `user_version` says which it has. An entry
   * never changes after its release: a new one follows it.
   */
  readonly migrations: readonly string[];
  /**
   * The columns that are used, by table. A file of the newest version that lacks a column is
   * damaged.
   */
  readonly columns: Readonly<Record<string, string>>;
}

/** Throws where the file is damaged. Reads all of it, at some hundred megabytes a second. */
export function checkPages(database: DatabaseSync): void {
  const result = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (result !== 'ok') throw new Error(`the file is damaged (${String(result).replaceAll('\n', ' ')})`);
}

/** The version of a file: how many migrations it has. 0 for an empty one. */
export const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);

/**
 * Brings a database to the newest version. Throws if a newer home wrote it, or if a table is
 * missing.
 */
export function migrate(database: DatabaseSync, { migrations, columns }: Schema): void {
  const version = versionOf(database);
  if (version > migrations.length)
    throw new Error(`the database has version ${version}, this home knows ${migrations.length}`);
  migrations.slice(version).forEach((sql, index) => {
    database.exec(`BEGIN; ${sql} PRAGMA user_version = ${version + index + 1}; COMMIT;`);
  });
  for (const [table, names] of Object.entries(columns))
    database.prepare(`SELECT ${names} FROM ${table} LIMIT 0`).all();
}
