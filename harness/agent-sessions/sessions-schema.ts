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
  // What the sessions were at each moment. A block begins with all sessions that had not ended, and has their
  // changes until the next block. The changes of a closed block are packed.
  `CREATE TABLE blocks (
     id INTEGER PRIMARY KEY,
     at INTEGER NOT NULL,
     packed BLOB
   ) STRICT;
   CREATE TABLE changes (
     id INTEGER PRIMARY KEY,
     block INTEGER NOT NULL REFERENCES blocks (id) ON DELETE CASCADE,
     at INTEGER NOT NULL,
     record TEXT NOT NULL
   ) STRICT;
   CREATE INDEX changes_of_block ON changes (block);
   CREATE TABLE asks (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     asked_at INTEGER NOT NULL,
     ended_at INTEGER,
     ask TEXT NOT NULL
   ) STRICT;
   CREATE INDEX asks_by_time ON asks (asked_at);`,
];

/** The tables of `sessions.sqlite`. */
export const sessionsSchema: Schema = {
  migrations,
  columns: {
    sessions: 'id, name, record, updated_at',
    known_time: 'id, at, doubted_ms',
    blocks: 'id, at, packed',
    changes: 'id, block, at, record',
    asks: 'id, name, asked_at, ended_at, ask',
  },
};
