import * as v from 'valibot';
import type { Origin } from '../reading.ts';
import { agentSessions } from '../schemas/agent-sessions.ts';
import { jsonSource } from './source.ts';

export const NO_SESSIONS = 'no agent session has reported yet';

/** The origin of the sessions that a demo replays. */
export const RECORDED_SESSIONS: Origin = { source: 'agent sessions, a recording', recorded: true };

/** `api/sessions.json`: the sessions of the owner's coding agents. A static host has none. */
export const sessions = jsonSource({
  name: 'sessions',
  url: 'api/sessions.json',
  everySeconds: 30,
  schema: v.object({ sessions: v.nullable(agentSessions), recorded: v.optional(v.boolean()) }),
  what: 'agent sessions',
  maxBytes: 600_000,
  refused: (status) =>
    status === 404 ? { kind: 'empty', cause: 'this home has no agent sessions' } : undefined,
  convert: (given) =>
    given.sessions
      ? { kind: 'value', value: given.sessions, ...(given.recorded && { origin: RECORDED_SESSIONS }) }
      : { kind: 'empty', cause: NO_SESSIONS },
});
