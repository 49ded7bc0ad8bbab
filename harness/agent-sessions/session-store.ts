import { DAY_MS } from '../../data/core/time.ts';
import * as v from 'valibot';
import { instant } from '../../data/readings/schemas/bounds.ts';
import { Database } from '../store/database.ts';
import { type KnownTime, nextKnownTime, timeToStore } from '../store/known-time.ts';
import { type SessionRecord, presentActor, stateOf } from './session-record.ts';
import { sessionsSchema } from './sessions-schema.ts';

/** How long a session is kept after its last report. */
const KEPT_MS = 90 * DAY_MS;
/** Events of all sessions; beyond it, the oldest are deleted. An event has about 120 bytes. */
const MAX_EVENTS = 200_000;
/** Sessions that are kept; beyond it, those without a report for the longest time are deleted. */
const MAX_KEPT = 5_000;
/** Sessions that are read at the start, the newest first. */
export const MAX_SESSIONS = 1_000;

/** A session that waits must not give way to many that have ended. */
const ENDED_LAST = `CASE WHEN json_valid(record) THEN json_extract(record, '$.ended') ELSE 1 END, updated_at DESC`;

interface StoreOptions {
  readonly now: () => number;
  /** Milliseconds this process has run, whatever the clock does. */
  readonly uptime?: () => number;
  readonly maxEvents?: number;
  readonly maxSessions?: number;
}

/** A change of a session's state. */
export interface SessionEvent {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly state: string;
  readonly tool?: string;
}

/** A record of the file; undefined if it is no record. */
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

/** The sessions of coding agents and their events, in one SQLite file. Every method may throw. */
export class SessionStore {
  readonly #database: Database;
  readonly #now: () => number;
  readonly #uptime: () => number;
  readonly #maxEvents: number;
  readonly #maxSessions: number;
  #known: KnownTime;
  #knownAt: number;

  /** `file` may be `:memory:`. Throws where the file is damaged, or written by a newer home. */
  constructor(
    file: string,
    { now, uptime = () => performance.now(), maxEvents = MAX_EVENTS, maxSessions = MAX_KEPT }: StoreOptions,
  ) {
    this.#now = now;
    this.#uptime = uptime;
    this.#maxEvents = maxEvents;
    this.#maxSessions = maxSessions;
    this.#database = new Database(file, sessionsSchema);
    this.#knownAt = uptime();
    try {
      // A new file has no other time to compare the clock with.
      this.#database.statement('UPDATE known_time SET at = ? WHERE at = 0').run(now());
      const row = this.#database.statement('SELECT at, doubted_ms FROM known_time').get();
      this.#known = { at: Number(row?.['at']), doubtedMs: Number(row?.['doubted_ms']) };
    } catch (error) {
      this.#database.close();
      throw error;
    }
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

  /** Stores a record, and an event if its state or tool has changed. */
  put(record: SessionRecord, before: SessionRecord | undefined): void {
    const now = timeToStore(this.#known, this.#now());
    const { state } = stateOf(record, record.updatedAt);
    const { tool } = presentActor(record);
    const isNew =
      !before ||
      stateOf(before, before.updatedAt).state !== state ||
      (state === 'working' && (record.tools !== before.tools || presentActor(before).tool !== tool));
    this.#database.write(() => {
      const row = this.#database
        .statement(
          `INSERT INTO sessions (name, record, updated_at) VALUES (?, ?, ?)
           ON CONFLICT (name) DO UPDATE SET record = excluded.record, updated_at = excluded.updated_at
           RETURNING id`,
        )
        .get(record.id, JSON.stringify(record), now);
      if (isNew)
        this.#database
          .statement('INSERT INTO events (session, at, state, detail) VALUES (?, ?, ?, ?)')
          .run(Number(row?.['id']), now, state, tool === undefined ? '' : JSON.stringify({ tool }));
    });
  }

  /** The events of a session, the oldest first. */
  events(id: string): SessionEvent[] {
    return this.#database.read(() =>
      this.#database
        .statement(
          `SELECT events.at, events.state, events.detail FROM events
           JOIN sessions ON sessions.id = events.session WHERE sessions.name = ? ORDER BY events.id`,
        )
        .all(id)
        .map(({ at, state, detail }) => ({
          at: Number(at),
          state: String(state),
          ...(detail === '' ? {} : (JSON.parse(String(detail)) as Pick<SessionEvent, 'tool'>)),
        })),
    );
  }

  /** Call it every minute. Deletes what is too old or too much; a clock that jumps deletes nothing. */
  maintain(): void {
    const uptime = this.#uptime();
    const known = nextKnownTime(this.#known, this.#now(), uptime - this.#knownAt);
    this.#database.write(() => {
      this.#database.statement('UPDATE known_time SET at = ?, doubted_ms = ?').run(known.at, known.doubtedMs);
      if (known.doubtedMs === 0)
        this.#database.statement('DELETE FROM sessions WHERE updated_at < ?').run(known.at - KEPT_MS);
      this.#database
        .statement(
          `DELETE FROM sessions WHERE id IN
             (SELECT id FROM sessions ORDER BY ${ENDED_LAST} LIMIT -1 OFFSET ?)`,
        )
        .run(this.#maxSessions);
      this.#database
        .statement('DELETE FROM events WHERE id <= (SELECT max(id) FROM events) - ?')
        .run(this.#maxEvents);
    });
    this.#known = known;
    this.#knownAt = uptime;
  }

  close(): void {
    this.#database.close();
  }
}
