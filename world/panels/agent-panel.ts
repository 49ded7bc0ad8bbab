import { type Reading, currentValue } from '../../data/readings/reading.ts';
import {
  activeCount,
  agentDetails,
  agentRow,
  agentRows,
  atWorkFirst,
  isAtWork,
} from '../../data/readings/format-agents.ts';
import type { Derived } from '../../data/derived.ts';
import type { AgentActivity } from '../../data/readings/records.ts';
import type { PanelHeadline, PanelRow } from './panel-layout.ts';
import { absenceOnPanel, homePanel, withoutValue } from './panel-module.ts';

/** The colour and the shape of each status. The status is also written beside them. */
const looks: Readonly<Record<AgentActivity['status'], Pick<PanelRow, 'color' | 'mark' | 'disc'>>> = {
  working: { color: 'agentWorking', mark: 'disc' },
  idle: { color: 'agentIdleText', mark: 'ring' },
  dormant: { color: 'agentDormantText', mark: 'bar', disc: 'agentDormant' },
  dead: { color: 'agentDeadText', mark: 'cross', disc: 'agentDead' },
};

/**
 * One row for each agent, those at work first, with their last activity. Without agents: the phrase of
 * specification 7 for the state.
 */
function agentPanelRows({ shownAgents, shownAtWork, shownNow }: Derived): PanelRow[] {
  const reading = shownAgents.get();
  const agents = currentValue(reading);
  if (!agents) return absenceOnPanel(agentRows(reading), reading);
  const atWork = shownAtWork.get();
  return atWorkFirst(agents, atWork).map((agent) => {
    const [lastCommit, ...others] = agentDetails(agent, shownNow.get(), reading.moment !== undefined);
    // Shows only one of these two texts, because both would leave no space beside a name.
    const work = isAtWork(agent, atWork) ? 'at work' : lastCommit;
    return { text: agentRow(agent).text, detail: [work, ...others].join(' · '), ...looks[agent.status] };
  });
}

/** How many agents are active today. */
function agentHeadline(reading: Reading<readonly AgentActivity[]>): PanelHeadline {
  const agents = currentValue(reading);
  if (!agents) return { figure: withoutValue(reading.state), caption: '' };
  return { figure: activeCount(agents), caption: 'active today' };
}

export const agentPanel = homePanel({
  name: 'agent-board',
  note: 'the agent panel',
  viewpoint: 'agents',
  title: 'Agents',
  slot: 0,
  readings: [({ derived }) => derived.shownAgents.get()],
  // Only this reading contains dead agents, issues and the day's pull requests.
  besides: [({ readings }) => readings.agentStatus.get()],
  headline: ({ derived }) => agentHeadline(derived.shownAgents.get()),
  rows: ({ derived }) => agentPanelRows(derived),
});
