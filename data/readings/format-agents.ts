import { LATEST_COMMITS, activeAgents, agentKey } from './activity.ts';
import { type Row, absenceRows, ageText, counted } from './format.ts';
import { type Reading, currentValue } from './reading.ts';
import type { AgentActivity } from './records.ts';

/** Idle and dormant agents both read IDLE; the class keeps them apart (specification 3.1). */
const agentClasses = { working: 'working', idle: 'idle', dormant: 'idle dormant', dead: 'dead' } as const;
export const agentStatusText = (status: AgentActivity['status']): string =>
  status === 'dormant' ? 'IDLE' : status.toUpperCase();

/** `<name>: WORKING` */
export const agentRow = ({ name, status }: AgentActivity): Row => ({
  text: `${name}: ${agentStatusText(status)}`,
  className: agentClasses[status],
});

/** `<name>: WORKING` a row. */
export const agentRows = (reading: Reading<readonly AgentActivity[]>): Row[] =>
  currentValue(reading)?.map(agentRow) ?? absenceRows('AGENTS', reading);

export const isAtWork = ({ name }: AgentActivity, atWork: readonly string[]): boolean =>
  atWork.some((one) => agentKey(one) === agentKey(name));

/** The agents at work first; otherwise in their order. */
export const atWorkFirst = (agents: readonly AgentActivity[], atWork: readonly string[]): AgentActivity[] => [
  ...agents.filter((agent) => isAtWork(agent, atWork)),
  ...agents.filter((agent) => !isAtWork(agent, atWork)),
];

/** In which of the two counts an agent is (`agentCountText`); empty for an agent in neither. */
export const workText = (agent: AgentActivity, atWork: readonly string[]): string =>
  isAtWork(agent, atWork) ? 'at work' : agent.status === 'working' ? 'active today' : '';

/** `<name>: WORKING (at work)` a row, the agents at work first (docs/decisions/0057-the-word-of-an-agents-row.md). */
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
 * What is known of an agent besides its status: `last commit 4 min ago`, `2 PRs today`, its issue.
 * `isPast`: it is the activity of a past moment, before which less is known.
 */
export const agentDetails = (
  { issue, prsToday, lastCommitAt }: AgentActivity,
  now: number,
  isPast = false,
): string[] =>
  [
    lastCommitAt === undefined
      ? isPast
        ? 'no earlier commit known'
        : `no commit among the latest ${LATEST_COMMITS}`
      : `last commit ${ageText(lastCommitAt, now)}`,
    prsToday === null ? '' : `${counted(prsToday, 'PR')} today`,
    issue ?? '',
  ].filter((text) => text !== '');

/** `15 of 17` */
export const activeCount = (agents: readonly AgentActivity[]): string =>
  `${activeAgents(agents).length} of ${agents.length}`;

/** `2 at work, 15 of 17 active today`; the first half only where there are some. */
export const agentCountText = (agents: readonly AgentActivity[], atWork: readonly string[]): string =>
  `${atWork.length > 0 ? `${atWork.length} at work, ` : ''}${activeCount(agents)} active today`;
