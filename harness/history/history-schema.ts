import type { Schema } from '../store/database.ts';

const migrations: readonly string[] = [
  // A bar has the checks of half an hour or of a day, and the counts of their latencies (see latencies.ts).
  // Each check is counted in both kinds of bar at once, so no bars have to be merged later.
  `CREATE TABLE subjects (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     checked_at INTEGER NOT NULL,
     state TEXT NOT NULL
   ) STRICT;
   CREATE TABLE bars (
     subject INTEGER NOT NULL REFERENCES subjects (id) ON DELETE CASCADE,
     seconds INTEGER NOT NULL,
     begin INTEGER NOT NULL,
     up INTEGER NOT NULL,
     down INTEGER NOT NULL,
     maintenance INTEGER NOT NULL,
     latencies BLOB,
     PRIMARY KEY (subject, seconds, begin)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE incidents (
     id INTEGER PRIMARY KEY,
     subject INTEGER NOT NULL REFERENCES subjects (id) ON DELETE CASCADE,
     begin INTEGER NOT NULL,
     seen INTEGER NOT NULL,
     ended INTEGER,
     ending TEXT NOT NULL,
     cause TEXT NOT NULL
   ) STRICT;
   CREATE INDEX incidents_of_subject ON incidents (subject, begin);
   CREATE TABLE known_time (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     at INTEGER NOT NULL,
     doubted_ms INTEGER NOT NULL
   ) STRICT;
   INSERT INTO known_time VALUES (1, 0, 0);`,
];

/** The tables of `history.sqlite`. */
export const historySchema: Schema = {
  migrations,
  columns: {
    subjects: 'id, name, checked_at, state',
    bars: 'subject, seconds, begin, up, down, maintenance, latencies',
    incidents: 'id, subject, begin, seen, ended, ending, cause',
    known_time: 'id, at, doubted_ms',
  },
};
