import { sentenceCase } from '../../../data/core/text.ts';
import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import { activeAgents } from '../../../data/readings/activity.ts';
import { activeCount } from '../../../data/readings/format-agents.ts';
import { ageText, counted } from '../../../data/readings/format.ts';
import type { AgentActivity, Commit } from '../../../data/readings/records.ts';
import type { AgentSessions } from '../../../data/readings/schemas/agent-sessions.ts';

/** The values in a greeting. */
interface Greeted {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The visitor's local hour, 0 to 23. */
  readonly hour: number;
  /** The name with which the visitor arrived; undefined without one. */
  readonly name: string | undefined;
  readonly agents: Reading<readonly AgentActivity[]>;
  /** The names of the agents that are active now. */
  readonly activeNow: readonly string[];
  readonly commits: Reading<readonly Commit[]>;
  readonly sessions: Reading<AgentSessions>;
}

const timeOfDay = (hour: number): string =>
  hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';

/** @param activeNow The number of agents that are active now; undefined if only the past is known. */
function agentsSentence(agents: readonly AgentActivity[], activeNow: number | undefined): string {
  const active = activeAgents(agents).length;
  if (activeNow !== undefined && activeNow > 0)
    return `${counted(activeNow, 'agent')} ${activeNow === 1 ? 'is' : 'are'} active now, ${activeCount(agents)} with a commit today.`;
  const were = `${active === 0 ? 'none' : active} of ${counted(agents.length, 'agent')} ${active === 1 ? 'was' : 'were'} active`;
  return activeNow === undefined ? `${were}.` : `${were} today, and none is active now.`;
}

/** Says how many agents are or were active. If the reading is old or recorded, the text says so. */
function agentsText({ agents: reading, activeNow, now }: Greeted): string {
  if (reading.state === 'loading') return 'The readings have not arrived yet.';
  if (reading.state === 'empty') return 'This home names no agents yet.';
  const agents = currentValue(reading);
  if (!agents) return `I cannot see who is active: ${reading.cause ?? ''}.`;
  const sentence = agentsSentence(agents, reading.state === 'live' ? activeNow.length : undefined);
  const place = reading.recorded
    ? 'In this recording, '
    : reading.state === 'live' || reading.fetchedAt === undefined
      ? ''
      : `As of ${ageText(reading.fetchedAt, now)}, `;
  return place === '' ? sentenceCase(sentence) : place + sentence;
}

/** Which agent waits for the owner, or how many; empty if none waits. */
function waitingText(reading: Reading<AgentSessions>): string {
  const value = reading.state === 'live' ? reading.value : undefined;
  const waiting = value?.counts.waiting ?? 0;
  if (waiting === 0) return '';
  const first = value?.sessions.find(({ state }) => state === 'waiting');
  if (waiting === 1) return `${first?.name ?? 'An agent'} waits for its owner.`;
  return `${counted(waiting, 'agent')} wait for their owner.`;
}

/** The author and the time of the last commit; empty if the reading is not live. */
function commitText(reading: Reading<readonly Commit[]>, now: number): string {
  const last = reading.state === 'live' ? reading.value[0] : undefined;
  return last ? `Last commit: ${last.author}, ${ageText(last.authoredAt, now)}.` : '';
}

/** The greeting for a visitor who comes near for the first time in a visit. */
export const greetingText = (greeted: Greeted): string =>
  [
    `Good ${timeOfDay(greeted.hour)}${greeted.name === undefined ? '' : `, ${greeted.name}`}.`,
    waitingText(greeted.sessions),
    agentsText(greeted),
    commitText(greeted.commits, greeted.now),
  ]
    .filter(Boolean)
    .join(' ');
