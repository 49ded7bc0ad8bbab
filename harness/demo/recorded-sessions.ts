import * as v from 'valibot';
import {
  type AgentSession,
  type AgentSessions,
  agentSession,
  bySessionQueue,
  countSessions,
} from '../../data/readings/schemas/agent-sessions.ts';
import { DAY_MS } from '../../data/core/time.ts';
import type { AgentDay } from '../../data/day/agent-day.ts';
import { instant } from '../../data/readings/schemas/bounds.ts';

/**
 * Sessions of coding agents as a home showed them from `from` to `until`: for each change, its time and the
 * session after the change; the oldest change first.
 */
export const recordedSessions = v.object({
  from: instant,
  until: instant,
  changes: v.array(v.object({ at: instant, session: agentSession })),
});
type RecordedSessions = v.InferOutput<typeof recordedSessions>;

/**
 * The recorded sessions at `now`, replayed in a loop since `start`, so that no session works for ever. Both
 * times are milliseconds since the epoch.
 */
export function sessionsAt(
  { from, until, changes }: RecordedSessions,
  start: number,
  now: number,
): AgentSessions {
  const into = Math.max(0, now - start) % (until - from);
  const later = now - (from + into);
  const known = new Map<string, AgentSession>();
  for (const { at, session } of changes) if (at <= from + into) known.set(session.key, session);
  const sessions = [...known.values()]
    .filter(({ state }) => state !== 'ended')
    .map((session) => ({
      ...session,
      since: session.since + later,
      updatedAt: session.updatedAt + later,
    }))
    .sort(bySessionQueue);
  return { audience: 'all', counts: countSessions(sessions.map(({ state }) => state)), sessions, more: 0 };
}

/**
 * The recorded sessions as a day that began at `from`: once, and as slow as it takes to last the day. Told until
 * `until`.
 */
export function recordedDay(
  { from: start, until: end, changes }: RecordedSessions,
  from: number,
  until: number,
): AgentDay {
  const timeOf = (at: number): number => Math.round(from + ((at - start) * DAY_MS) / (end - start));
  return {
    from,
    until,
    audience: 'all',
    knownSince: null,
    recorded: true,
    isCut: false,
    changes: changes
      .map(({ at, session }) => ({
        at: timeOf(at),
        session: { ...session, since: timeOf(session.since), updatedAt: timeOf(session.updatedAt) },
      }))
      .filter(({ at }) => at <= until),
    counts: [],
    asks: [],
  };
}
