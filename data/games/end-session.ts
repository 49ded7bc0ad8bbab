import * as v from 'valibot';
import { errorMessage } from '../core/text.ts';
import type { PageState } from '../core/page-state.ts';
import type { ReadingsState } from '../readings/readings-state.ts';
import { agentSessions } from '../readings/schemas/agent-sessions.ts';
import { NO_SESSIONS } from '../readings/sources/sessions.ts';
import { originOf } from '../readings/reading.ts';
import type { GamesState } from './games-state.ts';
import { checkOwner } from './owner.ts';

/** The part of the state that ending a session reads and changes. */
export type EndHost = Pick<PageState, 'base' | 'now'> &
  GamesState &
  Pick<ReadingsState, 'readings'> &
  Parameters<typeof checkOwner>[0];

const answer = v.object({ sessions: v.nullable(agentSessions) });
const refusal = v.object({ message: v.pipe(v.string(), v.maxLength(300)) });

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/**
 * Ends an agent session for the owner. The answer of the home is the new list, so this page shows it at once.
 * Resolves with what went wrong; with an empty text if nothing did.
 */
export async function endSession(state: EndHost, key: string, fetch = globalThis.fetch): Promise<string> {
  try {
    const response = await fetch(new URL(`api/sessions/${key}`, state.base), {
      method: 'DELETE',
      signal: AbortSignal.timeout(10_000),
    });
    const body = await jsonOf(response);
    if (response.ok) {
      const { sessions } = v.parse(answer, body);
      const origin = originOf(state.readings.sessions.get());
      const fetchedAt = state.now.get();
      state.readings.sessions.set(
        sessions
          ? { ...origin, state: 'live', value: sessions, fetchedAt }
          : { ...origin, state: 'empty', cause: NO_SESSIONS, fetchedAt },
      );
      return '';
    }
    // Checks whether the sign-in has ended.
    if (response.status === 403) await checkOwner(state, fetch);
    return v.is(refusal, body) ? body.message : `The home answered ${response.status}. Try again.`;
  } catch (error) {
    return `The home does not answer (${errorMessage(error)}). Try again.`;
  }
}
