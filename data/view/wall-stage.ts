import { HOUR_MS, MINUTE_MS } from '../core/time.ts';
import { NewEntries, mergeKey } from '../readings/new-entries.ts';
import { type Reading, currentValue } from '../readings/reading.ts';
import type { Commit, MergedPull } from '../readings/records.ts';
import type { AgentSession, AgentSessions } from '../readings/schemas/agent-sessions.ts';
import type { Stage } from './stage.ts';

type News = Extract<Stage, { kind: 'merged' | 'commit' | 'done' }>;

/** How long news is on the stage. */
export const NEWS_MS = MINUTE_MS;
/** How long a failed session comes before news and work. It stays failed until it ends, perhaps for days. */
export const FAILED_FIRST_MS = HOUR_MS;
/** Of news of the same minute, the first of these kinds is shown. */
const NEWS_ORDER: readonly News['kind'][] = ['merged', 'commit', 'done'];

/** The readings from which the stage is chosen. */
export interface StageReadings {
  readonly sessions: Reading<AgentSessions>;
  readonly commits: Reading<readonly Commit[]>;
  readonly merged: Reading<readonly MergedPull[]>;
}

/** The stage at a moment. `news` is the news of the last minute, if any. */
export function stageOf({ sessions, commits }: StageReadings, news: News | undefined, now: number): Stage {
  const value = currentValue(sessions);
  const all = value?.sessions ?? [];
  const counts = value?.counts ?? { waiting: 0, failed: 0, atWork: 0 };
  if (counts.waiting > 0)
    return { kind: 'waiting', session: all.find(({ state }) => state === 'waiting'), count: counts.waiting };
  const failed = all.find(({ state, since }) => state === 'failed' && now - since < FAILED_FIRST_MS);
  if (failed) return { kind: 'failed', session: failed, count: counts.failed };
  // Without the list, the time of the failure is not known.
  if (all.length === 0 && counts.failed > 0 && counts.atWork === 0 && !news)
    return { kind: 'failed', count: counts.failed };
  if (news) return news;
  if (counts.atWork > 0) {
    const atWork = all.filter(({ state }) => state === 'working' || state === 'thinking');
    return { kind: 'working', sessions: atWork, count: counts.atWork };
  }
  return { kind: 'quiet', commit: currentValue(commits)?.[0] };
}

/** Follows the readings, and remembers for a minute what is new in them. */
export class StageDirector {
  readonly #commits = new NewEntries<Commit>(
    ({ sha, title }) => sha || title,
    ({ authoredAt }) => authoredAt,
  );
  readonly #merges = new NewEntries<MergedPull>(mergeKey, ({ mergedAt }) => mergedAt);
  #sessions: Reading<AgentSessions> | undefined;
  #known: ReadonlyMap<string, string> | undefined;
  #news: News | undefined;
  #newsAt = 0;

  /** The stage now. `now` in milliseconds since the epoch. */
  next(readings: StageReadings, now: number): Stage {
    // A clock that was set back or forward ends the minute, too.
    if (Math.abs(now - this.#newsAt) >= NEWS_MS) this.#news = undefined;
    for (const commit of this.#commits.next(readings.commits)) this.#take({ kind: 'commit', commit }, now);
    for (const merge of this.#merges.next(readings.merged)) this.#take({ kind: 'merged', merge }, now);
    for (const session of this.#nowDone(readings.sessions)) this.#take({ kind: 'done', session }, now);
    return stageOf(readings, this.#news, now);
  }

  /** Later news replaces earlier news of its kind, and of kinds that come after it. */
  #take(news: News, now: number): void {
    const before = this.#news;
    if (before && NEWS_ORDER.indexOf(before.kind) < NEWS_ORDER.indexOf(news.kind)) return;
    this.#news = news;
    this.#newsAt = now;
  }

  /** The sessions that were known, and are done since the last reading. */
  #nowDone(reading: Reading<AgentSessions>): readonly AgentSession[] {
    if (reading === this.#sessions || reading.state !== 'live') return [];
    this.#sessions = reading;
    const known = this.#known;
    const { sessions } = reading.value;
    this.#known = new Map(sessions.map(({ key, state }) => [key, state]));
    return sessions.filter(({ key, state }) => {
      const before = known?.get(key);
      return state === 'done' && before !== undefined && before !== 'done';
    });
  }
}
