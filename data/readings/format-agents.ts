import { LATEST_COMMITS, activeAgents, agentKey } from './activity.ts';
import { type Row, absenceRows, ageText, counted } from './format.ts';
import { type Reading, currentValue } from './reading.ts';
import type { AgentActivity } from './records.ts';

/** Idle and dormant agents both have the text IDLE; the class distinguishes them (specification 3.1). */
const agentClasses = { working: 'working', idle: 'idle', dormant: 'idle dormant', dead: 'dead' } as const;
export const agentStatusText = (status: AgentActivity['status']): string =>
  status === 'dormant' ? 'IDLE' : status.toUpperCase();

/** For example `Ada: WORKING`. */
export const agentRow = ({ name, status }: AgentActivity): Row => ({
  text: `${name}: ${agentStatusText(status)}`,
  className: agentClasses[status],
});

/** One row per agent: `<name>: WORKING`. */
export const agentRows = (reading: Reading<readonly AgentActivity[]>): Row[] =>
  currentValue(reading)?.map(agentRow) ?? absenceRows('AGENTS', reading);

export const isActiveNow = ({ name }: AgentActivity, activeNow: readonly string[]): boolean =>
  activeNow.some((one) => agentKey(one) === agentKey(name));

/** The agents that are active now first; otherwise the order stays. */
export const activeNowFirst = (
  agents: readonly AgentActivity[],
  activeNow: readonly string[],
): AgentActivity[] => [
  ...agents.filter((agent) => isActiveNow(agent, activeNow)),
  ...agents.filter((agent) => !isActiveNow(agent, activeNow)),
];

/** Which of the two counts of `agentCountText` includes an agent; empty if neither does. */
export const workText = (agent: AgentActivity, activeNow: readonly string[]): string =>
  isActiveNow(agent, activeNow) ? 'active now' : agent.status === 'working' ? 'active today' : '';

/**
 * One row per agent: `<name>: WORKING (active now)`, the agents that are active now first
 * (docs/decisions/0057-the-word-of-an-agents-row.md).
 */
export const workRows = (reading: Reading<readonly AgentActivity[]>, activeNow: readonly string[]): Row[] => {
  const agents = currentValue(reading);
  if (!agents) return agentRows(reading);
  return activeNowFirst(agents, activeNow).map((agent) => {
    const { text, className } = agentRow(agent);
    const work = workText(agent, activeNow);
    return { text: work === '' ? text : `${text} (${work})`, className };
  });
};

/**
 * Details of an agent: `last commit 4 min ago`, `2 PRs today`, its issue. `isPast`: the activity is that of a
 * past moment, for which less is known.
 */
export const agentDetails = (
  { issue, prsToday, lastCommitAt, lastRepo }: AgentActivity,
  now: number,
  isPast = false,
): string[] =>
  [
    lastCommitAt === undefined
      ? isPast
        ? 'no earlier commit known'
        : `no commit among the latest ${LATEST_COMMITS}`
      : `last commit ${ageText(lastCommitAt, now)}${lastRepo ? ` in ${lastRepo}` : ''}`,
    prsToday === null ? '' : `${counted(prsToday, 'PR')} today`,
    issue ?? '',
  ].filter((text) => text !== '');

/** For example `15 of 17`. */
export const activeCount = (agents: readonly AgentActivity[]): string =>
  `${activeAgents(agents).length} of ${agents.length}`;

/** For example `2 active now, 15 of 17 with a commit today`, or `15 of 17 active today` if no agent is active now. */
export const agentCountText = (agents: readonly AgentActivity[], activeNow: readonly string[]): string =>
  activeNow.length > 0
    ? `${activeNow.length} active now, ${activeCount(agents)} with a commit today`
    : `${activeCount(agents)} active today`;
