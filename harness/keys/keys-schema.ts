import type { Schema } from '../store/database.ts';

const migrations: readonly string[] = [
  // The file has only the SHA-256 of each secret. Secrets are random and long, so they cannot be guessed.
  `CREATE TABLE agent_keys (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     digest TEXT NOT NULL UNIQUE,
     made_at INTEGER NOT NULL,
     used_at INTEGER
   ) STRICT;
   CREATE TABLE passkeys (
     id INTEGER PRIMARY KEY,
     credential TEXT NOT NULL UNIQUE,
     rp_id TEXT NOT NULL,
     public_key BLOB NOT NULL,
     counter INTEGER NOT NULL,
     transports TEXT NOT NULL,
     name TEXT NOT NULL,
     made_at INTEGER NOT NULL,
     used_at INTEGER
   ) STRICT;
   CREATE TABLE sign_ins (
     id INTEGER PRIMARY KEY,
     digest TEXT NOT NULL UNIQUE,
     browser TEXT NOT NULL,
     passkey INTEGER REFERENCES passkeys (id) ON DELETE CASCADE,
     began_at INTEGER NOT NULL,
     ends_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE codes (
     digest TEXT PRIMARY KEY,
     ends_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE links (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     digest TEXT NOT NULL UNIQUE,
     made_at INTEGER NOT NULL,
     ends_at INTEGER NOT NULL
   ) STRICT;`,
  // The home tells who sends such a key that it was revoked.
  `CREATE TABLE revoked_agent_keys (
     digest TEXT PRIMARY KEY,
     name TEXT NOT NULL
   ) STRICT;`,
];

/** The tables of `keys.sqlite`. */
export const keysSchema: Schema = {
  migrations,
  columns: {
    agent_keys: 'id, name, digest, made_at, used_at',
    passkeys: 'id, credential, rp_id, public_key, counter, transports, name, made_at, used_at',
    sign_ins: 'id, digest, browser, passkey, began_at, ends_at',
    codes: 'digest, ends_at',
    links: 'id, name, digest, made_at, ends_at',
    revoked_agent_keys: 'digest, name',
  },
};
