import { agentHeadline } from '../../data/readings/headlines.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import { counted } from '../../data/readings/format.ts';
import { sessionCountsText, sessionText, sessionWorkText } from '../../data/readings/format-sessions.ts';
import { sessionCountText } from '../../data/readings/session-counts.ts';
import type { AgentSessions, SessionState } from '../../data/readings/schemas/agent-sessions.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { GamesState } from '../../data/games/games-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import {
  agentDetails,
  agentRow,
  agentRows,
  activeNowFirst,
  isActiveNow,
} from '../../data/readings/format-agents.ts';
import type { AgentActivity } from '../../data/readings/records.ts';
import type { PanelRow } from './panel-layout.ts';
import { absenceOnPanel, homePanel, isReplay } from './panel-module.ts';

type StateSlice = DerivedState & GamesState & ReadingsState & ViewState;

/** The colour and the shape of each status. The status is also written beside them. */
const looks: Readonly<Record<AgentActivity['status'], Pick<PanelRow, 'color' | 'mark' | 'disc'>>> = {
  working: { color: 'agentWorking', mark: 'disc' },
  idle: { color: 'agentIdleText', mark: 'ring' },
  dormant: { color: 'agentDormantText', mark: 'bar', disc: 'agentDormant' },
  dead: { color: 'agentDeadText', mark: 'cross', disc: 'agentDead' },
};

/** The same for sessions, in the colours of their figures beside the resident. */
const sessionLooks: Readonly<Record<SessionState, Pick<PanelRow, 'color' | 'mark' | 'disc'>>> = {
  waiting: { color: 'zap', mark: 'half' },
  failed: { color: 'failed', mark: 'cross', disc: 'agentDead' },
  working: { color: 'agentWorking', mark: 'disc' },
  thinking: { color: 'agentWorking', mark: 'dots' },
  done: { color: 'agentIdleText', mark: 'ring' },
  silent: { color: 'textQuiet', mark: 'bar' },
  ended: { color: 'textQuiet', mark: 'bar' },
};

/** The row for an owner without a session. Visitors do not see it, because they cannot add a session. */
const FIRST_SESSION: PanelRow = {
  text: 'home-world hooks install claude-code',
  detail: 'shows your sessions here: docs/agents.md',
  color: 'textQuiet',
};

/** The sessions; undefined where the panel shows none. */
function shownSessions(state: StateSlice): Reading<AgentSessions> | undefined {
  const reading = state.readings.sessions.get();
  return currentValue(reading) === undefined || isReplay(state) ? undefined : reading;
}

const sessionsOf = (state: StateSlice): AgentSessions | undefined => {
  const reading = shownSessions(state);
  return reading && currentValue(reading);
};

/** The agents; undefined if the panel shows sessions and nothing is known of the agents. */
function besideSessions(state: StateSlice): Reading<readonly AgentActivity[]> | undefined {
  const reading = state.derived.shownAgents.get();
  const isQuiet = currentValue(reading) === undefined && reading.state !== 'error';
  return isQuiet && shownSessions(state) ? undefined : reading;
}

/** Whether the panel tells the owner how to add the first session. */
const isFirst = (state: StateSlice): boolean =>
  state.games.owner.get() === 'owner' && state.readings.sessions.get().state === 'empty' && !isReplay(state);

/** One row for each session, in the order of the queue: those that wait for the owner come first. */
function sessionPanelRows(state: StateSlice, now: number): PanelRow[] {
  const value = sessionsOf(state);
  if (!value) return isFirst(state) ? [FIRST_SESSION] : [];
  const { sessions, counts, more } = value;
  if (sessions.length === 0) return [{ text: sessionCountText(counts) }];
  const rows = sessions.map((session): PanelRow => {
    const detail = [sessionWorkText(session), sessionCountsText(session)].filter(Boolean).join(' · ');
    return {
      text: `${session.name}: ${sessionText(session, now)}`,
      ...(detail !== '' && { detail }),
      ...sessionLooks[session.state],
    };
  });
  return more > 0 ? [...rows, { text: `and ${counted(more, 'other session')}`, color: 'textQuiet' }] : rows;
}

/**
 * One row for each agent, those active now first, with their last activity. Without agents: the phrase of
 * specification 7 for the state.
 */
function agentPanelRows(state: StateSlice): PanelRow[] {
  const reading = besideSessions(state);
  if (!reading) return [];
  const { shownActiveNow, shownNow } = state.derived;
  const agents = currentValue(reading);
  if (!agents) return absenceOnPanel(agentRows(reading), reading);
  const activeNow = shownActiveNow.get();
  return activeNowFirst(agents, activeNow).map((agent) => {
    const [lastCommit, ...others] = agentDetails(agent, shownNow.get(), reading.moment !== undefined);
    // Shows only one of these two texts, because both would leave no space beside a name.
    const work = isActiveNow(agent, activeNow) ? 'active now' : lastCommit;
    return { text: agentRow(agent).text, detail: [work, ...others].join(' · '), ...looks[agent.status] };
  });
}

export const agentPanel = homePanel({
  name: 'agent-board',
  note: 'the agent panel',
  viewpoint: 'agents',
  title: 'Agents',
  slot: 0,
  readings: [shownSessions, besideSessions],
  // Only the first reading contains dead agents, issues and the day's pull requests. The second reading is
  // here so that the panel changes when the owner signs in.
  besides: [
    ({ readings }) => readings.agentStatus.get(),
    (state) => (isFirst(state) ? state.readings.sessions.get() : undefined),
  ],
  headline: (state) => agentHeadline(sessionsOf(state), state.derived.shownAgents.get()),
  rows: (state, now) => [...sessionPanelRows(state, now), ...agentPanelRows(state)],
  action: {
    text: 'list the sessions',
    isOffered: (state) => sessionsOf(state) !== undefined,
    run: ({ panels }) => panels.today.set(true),
  },
});
