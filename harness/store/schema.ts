import type { DatabaseSync } from 'node:sqlite';

/**
 * One entry a version, applied in order; `user_version` says how far a file has come. An entry never changes once it has
 * been released: a new one follows it.
 */
const migrations: readonly string[] = [
  `CREATE TABLE sessions (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     secret_hash BLOB NOT NULL UNIQUE,
     created_at INTEGER NOT NULL,
     seen_at INTEGER NOT NULL,
     last_seq INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE TABLE messages (
     session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
     seq INTEGER NOT NULL,
     id TEXT NOT NULL,
     role TEXT NOT NULL,
     speaker TEXT NOT NULL,
     text TEXT NOT NULL,
     ts INTEGER NOT NULL,
     reply_to TEXT,
     ending TEXT NOT NULL,
     PRIMARY KEY (session_id, seq),
     UNIQUE (session_id, id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX messages_by_age ON messages (ts);`,
];

/** Of a database that `migrate` has seen. */
export const SCHEMA_VERSION = migrations.length;

/** Brings a database to the newest version; refuses one written by a newer home. */
export function migrate(database: DatabaseSync): void {
  const row = database.prepare('PRAGMA user_version').get();
  const version = Number(row?.['user_version'] ?? 0);
  if (version > migrations.length)
    throw new Error(`the database has version ${version}, this home knows ${migrations.length}`);
  migrations.slice(version).forEach((sql, index) => {
    database.exec(`BEGIN; ${sql} PRAGMA user_version = ${version + index + 1}; COMMIT;`);
  });
}
