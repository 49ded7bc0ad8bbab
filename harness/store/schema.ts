import type { DatabaseSync } from 'node:sqlite';

/**
 * The SQL of each version, applied in order; the file's `user_version` says which it has. An entry
 * never changes after its release: a new one follows it.
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
  // 200 bytes are about what a message takes besides its text. Triggers count, so that no way to
  // delete can forget to.
  `ALTER TABLE sessions ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
   UPDATE sessions SET bytes =
     (SELECT coalesce(sum(octet_length(text) + 200), 0) FROM messages WHERE session_id = sessions.id);
   CREATE INDEX empty_sessions ON sessions (seen_at) WHERE bytes = 0;
   CREATE TRIGGER message_added AFTER INSERT ON messages BEGIN
     UPDATE sessions SET bytes = bytes + octet_length(new.text) + 200 WHERE id = new.session_id;
   END;
   CREATE TRIGGER message_deleted AFTER DELETE ON messages BEGIN
     UPDATE sessions SET bytes = bytes - octet_length(old.text) - 200 WHERE id = old.session_id;
   END;
   CREATE TABLE known_time (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     at INTEGER NOT NULL,
     doubted_ms INTEGER NOT NULL
   ) STRICT;
   INSERT INTO known_time SELECT 1, max(
     coalesce((SELECT max(ts) FROM messages), 0),
     coalesce((SELECT max(seen_at) FROM sessions), 0)), 0;`,
  // The tool calls of an answer, as JSON; they count like its text.
  `ALTER TABLE messages ADD COLUMN steps TEXT;
   DROP TRIGGER message_added;
   DROP TRIGGER message_deleted;
   CREATE TRIGGER message_added AFTER INSERT ON messages BEGIN
     UPDATE sessions SET bytes = bytes + octet_length(new.text)
       + coalesce(octet_length(new.steps), 0) + 200 WHERE id = new.session_id;
   END;
   CREATE TRIGGER message_deleted AFTER DELETE ON messages BEGIN
     UPDATE sessions SET bytes = bytes - octet_length(old.text)
       - coalesce(octet_length(old.steps), 0) - 200 WHERE id = old.session_id;
   END;`,
];

/** The version of a database after `migrate`. */
export const SCHEMA_VERSION = migrations.length;

/** The columns the store uses. A file of this version that lacks one of them is damaged. */
const columns: Readonly<Record<string, string>> = {
  sessions: 'id, secret_hash, created_at, seen_at, last_seq, bytes',
  messages: 'session_id, seq, id, role, speaker, text, ts, reply_to, ending, steps',
  known_time: 'id, at, doubted_ms',
};

/** Throws where the file is damaged. Reads all of it, at some hundred megabytes a second. */
export function checkPages(database: DatabaseSync): void {
  const result = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (result !== 'ok') throw new Error(`the file is damaged (${String(result).replaceAll('\n', ' ')})`);
}

/**
 * Brings a database to the newest version. Throws if a newer home wrote it, or if a table is
 * missing.
 */
export function migrate(database: DatabaseSync): void {
  const row = database.prepare('PRAGMA user_version').get();
  const version = Number(row?.['user_version'] ?? 0);
  if (version > migrations.length)
    throw new Error(`the database has version ${version}, this home knows ${migrations.length}`);
  migrations.slice(version).forEach((sql, index) => {
    database.exec(`BEGIN; ${sql} PRAGMA user_version = ${version + index + 1}; COMMIT;`);
  });
  for (const [table, names] of Object.entries(columns))
    database.prepare(`SELECT ${names} FROM ${table} LIMIT 0`).all();
}
