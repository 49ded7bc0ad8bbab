import { createHash } from 'node:crypto';
import type { SQLOutputValue } from 'node:sqlite';
import { DAY_MS, MAX_AHEAD_MS } from '../../data/core/time.ts';
import {
  MAX_USAGE_DAYS,
  MAX_USAGE_SESSIONS,
  type Tokens,
  type UsageLimit,
  type UsageSource,
  totalOf,
  usageSources,
} from '../../data/usage/usage.ts';
import { recordId } from '../agent-sessions/session-record.ts';
import { Database } from '../store/database.ts';
import { StoredTime, latestPlausible } from '../store/known-time.ts';
import type { Figure, SentCounter, SentRequest } from './otlp.ts';
import type { StatusLine } from './status-line.ts';
import { usageSchema } from './usage-schema.ts';

export const USAGE_FILE = 'usage.sqlite';

/** How long a repeated export is recognised. Programs repeat for minutes, and collectors for hours. */
const SEEN_MS = 7 * DAY_MS;
/** Bytes of a digest: with a million of them, two are equal with a chance of one in 10 million. */
const DIGEST_BYTES = 8;
const NANOS = 1e9;
/** What one key may add in a day: ten agents that work all day send a tenth of it. */
const DAILY = { records: 100_000, sessions: 500 } as const;
/** The maximum number of models of a session in a day; further ones have no name. */
const MAX_MODELS = 20;
/** Figures that are older than the last ones by more than this are not late: the clock was set back. */
const MAX_LATE_MS = 60_000;

/** The order in which sources count. */
const sourceNumber = (source: UsageSource): number => usageSources.indexOf(source);

type Amounts = Partial<Record<Figure, number>> & { readonly unpriced?: number };

/** The result of an export: how many records were accepted and refused. */
export interface Taken {
  /** Includes records that had been counted before. */
  readonly accepted: number;
  readonly refused: number;
  /** Why the first of them was refused. */
  readonly reason: string;
}

export interface StoredSpending {
  readonly tokens: Tokens;
  readonly nanos: number | undefined;
  readonly unpriced: number;
  readonly sources: readonly UsageSource[];
  readonly updatedAt: number;
}

export interface StoredUsage extends StoredSpending {
  readonly day: string;
  /** The id of the session’s record, as in `recordId`. */
  readonly session: string;
  readonly model: string;
  /** The folder that its status line named. */
  readonly folder: string | undefined;
}

export interface StoredSession {
  readonly session: string;
  readonly folder: string | undefined;
  readonly model: string;
  readonly context: { readonly left: number; readonly size?: number; readonly at: number } | undefined;
  readonly updatedAt: number;
}

interface StoreOptions {
  readonly now?: () => number;
  /** The milliseconds that this process has run. Setting the system clock does not change them. */
  readonly uptime?: () => number;
  /** The time zone of the days; empty for that of the process. */
  readonly timeZone?: string;
}

interface SessionRow {
  readonly id: number;
  readonly requestsSince: string | null;
  readonly countersSince: string | null;
}

type Row = Readonly<Record<string, SQLOutputValue>>;

/** A session in the words of `recordId`. */
const nameOf = ({ harness, session }: Pick<SentRequest, 'harness' | 'session'>): string =>
  recordId({ session: { harness, id: session } });

/**
 * A row of `usage` counts unless a better source knows the session: the counters of a program contain the same
 * requests as its records of them.
 */
const COUNTS = `(source = 0 OR requests_since IS NULL OR day < requests_since)
  AND (source < 2 OR counters_since IS NULL OR day < counters_since)`;

/** Counters tell tokens and money separately: without money of a model, its tokens have no price. */
const SUMS = `sum(input) AS input, sum(output) AS output, sum(cache_read) AS cache_read,
  sum(cache_write) AS cache_write, sum(nanos) AS nanos,
  sum(CASE WHEN source = 1 AND nanos IS NULL THEN input + output + cache_read + cache_write ELSE unpriced END) AS unpriced,
  sum(DISTINCT 1 << source) AS sources, max(usage.updated_at) AS updated_at`;

