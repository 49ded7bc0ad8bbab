import { MINUTE_MS } from '../core/time.ts';
import { agentKey } from './activity.ts';
import type { AgentActivity } from './records.ts';

/**
 * Two things that every count of agents keeps apart: an agent is **active today** with a commit of the
 * last 24 hours (WORKING in specification 3.1), and **at work** with one of the last half hour, or while
 * it reports work.
 */
const AT_WORK_MS = 30 * MINUTE_MS;

const isActive = ({ status }: Pick<AgentActivity, 'status'>): boolean => status === 'working';

/**
 * The names of the agents at work.
 * @param reporter Who reports work now; undefined for a past moment, and where nobody does.
 */
export function namesAtWork(
  agents: readonly AgentActivity[],
  now: number,
  reporter: string | undefined,
): readonly string[] {
  const names = agents
    .filter((agent) => isActive(agent) && now - (agent.lastCommitAt ?? 0) < AT_WORK_MS)
    .map(({ name }) => name);
  const isNamed = names.some((name) => agentKey(name) === agentKey(reporter ?? ''));
  return reporter === undefined || isNamed ? names : [...names, reporter];
}

/** The agents that are active today. */
export const activeAgents = (agents: readonly AgentActivity[]): AgentActivity[] => agents.filter(isActive);

/** `15 of 17` */
export const activeCount = (agents: readonly AgentActivity[]): string =>
  `${activeAgents(agents).length} of ${agents.length}`;

/** `2 at work, 15 of 17 active today`; the first half only where there are some. */
export const agentCountText = (agents: readonly AgentActivity[], atWork: readonly string[]): string =>
  `${atWork.length > 0 ? `${atWork.length} at work, ` : ''}${activeCount(agents)} active today`;
