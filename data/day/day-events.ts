import { kindText } from '../asks/ask-words.ts';
import { sessionName, sessionStateText, sessionWorkText } from '../readings/format-sessions.ts';
import type { Commit, MergedPull } from '../readings/records.ts';
import type { AgentSession } from '../readings/schemas/agent-sessions.ts';
import { sessionCountText } from '../readings/session-counts.ts';
import type { AgentDay } from './agent-day.ts';

/** What the track of the time-lapse marks. */
export const markKinds = ['ask', 'failure', 'merge'] as const;
export type MarkKind = (typeof markKinds)[number];

/** Something that happened in a day. */
export interface DayEvent {
  readonly at: number;
  readonly kind: MarkKind | 'commit' | 'session';
  readonly text: string;
}

interface Given {
  readonly from: number;
  readonly to: number;
  readonly day: AgentDay | undefined;
  readonly commits: readonly Commit[];
  readonly merged: readonly MergedPull[];
}

/** The beginning of a wait is an ask: most agents ask in their own terminal. */
const kindOf = ({ state }: AgentSession): DayEvent['kind'] =>
  state === 'waiting' ? 'ask' : state === 'failed' ? 'failure' : 'session';

function sessionEvents({ changes, from }: AgentDay): DayEvent[] {
  const last = new Map<string, AgentSession>();
  return changes.flatMap(({ at, session }) => {
    const before = last.get(session.key);
    // `thinking` and `working` alternate every few seconds.
    const state = session.state === 'thinking' ? 'working' : session.state;
    last.set(session.key, { ...session, state });
    const { needs } = session;
    const isSame = before?.state === state && before.needs === needs;
    if (isSame && (state !== 'waiting' || before.since === session.since)) return [];
    const words = state === 'ended' ? 'has ended' : sessionStateText({ ...session, state });
    const work = sessionWorkText(session);
    const text = `${sessionName(session)}: ${words}${work && ` (${work})`}`;
    // A session that was there before is no news.
    const kind = before === undefined && at <= from ? 'session' : kindOf(session);
    return [{ at, kind, text }];
  });
}

const askEvents = ({ asks }: AgentDay): DayEvent[] =>
  asks.map(({ askedAt, session, name, kind, title, end }) => ({
    at: askedAt,
    // The wait of a session that the home knows has a mark of its own.
    kind: session === '' ? 'ask' : 'session',
    text: `${name} ${kindText({ kind })}: ${title}${end && ` – ${end}`}`,
  }));

/** Everything that happened in a time, the oldest first. */
export function dayEvents({ from, to, day, commits, merged }: Given): DayEvent[] {
  const events: DayEvent[] = [
    ...(day ? [...sessionEvents(day), ...askEvents(day)] : []),
    ...(day?.counts ?? []).map(({ at, counts }) => ({
      at,
      kind: 'session' as const,
      text: `Agents: ${sessionCountText(counts)}`,
    })),
    ...commits.map(({ authoredAt: at, author, title }) => ({
      at,
      kind: 'commit' as const,
      text: `${author}: ${title}`,
    })),
    ...merged.map(({ mergedAt: at, author, title, number }) => ({
      at,
      kind: 'merge' as const,
      text: `merged: #${number} ${title} — ${author}`,
    })),
  ];
  return events.filter(({ at }) => at >= from && at < to).sort((one, other) => one.at - other.at);
}
