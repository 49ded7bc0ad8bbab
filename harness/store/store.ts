import { createHash, randomBytes } from 'node:crypto';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { ChatMessageFrame } from '../../data/chat/protocol.ts';
import { errorMessage } from '../user-error.ts';
import { isDamage } from './failures.ts';
import { type KnownTime, latestPlausible, nextKnownTime, timeToStore } from './known-time.ts';
import { SCHEMA_VERSION, checkPages, migrate } from './schema.ts';

export interface Session {
  readonly id: number;
  /** What the visitor's browser keeps; the database has only its hash. */
  readonly secret: string;
  readonly resumed: boolean;
}

export type NewMessage = Omit<ChatMessageFrame, 'type' | 'seq'>;

/**
 * Bytes of frames one resume sends at most, newest first: a browser asks for a conversation, not
 * for an archive.
 */
const HISTORY_BYTES = 512 * 1024;
const HISTORY_MESSAGES = 1_000;
/**
 * Bytes one session keeps, its oldest messages go first. More than one resume sends, so nothing
 * goes that is still seen.
 */
const SESSION_BYTES = 2 * 1024 * 1024;
const DEFAULT_MAX_BYTES = 500_000_000;
const HOUR_MS = 3_600_000;
/**
 * A session in which nothing was ever said is forgotten after a day, or sooner when there are more
 * than these.
 */
const EMPTY_SESSION_MS = 24 * HOUR_MS;
const MAX_EMPTY_SESSIONS = 50_000;
/**
 * Rows one statement deletes at most, and statements one call: a visitor who waits shall not
 * notice.
 */
const DELETED_AT_ONCE = 256;
const DELETE_ROUNDS = 8;

export interface StoreOptions {
  readonly now?: () => number;
  /** Milliseconds this process has run, whatever the clock does. */
  readonly uptime?: () => number;
  /** Bytes the file may have. When it is full the oldest messages go. */
  readonly maxBytes?: number;
}

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

/**
 * Sessions and their messages. Every method may throw: the caller tells the visitor, the process
 * goes on.
 */
export class Store {
  readonly #database: DatabaseSync;
  readonly #now: () => number;
  readonly #uptime: () => number;
  readonly #maxBytes: number;
  #known: KnownTime;
  #maintainedAt: number;
  /** What SQLite said when it came upon damage: it may lie where `health` does not look. */
  #damage: string | undefined;
  /** Prepared once: a statement holds memory of SQLite's until it is collected. */
  readonly #statements = new Map<string, StatementSync>();

