import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';
import { type Row, absenceRows, counted } from './format.ts';
import { sessionCountText } from './session-counts.ts';
import { type Reading, currentValue } from './reading.ts';
import type { AgentSession, AgentSessions } from './schemas/agent-sessions.ts';

/** How long a state lasts: `just now`, `38 min`, `5 h`, `2 d`. */
export function lastingText(since: number, now: number): string {
  const lasting = now - since;
  if (lasting < MINUTE_MS) return 'just now';
  if (lasting < HOUR_MS) return `${Math.floor(lasting / MINUTE_MS)} min`;
  if (lasting < DAY_MS) return `${Math.floor(lasting / HOUR_MS)} h`;
  return `${Math.floor(lasting / DAY_MS)} d`;
}

const NEEDS = {
  permission: 'waits for permission',
  answer: 'waits for an answer',
  plan: 'waits for a look at its plan',
} as const;

/** The state in words: `waits for permission`, `working`. */
export function sessionStateText({ state, needs }: Pick<AgentSession, 'state' | 'needs'>): string {
  if (state === 'waiting') return needs === undefined ? 'waits for its owner' : NEEDS[needs];
  return state === 'silent' ? 'no news' : state;
}

/** The state with its age where that matters: `waits for permission, 38 min`. */
export function sessionText(session: AgentSession, now: number): string {
  const { state, since, updatedAt } = session;
  const words = sessionStateText(session);
  if (state === 'silent') return `${words} for ${lastingText(updatedAt, now)}`;
  if (state === 'thinking' || state === 'working') return words;
  return `${words}, ${lastingText(since, now)}`;
}

/** What the session does: `Login, step 2, with Bash, src/a.ts`; empty if the reader may not see it. */
export const sessionWorkText = ({ task, step, tool, target }: AgentSession): string =>
  [task, step, tool === undefined ? undefined : `with ${tool}`, target]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');

/** What else is known of the session: `2 sub-agents, 14 tools, 3 files`. */
export const sessionCountsText = ({ agents, moreAgents, tools, files }: AgentSession): string =>
  [
    [agents.length + moreAgents, 'sub-agent'] as const,
    [tools, 'tool call'] as const,
    [files, 'file'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, thing]) => counted(count, thing))
    .join(', ');

/** The name, with the program where the name does not say it: `Codex 2`, `harbour · main (Codex)`. */
export const sessionName = ({ name, harness }: Pick<AgentSession, 'name' | 'harness'>): string =>
  name.startsWith(harness) ? name : `${name} (${harness})`;

/** For example `Codex 2: waits for permission, 38 min`. */
export const sessionRow = (session: AgentSession, now: number): Row => ({
  text: `${sessionName(session)}: ${sessionText(session, now)}`,
  className: session.state,
});

/** One row per session: `Codex 2: waits for permission, 38 min`, in the order of the queue. */
export function sessionRows(reading: Reading<AgentSessions>, now: number): Row[] {
  const value = currentValue(reading);
  if (!value) return absenceRows('SESSIONS', reading);
  const { sessions, counts, more } = value;
  const rows = sessions.map((session) => sessionRow(session, now));
  if (rows.length === 0) return [{ text: sessionCountText(counts), className: 'quiet' }];
  return more > 0 ? [...rows, { text: `and ${counted(more, 'other session')}`, className: 'quiet' }] : rows;
}
