import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../data/core/time.ts';
import { headlineText, subjectText } from '../../data/readings/history-words.ts';
import {
  type HistoryAnswer,
  type HistoryBar,
  type HistorySpan,
  type HistorySubject,
  type Incident,
  MAX_INCIDENTS_SHOWN,
} from '../../data/readings/schemas/history.ts';
import { Database } from '../store/database.ts';
import { StoredTime, timeToStore } from '../store/known-time.ts';
import { type Check, type Subject, WATCHED_MS } from './check.ts';
import { historySchema } from './history-schema.ts';
import { Incidents, type Kept } from './incidents.ts';
import { Latencies, countLatency } from './latencies.ts';
import {
  type MaintenanceWindow,
  inMaintenance,
  maintenanceBetween,
  windowsOf,
} from '../config/maintenance.ts';

const HALF_HOUR_SECONDS = 1_800;
const DAY_SECONDS = DAY_MS / 1000;
/** The bars of each span. Days begin at midnight UTC, whatever the time zones of home and visitor are. */
const spans: Readonly<Record<HistorySpan, { readonly barSeconds: number; readonly bars: number }>> = {
  '24h': { barSeconds: HALF_HOUR_SECONDS, bars: 48 },
  '30d': { barSeconds: DAY_SECONDS, bars: 30 },
  '90d': { barSeconds: DAY_SECONDS, bars: 90 },
};
/** How long bars are kept: a little longer than the spans that show them. */
const KEPT_MS = [
  [HALF_HOUR_SECONDS, 2 * DAY_MS],
  [DAY_SECONDS, 92 * DAY_MS],
] as const;
const KEPT_INCIDENTS_MS = 92 * DAY_MS;
const CLEAN_UP_MS = HOUR_MS;
/** The number of views to keep: one for each span, and some of single subjects. */
const MAX_KEPT_VIEWS = 16;

interface HistoryOptions {
  readonly now?: () => number;
  /** The milliseconds that this process has run. Changes of the clock have no effect on this number. */
  readonly uptime?: () => number;
  readonly maintenance?: readonly MaintenanceWindow[];
}

/** An incident with its subject. */
export type NamedIncident = Incident & Pick<HistorySubject, 'id' | 'kind' | 'name'>;

type State = HistorySubject['state'];
const states: readonly State[] = ['up', 'down', 'maintenance'];

/** What a subject did in the last months, in one SQLite file. Every method may throw. */
export class History {
  readonly #database: Database;
  readonly #incidents: Incidents;
  readonly #now: () => number;
  readonly #uptime: () => number;
  readonly #maintenance: readonly MaintenanceWindow[];
  /**
   * The views since the last record, by their parameters. They are cached because a view of 60 subjects over
   * 90 days takes 40 ms, in which the process does nothing else.
   */
  readonly #views = new Map<string, HistoryAnswer>();
  readonly #time: StoredTime;
  #cleanedAt = -Infinity;

  /** `file` may be `:memory:`. Throws if the file is damaged, or was written by a newer home. */
  constructor(file: string, options: HistoryOptions = {}) {
    const { now = Date.now, uptime = () => performance.now(), maintenance = [] } = options;
    this.#now = now;
    this.#uptime = uptime;
    this.#maintenance = maintenance;
    this.#database = new Database(file, historySchema);
    this.#incidents = new Incidents(this.#database);
    this.#time = new StoredTime(this.#database, now, uptime);
  }

