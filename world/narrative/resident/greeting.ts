import { type Reading, currentValue } from '../../../data/readings/reading.ts';
import { ageText, counted } from '../../../data/readings/format.ts';
import type { AgentActivity, Commit } from '../../../data/readings/records.ts';

/** The values in a greeting. */
export interface Greeted {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The hour where the visitor is, 0 to 23. */
  readonly hour: number;
  /** The name they arrived with; undefined without one. */
  readonly name: string | undefined;
  readonly agents: Reading<readonly AgentActivity[]>;
  readonly commits: Reading<readonly Commit[]>;
}

const timeOfDay = (hour: number): string =>
  hour >= 5 && hour < 12 ? 'morning' : hour >= 12 && hour < 18 ? 'afternoon' : 'evening';

/** How many agents are at work; of an old reading with its age, of a recording with that word. */
function agentsText(reading: Reading<readonly AgentActivity[]>, now: number): string {
  if (reading.state === 'loading') return 'The readings have not arrived yet.';
  if (reading.state === 'empty') return 'This home names no agents yet.';
  const agents = currentValue(reading);
  if (!agents) return `I cannot see who is at work: ${reading.cause ?? ''}.`;
  const isLive = reading.state === 'live';
  const working = agents.filter(({ status }) => status === 'working').length;
  const verb = `${working === 1 ? (isLive ? 'is' : 'was') : isLive ? 'are' : 'were'} at work`;
  const sentence = `${working === 0 ? 'none' : working} of ${counted(agents.length, 'agent')} ${verb}.`;
  const place = reading.recorded
    ? 'In this recording, '
    : isLive || reading.fetchedAt === undefined
      ? ''
      : `As of ${ageText(reading.fetchedAt, now)}, `;
  return place === '' ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : place + sentence;
}

/** Who wrote the last commit, and when; nothing where that is not known now. */
function commitText(reading: Reading<readonly Commit[]>, now: number): string {
  const last = reading.state === 'live' ? reading.value[0] : undefined;
  return last ? `Last commit: ${last.author}, ${ageText(last.authoredAt, now)}.` : '';
}

/** What the resident says to a visitor who comes near for the first time in a visit. */
export const greetingText = ({ now, hour, name, agents, commits }: Greeted): string =>
  [
    `Good ${timeOfDay(hour)}${name === undefined ? '' : `, ${name}`}.`,
    agentsText(agents, now),
    commitText(commits, now),
  ]
    .filter(Boolean)
    .join(' ');
