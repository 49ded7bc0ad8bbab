import type { Schema } from '../store/database.ts';

const migrations: readonly string[] = [
  `CREATE TABLE sessions (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     sender TEXT NOT NULL,
     folder TEXT,
     model TEXT NOT NULL DEFAULT '',
     -- The first days with records of requests, and with counters.
     requests_since TEXT,
     counters_since TEXT,
     context TEXT,
     -- The status line's last cost of the whole session, and when it was.
     status_nanos INTEGER,
     status_at INTEGER,
     updated_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX sessions_by_time ON sessions (updated_at);
   -- Money is in billionths of a dollar, so that sums are exact. NULL: no price is known.
   CREATE TABLE usage (
     session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
     day TEXT NOT NULL,
     model TEXT NOT NULL,
     source INTEGER NOT NULL,
     input INTEGER NOT NULL DEFAULT 0,
     output INTEGER NOT NULL DEFAULT 0,
     cache_read INTEGER NOT NULL DEFAULT 0,
     cache_write INTEGER NOT NULL DEFAULT 0,
     nanos INTEGER,
     unpriced INTEGER NOT NULL DEFAULT 0,
     updated_at INTEGER NOT NULL,
     PRIMARY KEY (session, day, model, source)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX usage_by_day ON usage (day);
   -- Digests of what was counted, so that an export that is repeated counts once.
   CREATE TABLE seen (
     digest BLOB PRIMARY KEY,
     at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   -- The last value of each cumulative counter.
   CREATE TABLE counters (
     digest BLOB PRIMARY KEY,
     value REAL NOT NULL,
     time INTEGER NOT NULL,
     at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE limits (
     sender TEXT NOT NULL,
     harness TEXT NOT NULL,
     window TEXT NOT NULL,
     used REAL NOT NULL,
     resets_at INTEGER NOT NULL,
     at INTEGER NOT NULL,
     PRIMARY KEY (sender, harness, window)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE known_time (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     at INTEGER NOT NULL,
     doubted_ms INTEGER NOT NULL
   ) STRICT;
   INSERT INTO known_time VALUES (1, 0, 0);`,
];

/** The tables of `usage.sqlite`. */
export const usageSchema: Schema = {
  migrations,
  columns: {
    sessions:
      'id, name, sender, folder, model, requests_since, counters_since, context, status_nanos, status_at, updated_at',
    usage: 'session, day, model, source, input, output, cache_read, cache_write, nanos, unpriced, updated_at',
    seen: 'digest, at',
    counters: 'digest, value, time, at',
    limits: 'sender, harness, window, used, resets_at, at',
    known_time: 'id, at, doubted_ms',
  },
};
