import type { AgentSession, AgentSessions } from '../../data/readings/schemas/agent-sessions.ts';
import { bySessionQueue, countSessions } from '../../data/readings/schemas/agent-sessions.ts';

/** A session as a home shows it, with the given fields. */
export const session = (
  given: Partial<AgentSession> & Pick<AgentSession, 'name' | 'state'>,
): AgentSession => ({
  key: given.name.toLowerCase().replaceAll(/\W+/g, '-').slice(0, 24),
  harness: given.name.replace(/ \d+$/, ''),
  agents: [],
  moreAgents: 0,
  tools: 0,
  files: 0,
  since: 0,
  updatedAt: 0,
  ...given,
});

/** The sessions of a home, in the order of the queue. */
export const team = (sessions: readonly AgentSession[], more = 0): AgentSessions => ({
  audience: 'all',
  counts: countSessions(sessions.map(({ state }) => state)),
  sessions: [...sessions].sort(bySessionQueue),
  more,
});

/** Five sessions: one waits, one has failed, two are at work, one is done. */
export const teamAtWork = (now: number): AgentSessions =>
  team([
    session({ name: 'Codex', state: 'working', tool: 'apply_patch', since: now - 240_000, updatedAt: now }),
    session({
      name: 'Claude Code',
      state: 'waiting',
      needs: 'permission',
      tool: 'Bash',
      since: now - 38 * 60_000,
      updatedAt: now,
    }),
    session({ name: 'Gemini CLI', state: 'failed', step: 'rate limit', since: now - 60_000, updatedAt: now }),
    session({
      name: 'Claude Code 2',
      state: 'thinking',
      agents: [{ name: 'Explore', state: 'working' }],
      since: now - 60_000,
      updatedAt: now,
    }),
    session({ name: 'OpenCode', state: 'done', tools: 14, files: 3, since: now - 7_200_000, updatedAt: now }),
  ]);
