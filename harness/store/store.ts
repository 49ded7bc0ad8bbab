import type { ChatMessageFrame } from '../../data/chat/protocol.ts';
import {
  type ConversationStore,
  DEFAULT_STORE_BYTES,
  KEPT_SHARE,
  MAX_EMPTY_SESSION_AGE_MS,
  MAX_EMPTY_SESSIONS,
  MAX_HISTORY_BYTES,
  MAX_HISTORY_MESSAGES,
  MAX_SESSION_BYTES,
  type NewMessage,
  NoNewSessionError,
  type Opening,
  type Session,
  type StoredMessage,
} from './conversation-store.ts';
import { hashOf, newSecret } from '../core/secret.ts';
import { conversations, frameOf } from './conversations-schema.ts';
import { Database } from './database.ts';
import { HookMemory } from './hook-memory.ts';
import { StoredTime, latestPlausible } from './known-time.ts';

/** A milestone that the resident celebrated for all visitors; `at` is in milliseconds since the epoch. */
type Milestone = { readonly id: number; readonly reason: string; readonly at: number };

/** Limits for the deletions of one call, because the process does nothing else while SQLite deletes. */
const MAX_ROWS_PER_DELETE = 256;
const MAX_DELETES_PER_CALL = 8;
const MAX_ROWS_PER_CALL = MAX_ROWS_PER_DELETE * MAX_DELETES_PER_CALL;
/** The maximum number of milestones: as many as a feed has entries. */
const MAX_MILESTONES = 50;

interface StoreOptions {
  readonly now?: () => number;
  /** How long this process has run, in milliseconds, independent of the clock. */
  readonly uptime?: () => number;
  /**
   * The maximum bytes of the file. When the file is full, the household with the most bytes loses messages.
   */
  readonly maxBytes?: number;
}

/** Sessions and their messages in a file of SQLite. Every method may throw. */
export class Store implements ConversationStore {
  /** The accepted webhooks. */
  readonly hooks: HookMemory;
  readonly #database: Database;
  readonly #now: () => number;
  readonly #time: StoredTime;
  readonly #maxBytes: number;
  /** `file` may be `:memory:`. Throws if the file is damaged, or was written by a newer home. */
  constructor(file: string, options: StoreOptions = {}) {
    const { now = Date.now, uptime = () => performance.now(), maxBytes = DEFAULT_STORE_BYTES } = options;
    this.#now = now;
    this.#maxBytes = maxBytes;
    this.#database = new Database(file, conversations);
    this.hooks = new HookMemory(this.#database);
    this.#time = new StoredTime(this.#database, now, uptime);
  }

  openSession(secret: string | undefined, { household, mayBegin = true }: Opening = {}): Session {
    const now = this.#now();
    return this.#database.write(() => {
      if (secret !== undefined) {
        const row = this.#database
          .statement('UPDATE sessions SET seen_at = ? WHERE secret_hash = ? RETURNING id')
          .get(now, hashOf(secret));
        if (row) return { id: String(row['id']), secret, resumed: true };
      }
      if (!mayBegin) throw new NoNewSessionError();
      const fresh = newSecret();
      const row = this.#database
        .statement(
          'INSERT INTO sessions (secret_hash, created_at, seen_at, household) VALUES (?, ?, ?, ?) RETURNING id',
        )
        .get(hashOf(fresh), now, now, this.#householdId(household));
      return { id: String(row?.['id']), secret: fresh, resumed: false };
    });
  }

