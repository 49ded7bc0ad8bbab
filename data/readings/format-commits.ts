import { type CommitHours } from './commit-hours.ts';
import { type Row, absenceRows, counted } from './format.ts';
import { type Reading, currentValue } from './reading.ts';
import type { Commit, MergedPull } from './records.ts';

/** `<title> — <author>` a row, newest first. */
export function commitRows(reading: Reading<readonly Commit[]>): Row[] {
  const commits = currentValue(reading);
  if (!commits) return absenceRows('COMMITS', reading);
  return commits.map(({ title, author }) => ({ text: `${title} — ${author}`, className: 'commit' }));
}

/** `#12 <title> — <author>` a row: one for each book on the shelves. */
export function mergedRows(reading: Reading<readonly MergedPull[]>): Row[] {
  const pulls = currentValue(reading);
  if (!pulls) return absenceRows('MERGED PULL REQUESTS', reading);
  return pulls.map(({ number, title, author }) => ({
    text: `#${number} ${title} — ${author}`,
    className: '',
  }));
}

/** Where the list of commits ends before the day does; empty where it does not. */
export const commitReachText = ({
  knownHours,
  listedCommits,
}: Pick<CommitHours, 'knownHours' | 'listedCommits'>): string =>
  knownHours < 24 ? `the last ${listedCommits} commits reach back ${knownHours} h` : '';

const atLeast = ({ knownHours }: Pick<CommitHours, 'knownHours'>): string =>
  knownHours < 24 ? 'at least ' : '';

/** `31 by 3 of 17 agents, 2 by others`, and how far back a shorter list goes. */
export const commitHoursText = (hours: CommitHours): string =>
  [
    `${atLeast(hours)}${hours.agentCommits} by ${hours.activeAgents} of ${counted(hours.agents.length, 'agent')}`,
    hours.otherCommits > 0 && `${hours.otherCommits} by others`,
    commitReachText(hours),
  ]
    .filter(Boolean)
    .join(', ');

/** `<name>: 4 commits` for each agent that wrote one in the last day, the most active first. */
export const commitHoursRows = (day: CommitHours): Row[] =>
  day.agents
    .filter(({ commits }) => commits > 0)
    .map(({ name, commits }) => ({
      text: `${name}: ${atLeast(day)}${counted(commits, 'commit')}`,
      className: 'working',
    }));