/** Adds a row to the one with the same key. */
const ADDED = `input = input + excluded.input, output = output + excluded.output,
  cache_read = cache_read + excluded.cache_read, cache_write = cache_write + excluded.cache_write,
  nanos = CASE WHEN excluded.nanos IS NULL THEN nanos ELSE coalesce(nanos, 0) + excluded.nanos END,
  unpriced = unpriced + excluded.unpriced, updated_at = excluded.updated_at`;

function spendingOf(row: Row): StoredSpending {
  const number = (name: string): number => Math.max(0, Number(row[name] ?? 0));
  const bits = Number(row['sources']);
  return {
    tokens: {
      input: number('input'),
      output: number('output'),
      cacheRead: number('cache_read'),
      cacheWrite: number('cache_write'),
    },
    nanos: row['nanos'] === null ? undefined : number('nanos'),
    unpriced: number('unpriced'),
    sources: usageSources.filter((_source, index) => (bits >> index) % 2 === 1),
    updatedAt: Number(row['updated_at']),
  };
}

const textIn = (row: Row, name: string): string | undefined =>
  row[name] === null || row[name] === undefined ? undefined : String(row[name]);

function contextOf(text: string | undefined): StoredSession['context'] {
  if (text === undefined) return undefined;
  const [left = 0, size = 0, at = 0] = text.split(' ').map(Number);
  return { left, ...(size > 0 && { size }), at };
}

/**
 * What coding agents have used, by day, session and model, in one SQLite file. Each record counts once, however often
 * it is sent. Every method may throw.
 */
export class UsageStore {
  readonly timeZone: string;
  readonly #database: Database;
  readonly #time: StoredTime;
  readonly #dayFormat: Intl.DateTimeFormat;
  /** What each key has added today. */
  readonly #added = new Map<string, { day: string; records: number; sessions: number }>();

  /** `file` may be `:memory:`. Throws if the file is damaged, or was written by a newer home. */
  constructor(
    file: string,
    { now = Date.now, uptime = () => performance.now(), timeZone = '' }: StoreOptions = {},
  ) {
    this.#dayFormat = new Intl.DateTimeFormat('en-CA', {
      ...(timeZone !== '' && { timeZone }),
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    this.timeZone = this.#dayFormat.resolvedOptions().timeZone;
    this.#database = new Database(file, usageSchema);
    this.#time = new StoredTime(this.#database, now, uptime);
  }

  /** The time of the home. A clock that was set back by days is not believed at once (`KnownTime`). */
  now(): number {
    return this.#time.toStore();
  }

  dayOf(at: number): string {
    return this.#dayFormat.format(at);
  }

  /** The day that was so many days before today. */
  dayBefore(days: number): string {
    const [year = 0, month = 1, day = 1] = this.dayOf(this.now()).split('-').map(Number);
    return new Date(Date.UTC(year, month - 1, day - days)).toISOString().slice(0, 10);
  }

