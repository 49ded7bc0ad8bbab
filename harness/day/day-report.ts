import type { AgentDay, DayAsk } from '../../data/day/agent-day.ts';
import { type DayWait, daySessions } from '../../data/day/day-sessions.ts';
import { PRIVATE, type Reading, currentValue, isOff } from '../../data/readings/reading.ts';
import type { Commit, MergedPull } from '../../data/readings/records.ts';
import type { AgentSession } from '../../data/readings/schemas/agent-sessions.ts';
import type { UsageAnswer, UsageRow } from '../../data/usage/usage.ts';

/** A list of the code host, for a time. */
interface Listed<T> {
  /** Where it comes from. */
  readonly source: string;
  /** Why nothing is known; null if the list was read. */
  readonly missing: string | null;
  /** The list has everything since this moment; null if it has everything, or nothing is known. */
  readonly knownSince: number | null;
  readonly list: readonly T[];
}

interface ReportedSession {
  readonly key: string;
  readonly name: string;
  readonly harness: string;
  readonly folder?: string | undefined;
  readonly branch?: string | undefined;
  readonly repository?: string | undefined;
  readonly tasks: readonly string[];
  readonly began: number | null;
  readonly ended: number | null;
  /** Its state at the end of the time. */
  readonly state: AgentSession['state'];
  readonly atWorkMs: number;
  readonly waits: readonly {
    readonly from: number;
    readonly until: number | null;
    readonly needs: DayWait['needs'];
    readonly step?: string | undefined;
    readonly tool?: string | undefined;
    readonly target?: string | undefined;
  }[];
  readonly failures: readonly {
    readonly at: number;
    readonly step?: string | undefined;
    readonly tool?: string | undefined;
  }[];
  readonly tools: number;
  /** The files of the whole session. */
  readonly files: number;
}

/** What agents used on a day of the home. */
export interface ReportedUsage {
  readonly day: string;
  readonly timeZone: string;
  readonly rows: readonly UsageRow[];
}

/** A time in figures and lists. Times in milliseconds since the epoch. */
export interface DayReport {
  readonly sessions: readonly ReportedSession[];
  /** Null for readers who are not the owner. */
  readonly asks: readonly DayAsk[] | null;
  readonly commits: Listed<Commit>;
  readonly merged: Listed<MergedPull>;
  /** Null for readers who are not the owner. */
  readonly usage: ReportedUsage | null;
}

interface Given {
  readonly day: AgentDay;
  readonly isOwner: boolean;
  readonly commits: Reading<readonly Commit[]>;
  readonly commitsKnownSince: number | undefined;
  readonly merged: Reading<readonly MergedPull[]>;
  readonly usage: ReportedUsage | null;
}

const pick = <Name extends keyof AgentSession>(
  session: AgentSession,
  ...names: readonly Name[]
): Partial<Pick<AgentSession, Name>> =>
  Object.fromEntries(
    names.flatMap((name) => (session[name] === undefined ? [] : [[name, session[name]]])),
  ) as Partial<Pick<AgentSession, Name>>;

function listed<T>(
  reading: Reading<readonly T[]>,
  { from, until }: AgentDay,
  timeOf: (one: T) => number,
  knownSince: number | null,
): Listed<T> {
  const all = currentValue(reading);
  const isHidden = reading.cause === PRIVATE || isOff(reading);
  const isKnown = all !== undefined || (reading.state === 'empty' && !isHidden);
  return {
    source: reading.source,
    missing: isKnown ? null : (reading.cause ?? 'they have not been read yet'),
    knownSince,
    list: (all ?? [])
      .filter((one) => timeOf(one) >= from && timeOf(one) < until)
      .toSorted((one, other) => timeOf(one) - timeOf(other)),
  };
}

/** What a home on its own machine used on the day in the middle of a time. */
export function usageOf(
  answer: UsageAnswer,
  { from, until }: Pick<AgentDay, 'from' | 'until'>,
): ReportedUsage {
  const { timeZone, rows } = answer;
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(from + (until - from) / 2);
  return { day, timeZone, rows: rows.filter((row) => row.day === day) };
}

/** Makes the report of a time. Every figure comes from what is stored, or from the lists of the code host. */
export function dayReport({ day, isOwner, commits, commitsKnownSince, merged, usage }: Given): DayReport {
  const sessions = daySessions(day).map((one): ReportedSession => {
    const { key, last, began, ended, tasks, atWorkMs, waits, failures, tools } = one;
    return {
      key,
      name: last.name,
      harness: last.harness,
      ...pick(last, 'folder', 'branch', 'repository'),
      tasks,
      began,
      ended,
      state: last.state,
      atWorkMs,
      waits: waits.map(({ session, ...wait }) => ({ ...wait, ...pick(session, 'step', 'tool', 'target') })),
      failures: failures.map(({ at, session }) => ({ at, ...pick(session, 'step', 'tool') })),
      tools,
      files: last.files,
    };
  });
  // Of merged pull requests, the newest are known: all since the oldest of them.
  const oldest = (currentValue(merged) ?? []).map(({ mergedAt }) => mergedAt);
  return {
    sessions,
    asks: isOwner ? day.asks : null,
    commits: listed(commits, day, ({ authoredAt }) => authoredAt, commitsKnownSince ?? null),
    merged: listed(merged, day, ({ mergedAt }) => mergedAt, oldest.length > 0 ? Math.min(...oldest) : null),
    usage,
  };
}
