import { type OwnerIo, ownerRequest } from '../owner/owner-request.ts';
import { NO_SESSIONS, RECORDED_SESSIONS } from '../readings/sources/sessions.ts';
import type { Reading } from '../readings/reading.ts';
import type { AgentSessions } from '../readings/schemas/agent-sessions.ts';
import { type AgentDay, agentDay, sessionsAt } from './agent-day.ts';

/** A day of the agents for the time-lapse, or why there is none. */
export interface ReplayedDay {
  /** Undefined if it could not be read. */
  readonly day: AgentDay | undefined;
  /** Why it could not be read; empty for a home that stores no sessions, such as a static host. */
  readonly cause: string;
  /** Whether there was a session. */
  readonly hasContent: boolean;
  /** A number that changes when the sessions do. */
  passed(at: number): number;
  /** The sessions at a moment, which `moment` names. */
  sessions(at: number, moment: string): Reading<AgentSessions>;
}

/** A day as the time-lapse uses it. */
export function replayedDay(day: AgentDay | undefined, cause = ''): ReplayedDay {
  const changes = [...(day?.changes ?? []), ...(day?.counts ?? [])].map(({ at }) => at);
  // When the home began to store the sessions, they change from unknown to none.
  const times = [...changes, day?.knownSince ?? -Infinity].sort((one, other) => one - other);
  const origin = day?.recorded ? RECORDED_SESSIONS : { source: 'what the home has stored' };
  return {
    day,
    cause,
    hasContent: changes.length > 0,
    passed(at) {
      let [low, high] = [0, times.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((times[middle] ?? Infinity) <= at) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    sessions(at, moment) {
      if (!day) return { ...origin, state: 'error', cause, moment };
      const value = sessionsAt(day, at);
      if (value) return { ...origin, state: 'live', value, fetchedAt: at, moment };
      const isStored = day.recorded === true || (day.knownSince !== null && day.knownSince <= at);
      return {
        ...origin,
        state: 'empty',
        fetchedAt: at,
        cause: isStored ? NO_SESSIONS : 'not stored',
        moment,
      };
    },
  };
}

/** Asks the home what the agents did in a time. Never throws. */
export async function readReplayedDay(io: OwnerIo, from: number, until: number): Promise<ReplayedDay> {
  const read = await ownerRequest(io, `api/day.json?from=${from}&until=${until}`, { schema: agentDay });
  if (read.ok) return replayedDay(read.value);
  return replayedDay(undefined, read.status === 404 ? '' : read.message);
}
