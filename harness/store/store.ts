import { createHash, randomBytes } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { ChatMessageFrame } from '../../data/protocol.ts';
import { messageOf } from '../failure.ts';
import { SCHEMA_VERSION, migrate } from './schema.ts';

export interface Session {
  readonly id: number;
  /** What the visitor's browser keeps; the database has only its hash. */
  readonly secret: string;
  readonly resumed: boolean;
}

export type NewMessage = Omit<ChatMessageFrame, 'type' | 'seq'>;

/** Characters of text one resume sends at most, newest first: a browser asks for a conversation, not for an archive. */
const HISTORY_CHARACTERS = 512 * 1024;
const HISTORY_MESSAGES = 1_000;
const HOUR_MS = 3_600_000;
/** A session in which nothing was ever said is forgotten after a day. */
const EMPTY_SESSION_MS = 24 * HOUR_MS;

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const frameOf = (row: Record<string, unknown>): ChatMessageFrame => ({
  type: 'chat-message',
  id: String(row['id']),
  seq: Number(row['seq']),
  role: row['role'] === 'visitor' ? 'visitor' : 'resident',
  speaker: String(row['speaker']),
  text: String(row['text']),
  ts: Number(row['ts']),
  ...(typeof row['reply_to'] === 'string' ? { replyTo: row['reply_to'] } : {}),
  end: row['ending'] === 'stopped' ? 'stopped' : row['ending'] === 'failed' ? 'failed' : 'complete',
});

/** Sessions and their messages. Every method may throw: the caller tells the visitor, the process goes on. */
export class Store {
  private readonly database: DatabaseSync;
  private readonly now: () => number;
  /** Prepared once: a statement holds memory of SQLite's until it is collected. */
  private readonly statements = new Map<string, StatementSync>();

  /** `file` may be `:memory:`. */
  constructor(file: string, now: () => number = Date.now) {
    this.now = now;
    this.database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 2_000 });
    // WAL with NORMAL survives a killed process; only a power cut can lose the last moments.
    this.database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    migrate(this.database);
  }

  private statement(sql: string): StatementSync {
    const statement = this.statements.get(sql) ?? this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }

  /** The session of this secret, or a new one with a new secret: a visitor never chooses their own. */
  openSession(secret: string | undefined): Session {
    const now = this.now();
    if (secret !== undefined) {
      const row = this.statement('UPDATE sessions SET seen_at = ? WHERE secret_hash = ? RETURNING id').get(
        now,
        hashOf(secret),
      );
      if (row) return { id: Number(row['id']), secret, resumed: true };
    }
    const fresh = randomBytes(32).toString('base64url');
    const row = this.statement(
      'INSERT INTO sessions (secret_hash, created_at, seen_at) VALUES (?, ?, ?) RETURNING id',
    ).get(hashOf(fresh), now, now);
    return { id: Number(row?.['id']), secret: fresh, resumed: false };
  }

  /** Stores a message under the session's next `seq`. */
  append(session: number, message: NewMessage): ChatMessageFrame {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      const row = this.statement(
        'UPDATE sessions SET last_seq = last_seq + 1 WHERE id = ? RETURNING last_seq',
      ).get(session);
      if (!row) throw new Error('this session is no longer known');
      const seq = Number(row['last_seq']);
      const { id, role, speaker, text, ts, replyTo, end } = message;
      this.statement('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
        session,
        seq,
        id,
        role,
        speaker,
        text,
        ts,
        replyTo ?? null,
        end,
      );
      this.database.exec('COMMIT');
      return { type: 'chat-message', seq, ...message };
    } catch (error) {
      // A full disk has SQLite roll back by itself: a second one would fail, and hide why.
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }

  message(session: number, id: string): ChatMessageFrame | undefined {
    const row = this.statement('SELECT * FROM messages WHERE session_id = ? AND id = ?').get(session, id);
    return row && frameOf(row);
  }

  lastSeq(session: number): number {
    const row = this.statement('SELECT last_seq FROM sessions WHERE id = ?').get(session);
    return Number(row?.['last_seq'] ?? 0);
  }

  /** Messages after a cursor, oldest first: all of them, or as many of the newest as one resume carries. */
  after(session: number, cursor: number): ChatMessageFrame[] {
    const rows = this.statement(
      'SELECT * FROM messages WHERE session_id = ? AND seq > ? ORDER BY seq DESC LIMIT ?',
    )
      .all(session, cursor, HISTORY_MESSAGES)
      .map(frameOf);
    let characters = 0;
    const end = rows.findIndex(({ text }) => (characters += text.length) > HISTORY_CHARACTERS);
    return (end === -1 ? rows : rows.slice(0, Math.max(1, end))).reverse();
  }

  /** Deletes what is older than the configured age, and sessions in which nothing is left, but for those in `open`. */
  prune(keepMs: number, open: Iterable<number> = []): void {
    const now = this.now();
    const touch = this.statement('UPDATE sessions SET seen_at = ? WHERE id = ?');
    for (const session of open) touch.run(now, session);
    this.statement('DELETE FROM messages WHERE ts < ?').run(now - keepMs);
    this.statement(
      `DELETE FROM sessions WHERE seen_at < ? AND NOT EXISTS
           (SELECT 1 FROM messages WHERE messages.session_id = sessions.id)`,
    ).run(now - EMPTY_SESSION_MS);
  }

  /** What keeps the store from reading or writing, in SQLite's words, or undefined if nothing does. Never throws. */
  health(): string | undefined {
    try {
      this.statement('SELECT 1 FROM sessions LIMIT 1').get();
      this.statement('SELECT 1 FROM messages LIMIT 1').get();
      // The smallest write there is: a full disk and a folder made read-only show only there.
      this.database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  close(): void {
    if (this.database.isOpen) this.database.close();
  }
}
