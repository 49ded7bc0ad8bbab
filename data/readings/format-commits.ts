import { sentenceCase } from '../core/text.ts';
import { type CommitHours } from './commit-hours.ts';
import { type Row, absenceRows, counted } from './format.ts';
import { type Reading, currentValue } from './reading.ts';
import type { Commit, MergedPull } from './records.ts';

/** One row per commit: `<title> — <author>`, newest first. */
export function commitRows(reading: Reading<readonly Commit[]>): Row[] {
  const commits = currentValue(reading);
  if (!commits) return absenceRows('COMMITS', reading);
  return commits.map(({ title, author }) => ({ text: `${title} — ${author}`, className: 'commit' }));
}

/** One row per pull request: `#12 <title> — <author>`. The shelves in the world have a book for each. */
export function mergedRows(reading: Reading<readonly MergedPull[]>): Row[] {
  const pulls = currentValue(reading);
  if (!pulls) return absenceRows('MERGED PULL REQUESTS', reading);
  return pulls.map(({ number, title, author }) => ({
    text: `#${number} ${title} — ${author}`,
    className: '',
  }));
}

/** How far back the list reaches, if that is less than a day; otherwise empty. */
export const commitReachText = ({
  knownHours,
  listedCommits,
}: Pick<CommitHours, 'knownHours' | 'listedCommits'>): string =>
  knownHours < 24 ? `the last ${listedCommits} commits reach back ${knownHours} h` : '';

const atLeast = ({ knownHours }: Pick<CommitHours, 'knownHours'>): string =>
  knownHours < 24 ? 'at least ' : '';

/** For example `At least 33 commits in 24 h`, by all authors. */
export const dayCommitsText = (day: CommitHours): string =>
  `${sentenceCase(atLeast(day))}${counted(day.agentCommits + day.otherCommits, 'commit')} in 24 h`;

/** For example `31 by 3 of 17 agents, 2 by others`, and how far back a shorter list reaches. */
export const commitHoursText = (hours: CommitHours): string =>
  [
    `${atLeast(hours)}${hours.agentCommits} by ${hours.activeAgents} of ${counted(hours.agents.length, 'agent')}`,
    hours.otherCommits > 0 && `${hours.otherCommits} by others`,
    commitReachText(hours),
  ]
    .filter(Boolean)
    .join(', ');

/** `<name>: 4 commits` for each agent with a commit in the last day, the most active first. */
export const commitHoursRows = (day: CommitHours): Row[] =>
  day.agents
    .filter(({ commits }) => commits > 0)
    .map(({ name, commits }) => ({
      text: `${name}: ${atLeast(day)}${counted(commits, 'commit')}`,
      className: 'working',
    }));
