import * as v from 'valibot';
import { type ChatMessageFrame, type ChatStep, chatSteps } from '../../data/chat/protocol.ts';
import type { Schema } from './database.ts';

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
  // 200 bytes are about what a message takes besides its text. Triggers count the bytes, so that every
  // deletion is counted.
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
  `CREATE TABLE IF NOT EXISTS milestones (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     at INTEGER NOT NULL,
     reason TEXT NOT NULL
   ) STRICT;`,
  `CREATE TABLE IF NOT EXISTS hook_deliveries (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     signature BLOB NOT NULL UNIQUE
   ) STRICT;`,
  // If the file is full, messages of these sessions are deleted first.
  `CREATE INDEX IF NOT EXISTS large_sessions ON sessions (bytes, id) WHERE bytes > 65536;`,
  // From this version on, messages of the household with the most bytes are deleted first. Each session from
  // before is a separate household.
  `DROP INDEX IF EXISTS large_sessions;
   CREATE TABLE households (
     id INTEGER PRIMARY KEY,
     mark TEXT UNIQUE,
     bytes INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   ALTER TABLE sessions ADD COLUMN household INTEGER NOT NULL DEFAULT 0;
   UPDATE sessions SET household = id;
   INSERT INTO households (id, bytes) SELECT id, bytes FROM sessions;
   CREATE INDEX households_by_bytes ON households (bytes);
   CREATE INDEX sessions_by_household ON sessions (household, bytes);
   CREATE TRIGGER session_bytes AFTER UPDATE OF bytes ON sessions BEGIN
     UPDATE households SET bytes = bytes + new.bytes - old.bytes WHERE id = new.household;
   END;
   CREATE TRIGGER session_deleted AFTER DELETE ON sessions BEGIN
     UPDATE households SET bytes = bytes - old.bytes WHERE id = old.household;
     DELETE FROM households WHERE id = old.household
       AND NOT EXISTS (SELECT 1 FROM sessions WHERE household = old.household);
   END;`,
];

const columns: Readonly<Record<string, string>> = {
  sessions: 'id, secret_hash, created_at, seen_at, last_seq, bytes, household',
  households: 'id, mark, bytes',
  messages: 'session_id, seq, id, role, speaker, text, ts, reply_to, ending, steps',
  known_time: 'id, at, doubted_ms',
  milestones: 'id, at, reason',
  hook_deliveries: 'id, signature',
};

/** The tables of `conversations.sqlite`. */
export const conversations: Schema = { migrations, columns };

/**
 * The steps of a row. Undefined if they cannot be read, so that at least the text of the message is shown.
 */
function stepsOf(json: unknown): ChatStep[] | undefined {
  if (typeof json !== 'string') return undefined;
  try {
    const parsed = v.safeParse(chatSteps, JSON.parse(json));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** A row of the table `messages` as the frame that clients get. */
export function frameOf(row: Record<string, unknown>): ChatMessageFrame {
  const steps = stepsOf(row['steps']);
  return {
    type: 'chat-message',
    id: String(row['id']),
    seq: Number(row['seq']),
    role: row['role'] === 'visitor' ? 'visitor' : 'resident',
    speaker: String(row['speaker']),
    text: String(row['text']),
    ts: Number(row['ts']),
    ...(typeof row['reply_to'] === 'string' ? { replyTo: row['reply_to'] } : {}),
    end: row['ending'] === 'stopped' ? 'stopped' : row['ending'] === 'failed' ? 'failed' : 'complete',
    ...(steps ? { steps } : {}),
  };
}
