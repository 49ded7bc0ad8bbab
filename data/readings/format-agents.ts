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

export const isAtWork = ({ name }: AgentActivity, atWork: readonly string[]): boolean =>
  atWork.some((one) => agentKey(one) === agentKey(name));

/** The agents at work first; otherwise the order stays. */
export const atWorkFirst = (agents: readonly AgentActivity[], atWork: readonly string[]): AgentActivity[] => [
  ...agents.filter((agent) => isAtWork(agent, atWork)),
  ...agents.filter((agent) => !isAtWork(agent, atWork)),
];

/** Which of the two counts of `agentCountText` includes an agent; empty if neither does. */
export const workText = (agent: AgentActivity, atWork: readonly string[]): string =>
  isAtWork(agent, atWork) ? 'at work' : agent.status === 'working' ? 'active today' : '';

/**
 * One row per agent: `<name>: WORKING (at work)`, the agents at work first
 * (docs/decisions/0057-the-word-of-an-agents-row.md).
 */
export const workRows = (reading: Reading<readonly AgentActivity[]>, atWork: readonly string[]): Row[] => {
  const agents = currentValue(reading);
  if (!agents) return agentRows(reading);
  return atWorkFirst(agents, atWork).map((agent) => {
    const { text, className } = agentRow(agent);
    const work = workText(agent, atWork);
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

/** For example `2 at work, 15 of 17 active today`; without the first part if no agent is at work. */
export const agentCountText = (agents: readonly AgentActivity[], atWork: readonly string[]): string =>
  `${atWork.length > 0 ? `${atWork.length} at work, ` : ''}${activeCount(agents)} active today`;