  /**
   * Call it every minute, with the checks since the last call. A clock that jumps back by more than two days
   * is probably wrong: nothing is recorded until the home has run with it for a day, so these hours have no
   * data. If the clock is ahead, records get its times, and are deleted when the clock is set back.
   */
  record(checks: readonly Check[]): void {
    const [now, uptime] = [this.#now(), this.#uptime()];
    const before = this.#time.known;
    this.#views.clear();
    this.#time.step((known) => {
      const believed = known.doubtedMs === 0;
      if (believed && (now < before.at || before.doubtedMs > 0)) this.#dropAfter(now);
      if (timeToStore(known, now) === now)
        for (const check of checks) this.#add({ ...check, at: Math.min(check.at, now) });
      if (believed && uptime - this.#cleanedAt >= CLEAN_UP_MS) {
        this.#cleanUp(now);
        this.#cleanedAt = uptime;
      }
    });
  }

  #add({ id, at, online, latencyMs, cause = 'it did not answer' }: Check): void {
    const found = this.#database.statement('SELECT id, checked_at FROM subjects WHERE name = ?').get(id);
    const planned = !online && inMaintenance(this.#maintenance, id, at);
    const state: State = online ? 'up' : planned ? 'maintenance' : 'down';
    const { lastInsertRowid } = this.#database
      .statement(
        `INSERT INTO subjects (name, checked_at, state) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET checked_at = excluded.checked_at, state = excluded.state`,
      )
      .run(id, at, state);
    const subject = Number(found?.['id'] ?? lastInsertRowid);
    if (found && at - Number(found['checked_at']) > WATCHED_MS) this.#incidents.endUnwatched(subject);
    if (state === 'down') this.#incidents.failed(subject, at, cause);
    else this.#incidents.end(subject, at, state === 'up' ? 'answered' : 'maintenance');
    for (const [seconds] of KEPT_MS) this.#count(subject, seconds, at, state, latencyMs);
  }

  #count(subject: number, seconds: number, at: number, state: State, latencyMs: number | null): void {
    const begin = at - (at % (seconds * 1000));
    const key = [subject, seconds, begin] as const;
    const one = states.map((name) => (name === state ? 1 : 0));
    this.#database
      .statement(
        `INSERT INTO bars (subject, seconds, begin, up, down, maintenance) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET up = up + excluded.up, down = down + excluded.down,
           maintenance = maintenance + excluded.maintenance`,
      )
      .run(...key, ...one);
    if (latencyMs === null) return;
    const where = 'WHERE subject = ? AND seconds = ? AND begin = ?';
    const counts = this.#database.statement(`SELECT latencies FROM bars ${where}`).get(...key)?.['latencies'];
    this.#database
      .statement(`UPDATE bars SET latencies = ? ${where}`)
      .run(countLatency(counts instanceof Uint8Array ? counts : undefined, latencyMs), ...key);
  }

  #dropAfter(now: number): void {
    this.#database.statement('DELETE FROM bars WHERE begin > ?').run(now);
    this.#database.statement('UPDATE subjects SET checked_at = min(checked_at, ?)').run(now);
    this.#incidents.dropAfter(now);
  }

  #cleanUp(now: number): void {
    for (const [seconds, keptMs] of KEPT_MS)
      this.#database.statement('DELETE FROM bars WHERE seconds = ? AND begin < ?').run(seconds, now - keptMs);
    this.#incidents.dropBefore(now - KEPT_INCIDENTS_MS);
    this.#database.statement('DELETE FROM subjects WHERE checked_at < ?').run(now - KEPT_INCIDENTS_MS);
  }

  /** The stored subject. A subject that was never checked gets the row 0, which does not exist. */
  #kept(id: string, now: number): Kept & { readonly state: State } {
    const row = this.#database.statement('SELECT id, checked_at, state FROM subjects WHERE name = ?').get(id);
    const watched = row !== undefined && Math.abs(now - Number(row['checked_at'])) <= WATCHED_MS;
    const state = watched ? states.find((known) => known === row['state']) : undefined;
    return { row: Number(row?.['id'] ?? 0), watched, state: state ?? 'unknown' };
  }

  /**
   * The history of these subjects, in their order. Unknown values are left empty. The answer is cached until
   * something is recorded, for at most a minute.
   */
  view(span: HistorySpan, subjects: readonly Subject[]): HistoryAnswer {
    const now = this.#now();
    const key = JSON.stringify([span, Math.floor(now / MINUTE_MS), subjects]);
    const kept = this.#views.get(key);
    if (kept) return kept;
    const view = this.#viewAt(now, span, subjects);
    if (this.#views.size >= MAX_KEPT_VIEWS) this.#views.clear();
    this.#views.set(key, view);
    return view;
  }

  #viewAt(now: number, span: HistorySpan, subjects: readonly Subject[]): HistoryAnswer {
    const { barSeconds, bars } = spans[span];
    const barMs = barSeconds * 1000;
    const end = now - (now % barMs) + barMs;
    const begin = end - bars * barMs;
    const ids = subjects.map(({ id }) => id);
    const viewed = this.#database.read(() =>
      subjects.map((subject) => this.#viewOf(subject, { begin, end, barMs, bars }, now)),
    );
    return {
      schema: 1,
      span,
      headline: headlineText(viewed),
      begin,
      end,
      barSeconds,
      subjects: viewed.map((subject) => ({ ...subject, text: subjectText(subject, span) })),
      maintenance: maintenanceBetween(windowsOf(this.#maintenance, ids), begin, end),
    };
  }

  #viewOf(
    { id, kind, name, cause, unchecked }: Subject,
    span: { readonly begin: number; readonly end: number; readonly barMs: number; readonly bars: number },
    now: number,
  ): Omit<HistorySubject, 'text'> {
    const kept = this.#kept(id, now);
    const bars = Array<HistoryBar>(span.bars).fill(null);
    const latencies = new Latencies();
    let [up, down] = [0, 0];
    for (const bar of this.#database
      .statement(
        `SELECT begin, up, down, maintenance, latencies FROM bars
         WHERE subject = ? AND seconds = ? AND begin >= ? AND begin < ?`,
      )
      .iterate(kept.row, span.barMs / 1000, span.begin, span.end)) {
      const counts = [Number(bar['up']), Number(bar['down']), Number(bar['maintenance'])] as const;
      bars[Math.floor((Number(bar['begin']) - span.begin) / span.barMs)] = counts;
      up += counts[0];
      down += counts[1];
      if (bar['latencies'] instanceof Uint8Array) latencies.add(bar['latencies']);
    }
    // A check that is not recorded yet may have failed, but its cause would contradict “not checked”.
    const why = kept.state === 'unknown' ? unchecked : cause;
    const [p50, p95] = [latencies.percentile(0.5), latencies.percentile(0.95)];
    return {
      id,
      kind,
      name,
      state: kept.state,
      ...(kept.state !== 'up' && why !== undefined && { cause: why }),
      uptime: up + down === 0 ? null : up / (up + down),
      latency: p50 === undefined || p95 === undefined ? null : { p50, p95 },
      bars,
      incidents: this.#incidents.of(kept, span, MAX_INCIDENTS_SHOWN),
    };
  }

  /** The incidents of these subjects that were open at or after `since`: at most `limit`, newest first. */
  incidents(since: number, subjects: readonly Subject[], limit: number): NamedIncident[] {
    const now = this.#now();
    const found = this.#database.read(() =>
      subjects.flatMap(({ id, kind, name }) =>
        this.#incidents
          .of(this.#kept(id, now), { begin: since, end: now + 1 }, limit)
          .map((incident) => ({ ...incident, id, kind, name })),
      ),
    );
    return found.sort((a, b) => b.begin - a.begin).slice(0, limit);
  }

  close(): void {
    this.#database.close();
  }
}
