import type { Schema } from '../store/database.ts';

const migrations: readonly string[] = [
  // The record of each session as JSON, and an event for each change of its state.
  `CREATE TABLE sessions (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     record TEXT NOT NULL,
     updated_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE events (
     id INTEGER PRIMARY KEY,
     session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
     at INTEGER NOT NULL,
     state TEXT NOT NULL,
     detail TEXT NOT NULL
   ) STRICT;
   CREATE INDEX events_of_session ON events (session, at);
   CREATE TABLE known_time (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     at INTEGER NOT NULL,
     doubted_ms INTEGER NOT NULL
   ) STRICT;
   INSERT INTO known_time VALUES (1, 0, 0);`,
  'DROP TABLE events;',
];

/** The tables of `sessions.sqlite`. */
export const sessionsSchema: Schema = {
  migrations,
  columns: {
    sessions: 'id, name, record, updated_at',
    known_time: 'id, at, doubted_ms',
  },
};
