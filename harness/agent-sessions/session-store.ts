import { DAY_MS } from '../../data/core/time.ts';
import * as v from 'valibot';
import { instant } from '../../data/readings/schemas/bounds.ts';
import { Database } from '../store/database.ts';
import { StoredTime } from '../store/known-time.ts';
import type { SessionRecord } from './session-record.ts';
import { sessionsSchema } from './sessions-schema.ts';

/** How long a session is kept after its last report. */
const KEPT_MS = 90 * DAY_MS;
/**
 * The maximum number of stored sessions. If there are more, sessions are deleted: first those that have
 * ended, and of these the oldest.
 */
const MAX_KEPT = 5_000;
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

/** The sessions of coding agents in one SQLite file. Every method may throw. */
export class SessionStore {
  readonly #database: Database;
  readonly #time: StoredTime;
  readonly #maxSessions: number;

  /** `file` may be `:memory:`. Throws if the file is damaged, or was written by a newer home. */
  constructor(file: string, { now, uptime = () => performance.now(), maxSessions = MAX_KEPT }: StoreOptions) {
    this.#maxSessions = maxSessions;
    this.#database = new Database(file, sessionsSchema);
    this.#time = new StoredTime(this.#database, now, uptime);
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
    this.#database.write(() =>
      this.#database
        .statement(
          `INSERT INTO sessions (name, record, updated_at) VALUES (?, ?, ?)
           ON CONFLICT (name) DO UPDATE SET record = excluded.record, updated_at = excluded.updated_at`,
        )
        .run(record.id, JSON.stringify(record), now),
    );
  }

  /**
   * Call it every minute. Deletes sessions that are too old or too many. After a jump of the clock, no
   * session is deleted as too old.
   */
  maintain(): void {
    this.#time.step(({ at, doubtedMs }) => {
      if (doubtedMs === 0)
        this.#database.statement('DELETE FROM sessions WHERE updated_at < ?').run(at - KEPT_MS);
      this.#database
        .statement(
          `DELETE FROM sessions WHERE id IN
             (SELECT id FROM sessions ORDER BY ${ENDED_LAST} LIMIT -1 OFFSET ?)`,
        )
        .run(this.#maxSessions);
    });
  }

  close(): void {
    this.#database.close();
  }
}