  /** `file` may be `:memory:`. Throws where the file is damaged or of a newer home. */
  constructor(file: string, options: StoreOptions = {}) {
    const { now = Date.now, uptime = () => performance.now(), maxBytes = DEFAULT_MAX_BYTES } = options;
    this.#now = now;
    this.#uptime = uptime;
    this.#maxBytes = maxBytes;
    this.#database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 2_000 });
    try {
      checkPages(this.#database);
      // WAL with NORMAL survives a killed process; only a power cut can lose the last moments.
      this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
      migrate(this.#database);
      this.#maintainedAt = uptime();
      // A file that has just been made has no other time to compare the clock with.
      this.#statement('UPDATE known_time SET at = ? WHERE at = 0').run(now());
      const row = this.#statement('SELECT at, doubted_ms FROM known_time').get();
      this.#known = { at: Number(row?.['at']), doubtedMs: Number(row?.['doubted_ms']) };
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Runs a piece of work, and remembers damage it comes upon until the next start. */
  #attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isDamage(error)) this.#damage = errorMessage(error);
      throw error;
    }
  }

  /** The same for work that writes, as one transaction. */
  #write<T>(work: () => T): T {
    return this.#attempt(() => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        this.#database.exec('COMMIT');
        return result;
      } catch (error) {
        // A full disk has SQLite roll back by itself: a second one would fail, and hide why.
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  /**
   * The session of this secret, or a new one with a new secret: a visitor never chooses their own.
   */
  openSession(secret: string | undefined): Session {
    const now = this.#now();
    return this.#write(() => {
      if (secret !== undefined) {
        const row = this.#statement('UPDATE sessions SET seen_at = ? WHERE secret_hash = ? RETURNING id').get(
          now,
          hashOf(secret),
        );
        if (row) return { id: Number(row['id']), secret, resumed: true };
      }
      const fresh = randomBytes(32).toString('base64url');
      const row = this.#statement(
        'INSERT INTO sessions (secret_hash, created_at, seen_at) VALUES (?, ?, ?) RETURNING id',
      ).get(hashOf(fresh), now, now);
      return { id: Number(row?.['id']), secret: fresh, resumed: false };
    });
  }

  /**
   * Stores a message under the session's next `seq`. Where there is no room for it the oldest ones
   * go.
   */
  append(session: number, message: NewMessage): ChatMessageFrame {
    const stored = { ...message, ts: timeToStore(this.#known, message.ts) };
    return this.#write(() => {
      const row = this.#statement(
        'UPDATE sessions SET last_seq = last_seq + 1 WHERE id = ? RETURNING last_seq',
      ).get(session);
      if (!row) throw new Error('this session is no longer known');
      const seq = Number(row['last_seq']);
      const { id, role, speaker, text, ts, replyTo, end } = stored;
      this.#statement('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(
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
      this.#shorten(session);
      this.#makeRoom();
      return { type: 'chat-message', seq, ...stored };
    });
  }

  /** Deletes a session's oldest messages until the others fit. */
  #shorten(session: number): void {
    const size = this.#statement('SELECT bytes FROM sessions WHERE id = ?');
    const oldest = this.#statement(
      `DELETE FROM messages WHERE session_id = ?1 AND seq =
         (SELECT min(seq) FROM messages WHERE session_id = ?1)`,
    );
    while (Number(size.get(session)?.['bytes']) > SESSION_BYTES && oldest.run(session).changes > 0);
  }

  /** Deletes the oldest messages of all sessions until the file has room. */
  #makeRoom(): void {
    for (let round = 0; round < DELETE_ROUNDS && this.#usedBytes() > this.#maxBytes; round++)
      this.#deleteMessages(Infinity);
  }

  /** Bytes in use. What has been deleted is used again before the file grows. */
  #usedBytes(): number {
    const figure = (name: string): number => Number(this.#statement(`PRAGMA ${name}`).get()?.[name] ?? 0);
    return (figure('page_count') - figure('freelist_count')) * figure('page_size');
  }

  /** Deletes some of the oldest messages from before a moment; says how many. */
  #deleteMessages(before: number): number {
    const { changes } = this.#statement(
      `DELETE FROM messages WHERE (session_id, seq) IN
         (SELECT session_id, seq FROM messages WHERE ts < ? ORDER BY ts LIMIT ?)`,
    ).run(before, DELETED_AT_ONCE);
    return Number(changes);
  }

  message(session: number, id: string): ChatMessageFrame | undefined {
    const row = this.#attempt(() =>
      this.#statement('SELECT * FROM messages WHERE session_id = ? AND id = ?').get(session, id),
    );
    return row && frameOf(row);
  }

  lastSeq(session: number): number {
    const row = this.#attempt(() =>
      this.#statement('SELECT last_seq FROM sessions WHERE id = ?').get(session),
    );
    return Number(row?.['last_seq'] ?? 0);
  }

  /**
   * Messages after a cursor, oldest first: all of them, or as many of the newest as one resume
   * carries.
   */
  after(session: number, cursor: number): ChatMessageFrame[] {
    return this.#attempt(() => {
      const frames: ChatMessageFrame[] = [];
      let bytes = 0;
      for (const row of this.#statement(
        'SELECT * FROM messages WHERE session_id = ? AND seq > ? ORDER BY seq DESC LIMIT ?',
      ).iterate(session, cursor, HISTORY_MESSAGES)) {
        const frame = frameOf(row);
        bytes += Buffer.byteLength(JSON.stringify(frame));
        if (bytes > HISTORY_BYTES) break;
        frames.push(frame);
      }
      return frames.reverse();
    });
  }

  /** The newest messages of a session, oldest first. */
  latest(session: number, count: number): ChatMessageFrame[] {
    return this.#attempt(() =>
      this.#statement('SELECT * FROM messages WHERE session_id = ? ORDER BY seq DESC LIMIT ?')
        .all(session, count)
        .map(frameOf)
        .reverse(),
    );
  }

  /**
   * To be called every minute. Writes down the time; deletes what is older than the configured
   * age, some of it each time; and forgets sessions in which nothing is left, unless one is open.
   */
  maintain(keepMs: number, isOpen: (session: number) => boolean = () => false): void {
    const uptime = this.#uptime();
    const known = nextKnownTime(this.#known, this.#now(), uptime - this.#maintainedAt);
    this.#write(() => {
      this.#statement('UPDATE known_time SET at = ?, doubted_ms = ?').run(known.at, known.doubtedMs);
      // A clock that was ahead has left times behind that would never grow old.
      if (known.doubtedMs === 0)
        this.#statement('UPDATE messages SET ts = ? WHERE ts > ?').run(known.at, latestPlausible(known));
      for (let round = 0; round < DELETE_ROUNDS; round++)
        if (this.#deleteMessages(known.at - keepMs) < DELETED_AT_ONCE) break;
      this.#makeRoom();
      const forget = this.#statement('DELETE FROM sessions WHERE id = ?');
      for (const session of this.#emptySessions(known.at - EMPTY_SESSION_MS))
        if (!isOpen(session)) forget.run(session);
    });
    this.#known = known;
    this.#maintainedAt = uptime;
  }

  /**
   * Sessions without a message that were not opened since, and the oldest of those that are too
   * many.
   */
  #emptySessions(since: number): number[] {
    const count = this.#statement('SELECT count(*) AS count FROM sessions WHERE bytes = 0').get()?.['count'];
    return this.#statement(
      `SELECT id FROM sessions WHERE bytes = 0 AND seen_at < ?
       UNION SELECT id FROM (SELECT id FROM sessions WHERE bytes = 0 ORDER BY seen_at LIMIT ?)`,
    )
      .all(since, Math.max(0, Number(count) - MAX_EMPTY_SESSIONS))
      .map(({ id }) => Number(id));
  }

  /**
   * What keeps the store from reading or writing, in SQLite's words, or undefined if nothing does.
   * Never throws.
   */
  health(): string | undefined {
    if (this.#damage !== undefined) return this.#damage;
    try {
      this.#statement('SELECT 1 FROM sessions LIMIT 1').get();
      this.#statement('SELECT 1 FROM messages LIMIT 1').get();
      // The smallest write there is: a full disk and a folder made read-only show only there.
      this.#database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
      return undefined;
    } catch (error) {
      return errorMessage(error);
    }
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }
}
