import type { Schema } from '../store/database.ts';

const migrations: readonly string[] = [
  // The record of each letter as JSON, and the sessions whose programs take letters.
  `CREATE TABLE letters (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     record TEXT NOT NULL
   ) STRICT;
   CREATE TABLE takers (
     session TEXT PRIMARY KEY,
     wakes INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
];

/** The tables of `letters.sqlite`. */
export const lettersSchema: Schema = {
  migrations,
  columns: { letters: 'id, name, record', takers: 'session, wakes' },
};