  /** @param sender The name of the key that sent them; empty for the token of the home. */
  takeRequests(records: readonly SentRequest[], sender: string): Taken {
    return this.#take(records, sender, (session, record, day) => {
      if (!this.#isNew(record)) return;
      this.#since(session, 'requests_since', day);
      const { tokens, dollars } = record;
      const amounts: Amounts =
        dollars === undefined ? { ...tokens, unpriced: totalOf(tokens) } : { ...tokens, dollars };
      this.#add(session, day, record.model, 'requests', amounts);
    });
  }

  takeCounters(points: readonly SentCounter[], sender: string): Taken {
    return this.#take(points, sender, (session, point, day) => {
      const value = point.isCumulative ? this.#risen(point) : this.#isNew(point) ? point.value : 0;
      // The records of the requests have it already.
      if (session.requestsSince !== null && day >= session.requestsSince) return;
      this.#since(session, 'counters_since', day);
      const amounts = Object.fromEntries(point.figures.map(([figure, sign]) => [figure, sign * value]));
      this.#add(session, day, point.model, 'counters', amounts);
    });
  }

  /** Takes what a status line says. Returns why it was refused; empty if it was not. */
  takeStatusLine(status: StatusLine, sender: string): string {
    const { session: of, model, dollars, context, limits, at } = status;
    const sent: SentRequest = {
      harness: of.harness,
      session: of.id,
      model,
      at,
      identity: '',
      tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      dollars: undefined,
    };
    const take = ({ id }: SessionRow, _record: SentRequest, day: string): void => {
      const statement = this.#database.statement('SELECT status_nanos, status_at FROM sessions WHERE id = ?');
      const last = statement.get(id);
      const lastAt = Number(last?.['status_at'] ?? 0);
      if (at < lastAt && lastAt - at < MAX_LATE_MS) return;
      const nanos = dollars == null ? undefined : Math.round(dollars * NANOS);
      const before = Number(last?.['status_nanos'] ?? 0);
      this.#database
        .statement(
          `UPDATE sessions SET model = ?, folder = coalesce(?, folder), context = coalesce(?, context),
             status_nanos = coalesce(?, status_nanos), status_at = ? WHERE id = ?`,
        )
        .run(
          model,
          of.folder || null,
          context ? `${context.left} ${context.size ?? 0} ${this.#timeOf(at)}` : null,
          nanos ?? null,
          at,
          id,
        );
      // A smaller sum has begun again: the session was resumed.
      const more = nanos === undefined ? 0 : nanos >= before ? nanos - before : nanos;
      if (more > 0) this.#addNanos(id, day, model, more);
      for (const limit of limits) this.#putLimit(sender, of.harness, limit, this.#timeOf(at));
    };
    // A terminal may send its status line each second: two of them would use up the records of a day.
    return this.#take([sent], sender, take, false).reason;
  }

  /** What counts from this day on, by day, session and model; the newest day first. */
  usage(fromDay: string): StoredUsage[] {
    return this.#database.read(() =>
      this.#database
        .statement(
          `SELECT day, name, usage.model AS model, folder, ${SUMS} FROM usage JOIN sessions ON id = session
           WHERE day >= ? AND ${COUNTS} GROUP BY day, session, usage.model ORDER BY day DESC`,
        )
        .all(fromDay)
        .map((row) => ({
          day: String(row['day']),
          session: String(row['name']),
          model: String(row['model']),
          folder: textIn(row, 'folder'),
          ...spendingOf(row),
        })),
    );
  }

  /** The billionths of a dollar that a day has cost, as far as it is known. */
  nanosOf(day: string): number {
    const row = this.#database
      .statement(
        `SELECT sum(nanos) AS nanos FROM usage JOIN sessions ON id = session WHERE day = ? AND ${COUNTS}`,
      )
      .get(day);
    return Number(row?.['nanos'] ?? 0);
  }

  /** The newest sessions. */
  sessions(): StoredSession[] {
    return this.#database.read(() =>
      this.#database
        .statement(
          'SELECT name, folder, model, context, updated_at FROM sessions ORDER BY updated_at DESC, id DESC LIMIT ?',
        )
        .all(MAX_USAGE_SESSIONS)
        .map((row) => ({
          session: String(row['name']),
          folder: textIn(row, 'folder'),
          model: String(row['model']),
          context: contextOf(textIn(row, 'context')),
          updatedAt: Number(row['updated_at']),
        })),
    );
  }

  /** The limits that agents know, the newest first. */
  limits(): UsageLimit[] {
    return this.#database.read(() =>
      this.#database
        .statement('SELECT * FROM limits ORDER BY at DESC')
        .all()
        .map((row) => ({
          harness: String(row['harness']),
          machine: String(row['sender']),
          window: row['window'] === 'five-hour' ? 'five-hour' : 'seven-day',
          used: Number(row['used']),
          resetsAt: Number(row['resets_at']),
          at: Number(row['at']),
        })),
    );
  }

  /** Call it every minute. Deletes what is too old, but nothing after a jump of the clock. */
  maintain(): void {
    this.#time.step((known) => {
      const { at, doubtedMs } = known;
      if (doubtedMs > 0) return;
      this.#bringBack(this.dayOf(latestPlausible(known)), this.dayOf(at));
      const run = (sql: string, value: number | string): unknown => this.#database.statement(sql).run(value);
      run('DELETE FROM seen WHERE at < ?', at - SEEN_MS);
      run('DELETE FROM counters WHERE at < ?', at - MAX_USAGE_DAYS * DAY_MS);
      run('DELETE FROM limits WHERE at < ?', at - MAX_USAGE_DAYS * DAY_MS);
      run('DELETE FROM usage WHERE day <= ?', this.dayBefore(MAX_USAGE_DAYS));
      run('DELETE FROM sessions WHERE updated_at < ?', at - MAX_USAGE_DAYS * DAY_MS);
    });
  }

  /** Counts today what was counted on later days, while the clock was ahead. */
  #bringBack(latest: string, today: string): void {
    const { changes } = this.#database
      .statement(
        `INSERT INTO usage
           SELECT session, ?, model, source, sum(input), sum(output), sum(cache_read), sum(cache_write), sum(nanos),
             sum(unpriced), min(updated_at) FROM usage WHERE day > ? GROUP BY session, model, source
         ON CONFLICT DO UPDATE SET ${ADDED}`,
      )
      .run(today, latest);
    if (Number(changes) === 0) return;
    this.#database.statement('DELETE FROM usage WHERE day > ?').run(latest);
    for (const column of ['requests_since', 'counters_since'])
      this.#database.statement(`UPDATE sessions SET ${column} = ? WHERE ${column} > ?`).run(today, latest);
  }

  /** The bytes in use. */
  usedBytes(): number {
    return this.#database.usedBytes();
  }

  close(): void {
    this.#database.close();
  }

  /** A time of a sender; a time ahead of the home’s clock is now. */
  #timeOf(at: number | undefined): number {
    const now = this.now();
    return at === undefined || at > now + MAX_AHEAD_MS ? now : at;
  }

  /** The day on which something counts: today, if its time says that a clock was wrong. */
  #countedDay(at: number | undefined): string {
    const time = this.#timeOf(at);
    return this.dayOf(time < this.now() - SEEN_MS ? this.now() : time);
  }

  #take<T extends SentRequest | SentCounter>(
    records: readonly T[],
    sender: string,
    count: (session: SessionRow, record: T, day: string) => void,
    isLimited = true,
  ): Taken {
    if (records.length === 0) return { accepted: 0, refused: 0, reason: '' };
    return this.#database.write(() => {
      let [accepted, reason] = [0, ''];
      for (const record of records) {
        const session = this.#session(record, sender, isLimited);
        if (typeof session === 'string') {
          reason ||= session;
          continue;
        }
        count(session, record, this.#countedDay(record.at));
        accepted++;
      }
      return { accepted, refused: records.length - accepted, reason };
    });
  }

  /**
   * The session of a record; a text says why the record is refused.
   * @param isLimited Whether the record is one of those that a key may send in a day.
   */
  #session(record: SentRequest | SentCounter, sender: string, isLimited: boolean): SessionRow | string {
    const now = this.now();
    const today = this.dayOf(now);
    const known = this.#added.get(sender);
    const added = known?.day === today ? known : { day: today, records: 0, sessions: 0 };
    this.#added.set(sender, added);
    if (isLimited && ++added.records > DAILY.records)
      return `the key has sent ${DAILY.records} records today, which is the limit`;
    const name = nameOf(record);
    const row = this.#database
      .statement('SELECT id, sender, requests_since, counters_since FROM sessions WHERE name = ?')
      .get(name);
    if (row) {
      if (row['sender'] !== sender) return 'another key reports the usage of this session';
      const id = Number(row['id']);
      this.#database.statement('UPDATE sessions SET updated_at = ? WHERE id = ?').run(Math.round(now), id);
      return {
        id,
        requestsSince: textIn(row, 'requests_since') ?? null,
        countersSince: textIn(row, 'counters_since') ?? null,
      };
    }
    if (++added.sessions > DAILY.sessions)
      return `the key has begun ${DAILY.sessions} sessions today, which is the limit`;
    const { lastInsertRowid } = this.#database
      .statement('INSERT INTO sessions (name, sender, updated_at) VALUES (?, ?, ?)')
      .run(name, sender, Math.round(now));
    return { id: Number(lastInsertRowid), requestsSince: null, countersSince: null };
  }

  #since(session: SessionRow, column: 'requests_since' | 'counters_since', day: string): void {
    const known = column === 'requests_since' ? session.requestsSince : session.countersSince;
    if (known !== null && known <= day) return;
    this.#database.statement(`UPDATE sessions SET ${column} = ? WHERE id = ?`).run(day, session.id);
  }

  #digest(record: SentRequest | SentCounter): Buffer {
    return createHash('sha256')
      .update(`${nameOf(record)}\n${record.identity}`)
      .digest()
      .subarray(0, DIGEST_BYTES);
  }

  #isNew(record: SentRequest | SentCounter): boolean {
    const { changes } = this.#database
      .statement('INSERT INTO seen (digest, at) VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(this.#digest(record), Math.round(this.now()));
    return Number(changes) === 1;
  }

  /** By how much a cumulative counter has risen since its last point. */
  #risen(point: SentCounter): number {
    const digest = this.#digest(point);
    const row = this.#database.statement('SELECT value, time FROM counters WHERE digest = ?').get(digest);
    const [last, lastTime] = [Number(row?.['value'] ?? 0), Number(row?.['time'] ?? 0)];
    const time = point.at ?? this.now();
    // A smaller value has begun again, or it is late.
    if (point.value < last && time <= lastTime) return 0;
    this.#database
      .statement(
        `INSERT INTO counters (digest, value, time, at) VALUES (?, ?, ?, ?)
         ON CONFLICT (digest) DO UPDATE SET value = excluded.value, time = excluded.time, at = excluded.at`,
      )
      .run(digest, point.value, Math.round(time), Math.round(this.now()));
    return point.value < last ? point.value : point.value - last;
  }

  #add({ id }: SessionRow, day: string, model: string, source: UsageSource, amounts: Amounts): void {
    const number = sourceNumber(source);
    const name = this.#modelFor(id, day, model);
    const { dollars, unpriced = 0 } = amounts;
    const nanos = dollars === undefined ? null : Math.round(dollars * NANOS);
    const tokens = (['input', 'output', 'cacheRead', 'cacheWrite'] as const).map(
      (figure) => amounts[figure] ?? 0,
    );
    this.#database
      .statement(
        `INSERT INTO usage (session, day, model, source, input, output, cache_read, cache_write, nanos, unpriced, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET ${ADDED}`,
      )
      .run(id, day, name, number, ...tokens, nanos, unpriced, Math.round(this.now()));
  }

  #addNanos(id: number, day: string, model: string, nanos: number): void {
    const session = { id, requestsSince: null, countersSince: null };
    this.#add(session, day, model, 'status-line', { dollars: nanos / NANOS });
  }

  #modelFor(id: number, day: string, model: string): string {
    const models = this.#database
      .statement('SELECT DISTINCT model FROM usage WHERE session = ? AND day = ?')
      .all(id, day)
      .map((row) => row['model']);
    return models.length < MAX_MODELS || models.includes(model) ? model : '';
  }

  #putLimit(
    sender: string,
    harness: string,
    { window, used, resetsAt }: StatusLine['limits'][number],
    at: number,
  ): void {
    this.#database
      .statement(
        `INSERT INTO limits (sender, harness, window, used, resets_at, at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET used = excluded.used, resets_at = excluded.resets_at, at = excluded.at
         WHERE excluded.at >= limits.at OR limits.at > ?`,
      )
      // Another session may send older figures. A time that is ahead is of a clock that was set back.
      .run(sender, harness, window, used, Math.round(resetsAt), Math.round(at), this.now());
  }
}