  /** The row of a household, which is added if it is missing. */
  #householdId(household: string | undefined): number {
    const row = this.#database
      .statement(
        `INSERT INTO households (mark) VALUES (?)
         ON CONFLICT (mark) DO UPDATE SET mark = excluded.mark RETURNING id`,
      )
      .get(household ?? null);
    return Number(row?.['id']);
  }

  /** The session of this secret, if it has messages. This read does not count as a visit. */
  sessionOf(secret: string): string | undefined {
    const row = this.#database.read(() =>
      this.#database
        .statement('SELECT id FROM sessions WHERE secret_hash = ? AND bytes > 0')
        .get(hashOf(secret)),
    );
    return row && String(row['id']);
  }

  /** Deletes a session with its messages. */
  deleteSession(session: string): void {
    this.#database.write(() => this.#database.statement('DELETE FROM sessions WHERE id = ?').run(session));
  }

  /** Stores a message as the interface says. If there is no room, old messages are deleted first. */
  append(session: string, message: NewMessage): StoredMessage {
    const stored = { ...message, ts: this.#time.toStore(message.ts) };
    return this.#database.write(() => {
      const known = this.message(session, message.id);
      if (known) return { frame: known, isNew: false };
      this.#makeRoom();
      const row = this.#database
        .statement('UPDATE sessions SET last_seq = last_seq + 1 WHERE id = ? RETURNING last_seq')
        .get(session);
      if (!row) throw new Error('this session is no longer known');
      const seq = Number(row['last_seq']);
      const { id, role, speaker, text, ts, replyTo, end, steps } = stored;
      this.#database
        .statement('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
        .run(
          session,
          seq,
          id,
          role,
          speaker,
          text,
          ts,
          replyTo ?? null,
          end,
          steps ? JSON.stringify(steps) : null,
        );
      this.#trimSession(session, MAX_SESSION_BYTES);
      return { frame: { type: 'chat-message', seq, ...stored }, isNew: true };
    });
  }

  /**
   * Deletes the oldest messages of a session until the others fit, but not too many in one call. Returns the
   * number of deleted messages.
   */
  #trimSession(session: string, maxBytes: number): number {
    const size = this.#database.statement('SELECT bytes FROM sessions WHERE id = ?');
    const oldest = this.#database.statement(
      `DELETE FROM messages WHERE session_id = ?1 AND seq =
         (SELECT min(seq) FROM messages WHERE session_id = ?1)`,
    );
    let rows = 0;
    for (; rows < MAX_ROWS_PER_DELETE && Number(size.get(session)?.['bytes']) > maxBytes; rows++)
      oldest.run(session);
    return rows;
  }

  /**
   * Deletes messages while the file is full: the oldest messages of the largest session of the household with
   * the most bytes. Of equal households or sessions, the newest loses messages. So a flood of messages
   * displaces only itself, however many sessions it opens, and a household with few bytes loses nothing while
   * another has more.
   */
  #makeRoom(): void {
    const largest = this.#database.statement(
      `SELECT id, bytes FROM sessions WHERE bytes > 0 AND household =
         (SELECT id FROM households ORDER BY bytes DESC, id DESC LIMIT 1)
       ORDER BY bytes DESC, id DESC LIMIT 1`,
    );
    for (let left = MAX_ROWS_PER_CALL; left > 0 && this.#database.usedBytes() > this.#maxBytes;) {
      const session = largest.get();
      if (!session) return;
      left -= this.#trimSession(String(session['id']), Number(session['bytes']) * KEPT_SHARE);
    }
  }

  /** Deletes some of the oldest messages from before a moment. Returns the number of deleted messages. */
  #deleteMessages(before: number): number {
    const { changes } = this.#database
      .statement(
        `DELETE FROM messages WHERE (session_id, seq) IN
         (SELECT session_id, seq FROM messages WHERE ts < ? ORDER BY ts LIMIT ?)`,
      )
      .run(before, MAX_ROWS_PER_DELETE);
    return Number(changes);
  }

  message(session: string, id: string): ChatMessageFrame | undefined {
    const row = this.#database.read(() =>
      this.#database.statement('SELECT * FROM messages WHERE session_id = ? AND id = ?').get(session, id),
    );
    return row && frameOf(row);
  }

  lastSeq(session: string): number {
    const row = this.#database.read(() =>
      this.#database.statement('SELECT last_seq FROM sessions WHERE id = ?').get(session),
    );
    return Number(row?.['last_seq'] ?? 0);
  }

  after(session: string, cursor: number): ChatMessageFrame[] {
    return this.#database.read(() => {
      const frames: ChatMessageFrame[] = [];
      let bytes = 0;
      for (const row of this.#database
        .statement('SELECT * FROM messages WHERE session_id = ? AND seq > ? ORDER BY seq DESC LIMIT ?')
        .iterate(session, cursor, MAX_HISTORY_MESSAGES)) {
        const frame = frameOf(row);
        bytes += Buffer.byteLength(JSON.stringify(frame));
        if (bytes > MAX_HISTORY_BYTES) break;
        frames.push(frame);
      }
      return frames.reverse();
    });
  }

  latest(session: string, count: number): ChatMessageFrame[] {
    return this.#database.read(() =>
      this.#database
        .statement('SELECT * FROM messages WHERE session_id = ? ORDER BY seq DESC LIMIT ?')
        .all(session, count)
        .map(frameOf)
        .reverse(),
    );
  }

  /**
   * Call it every minute. Stores the known time, deletes some of the messages that are older
   * than `keepMs`, and deletes empty sessions that are not open.
   */
  maintain(keepMs: number, isOpen: (session: string) => boolean = () => false): void {
    this.#time.step((known) => {
      // Corrects the times of messages that were stored while the clock was ahead. Otherwise these messages
      // would not become old.
      if (known.doubtedMs === 0)
        this.#database
          .statement('UPDATE messages SET ts = ? WHERE ts > ?')
          .run(known.at, latestPlausible(known));
      for (let round = 0; round < MAX_DELETES_PER_CALL; round++)
        if (this.#deleteMessages(known.at - keepMs) < MAX_ROWS_PER_DELETE) break;
      this.#makeRoom();
      const deleteSession = this.#database.statement('DELETE FROM sessions WHERE id = ?');
      for (const session of this.#emptySessions(known.at - MAX_EMPTY_SESSION_AGE_MS))
        if (!isOpen(session)) deleteSession.run(session);
    });
  }

  /**
   * Returns sessions without messages: those that were not opened since a moment and, if there are too many,
   * the newest. So a flood of new sessions displaces only itself.
   */
  #emptySessions(since: number): string[] {
    const count = this.#database.statement('SELECT count(*) AS count FROM sessions WHERE bytes = 0').get()?.[
      'count'
    ];
    return this.#database
      .statement(
        `SELECT id FROM sessions WHERE bytes = 0 AND seen_at < ?
       UNION SELECT id FROM (SELECT id FROM sessions WHERE bytes = 0 ORDER BY id DESC LIMIT ?)`,
      )
      .all(since, Math.max(0, Number(count) - MAX_EMPTY_SESSIONS))
      .map(({ id }) => String(id));
  }

  /** Stores a milestone; the oldest is deleted if there are too many. */
  addMilestone(reason: string): void {
    const at = this.#time.toStore();
    this.#database.write(() => {
      this.#database.statement('INSERT INTO milestones (at, reason) VALUES (?, ?)').run(at, reason);
      this.#database
        .statement(
          'DELETE FROM milestones WHERE id NOT IN (SELECT id FROM milestones ORDER BY id DESC LIMIT ?)',
        )
        .run(MAX_MILESTONES);
    });
  }

  /** All milestones, the newest first. */
  milestones(): Milestone[] {
    return this.#database.read(() =>
      this.#database
        .statement('SELECT id, at, reason FROM milestones ORDER BY id DESC')
        .all()
        .map(({ id, at, reason }) => ({ id: Number(id), at: Number(at), reason: String(reason) })),
    );
  }

  /** Why the store cannot read or write, in SQLite's words; undefined if it can. Never throws. */
  health(): string | undefined {
    return this.#database.health();
  }

  close(): void {
    this.#database.close();
  }
}
