import type { Schema } from '../store/database.ts';

const migrations: readonly string[] = [
  // The ids of deleted subscriptions are not used again: a message that waits names its subscription by the id.
  `CREATE TABLE vapid (
     one INTEGER PRIMARY KEY CHECK (one = 1),
     public_key TEXT NOT NULL,
     private_key TEXT NOT NULL
   ) STRICT;
   CREATE TABLE subscriptions (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     endpoint TEXT NOT NULL UNIQUE,
     p256dh TEXT NOT NULL,
     auth TEXT NOT NULL,
     home TEXT NOT NULL,
     sign_in TEXT UNIQUE,
     settings TEXT,
     portals TEXT NOT NULL,
     changed_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE sent (
     subscription INTEGER NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
     tag TEXT NOT NULL,
     matter TEXT NOT NULL,
     PRIMARY KEY (subscription, tag)
   ) STRICT, WITHOUT ROWID;`,
  // The mark of the network from which a visitor came (harness/core/networks.ts).
  `ALTER TABLE subscriptions ADD COLUMN network TEXT NOT NULL DEFAULT '';`,
];

/** The tables of `push.sqlite`. */
export const pushSchema: Schema = {
  migrations,
  columns: {
    vapid: 'one, public_key, private_key',
    subscriptions: 'id, endpoint, p256dh, auth, home, sign_in, settings, portals, changed_at, network',
    sent: 'subscription, tag, matter',
  },
};
