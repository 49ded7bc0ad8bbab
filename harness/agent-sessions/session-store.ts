import * as v from 'valibot';
import { HOUR_MS } from '../../data/core/time.ts';
import { type DayAsk, MAX_DAY_ASKS, dayAsk } from '../../data/day/agent-day.ts';
import { instant } from '../../data/readings/schemas/bounds.ts';
import { Database } from '../store/database.ts';
import { StoredTime } from '../store/known-time.ts';
import { KEPT_MS, SessionPast } from './session-past.ts';
import type { SessionRecord } from './session-record.ts';
import { sessionsSchema } from './sessions-schema.ts';

/**
 * The maximum number of stored sessions. If there are more, sessions are deleted: first those that have
 * ended, and of these the oldest.
 */
const MAX_KEPT = 5_000;
/** The maximum number of stored asks: those of 90 days of ten busy agents. */
const MAX_KEPT_ASKS = 10_000;
/** The maximum number of sessions that are read at the start, and that are kept in memory. */
export const MAX_SESSIONS = 1_000;

/**
 * The SQL order of the sessions, the most important first. Ended sessions are last: many of them must not
 * displace a session that waits.
 */
const ENDED_LAST = `CASE WHEN json_valid(record) THEN json_extract(record, '$.ended') ELSE 1 END, updated_at DESC`;

interface StoreOptions {
  readonly now: () => number;
  /** The milliseconds that this process has run. Setting the system clock does not change them. */
  readonly uptime?: () => number;
  readonly maxSessions?: number;
}

/** Parses a stored record; undefined if the text is no record. */
function recordOf(text: string): SessionRecord | undefined {
  try {
    const record = JSON.parse(text) as Partial<SessionRecord> | null;
    const isWhole = record?.main !== undefined && Array.isArray(record.agents) && Array.isArray(record.files);
    const times = [record?.began, record?.since, record?.updatedAt];
    return isWhole && times.every((time) => v.is(instant, time)) ? (record as SessionRecord) : undefined;
  } catch {
    return undefined;
  }
}

/** Parses a stored ask; undefined if the text is none, or that of another version. */
function askOf(text: string): DayAsk | undefined {
  try {
    const parsed = v.safeParse(dayAsk, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The sessions of coding agents in one SQLite file: as they are, and as they were at each moment of the last 90
 * days. Every method may throw.
 */
export class SessionStore {
  readonly past: SessionPast;
  readonly #database: Database;
  readonly #time: StoredTime;
  readonly #maxSessions: number;
  readonly #now: () => number;

  /** `file` may be `:memory:`. Throws if the file is damaged, or was written by a newer home. */
  constructor(file: string, { now, uptime = () => performance.now(), maxSessions = MAX_KEPT }: StoreOptions) {
    this.#maxSessions = maxSessions;
    this.#now = now;
    this.#database = new Database(file, sessionsSchema);
    this.#time = new StoredTime(this.#database, now, uptime);
    this.past = new SessionPast(this.#database);
  }

  /** Call it once at the start, with the sessions that the home shows from now on. */
  begin(records: readonly SessionRecord[], at: number): void {
    this.#changing(() =>
      this.#database.write(() => {
        this.past.begin(records, at);
        this.#endAsks(at);
      }),
    );
  }

  /** One session; undefined if it is not kept. */
  record(id: string): SessionRecord | undefined {
    return this.#database.read(() => {
      const row = this.#database.statement('SELECT record FROM sessions WHERE name = ?').get(id);
      return row && recordOf(String(row['record']));
    });
  }

  /** The newest sessions. A record that cannot be read is left out. */
  records(): SessionRecord[] {
    return this.#database.read(() =>
      this.#database
        .statement(`SELECT record FROM sessions ORDER BY ${ENDED_LAST} LIMIT ?`)
        .all(MAX_SESSIONS)
        .flatMap(({ record }) => recordOf(String(record)) ?? []),
    );
  }

  put(record: SessionRecord): void {
    const now = this.#time.toStore();
    this.#changing(() =>
      this.#database.write(() => {
        this.#database
          .statement(
            `INSERT INTO sessions (name, record, updated_at) VALUES (?, ?, ?)
           ON CONFLICT (name) DO UPDATE SET record = excluded.record, updated_at = excluded.updated_at`,
          )
          .run(record.id, JSON.stringify(record), now);
        this.past.put(record);
      }),
    );
  }

  /** A session is no longer shown, because there are too many. */
  drop(id: string, at: number): void {
    this.#changing(() => this.#database.write(() => this.past.drop(id, at)));
  }

  /** Stores an ask, or replaces it when it has ended. `id` is the ask's own. */
  putAsk(id: string, ask: DayAsk): void {
    this.#database
      .statement(
        `INSERT INTO asks (name, asked_at, ended_at, ask) VALUES (?, ?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET ended_at = excluded.ended_at, ask = excluded.ask`,
      )
      .run(id, ask.askedAt, ask.endedAt ?? null, JSON.stringify(ask));
  }

  /** The asks that were open in a time, the oldest first. An ask that cannot be read is left out. */
  asks(from: number, until: number): DayAsk[] {
    return this.#database.read(() =>
      this.#database
        .statement(
          `SELECT ask FROM asks WHERE asked_at < ? AND asked_at > ? AND coalesce(ended_at, asked_at) >= ?
           ORDER BY asked_at, id LIMIT ?`,
        )
        // No agent waits longer for its owner than an hour.
        .all(until, from - HOUR_MS, from, MAX_DAY_ASKS)
        .flatMap(({ ask }) => askOf(String(ask)) ?? []),
    );
  }

  /**
   * Call it every minute. Deletes sessions that are too old or too many, and what is
   * too old of the past. After a jump of the clock, nothing is deleted as too old.
   */
  maintain(): void {
    this.#changing(() =>
      this.#time.step(({ at, doubtedMs }) => {
        if (doubtedMs === 0)
          this.#database.statement('DELETE FROM sessions WHERE updated_at < ?').run(at - KEPT_MS);
        this.#database
          .statement(
            `DELETE FROM sessions WHERE id IN
             (SELECT id FROM sessions ORDER BY ${ENDED_LAST} LIMIT -1 OFFSET ?)`,
          )
          .run(this.#maxSessions);
        if (doubtedMs === 0)
          this.#database.statement('DELETE FROM asks WHERE asked_at < ?').run(at - KEPT_MS);
        this.#database
          .statement('DELETE FROM asks WHERE id <= (SELECT max(id) FROM asks) - ?')
          .run(MAX_KEPT_ASKS);
        this.past.maintain(this.#now(), doubtedMs > 0 ? undefined : at - KEPT_MS);
      }),
    );
  }

  close(): void {
    this.#database.close();
  }

  /** The asks that were open when the home was killed ended with it. */
  #endAsks(at: number): void {
    const open = this.#database.statement('SELECT id, ask FROM asks WHERE ended_at IS NULL').all();
    for (const { id, ask } of open) {
      const known = askOf(String(ask));
      if (!known) continue;
      const ended: DayAsk = { ...known, state: 'gone', end: 'The home stopped', endedAt: at };
      this.#database
        .statement('UPDATE asks SET ended_at = ?, ask = ? WHERE id = ?')
        .run(at, JSON.stringify(ended), id ?? null);
    }
  }

  #changing(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.past.reopen();
      throw error;
    }
  }
}
