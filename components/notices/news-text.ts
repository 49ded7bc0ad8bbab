import type { Commit } from '../../data/readings/records.ts';

/** If there are more authors, this many are named. */
const MAX_NAMES = 2;

/** `Ben`, `Ben and Ada`, `Ben, Ada and 2 others`. */
function namesText(names: readonly string[]): string {
  const others = names.length - MAX_NAMES;
  if (others > 0)
    return `${names.slice(0, MAX_NAMES).join(', ')} and ${others} other${others > 1 ? 's' : ''}`;
  return names.join(' and ');
}

/** Whether a commit's title says that it is this merge: a squashed one ends in its number. */
const tells = ({ title }: Commit, merge: string): boolean =>
  merge !== '' && (title === merge || title.startsWith(`${merge} (#`));

/** One line for all that is new: commits oldest first, and the titles of merges. Empty without any. */
export function newsText(commits: readonly Commit[], merges: readonly string[]): string {
  const only = merges.filter((merge) => !commits.some((commit) => tells(commit, merge)));
  const [commit] = commits;
  const [merge] = only;
  // One author and title, or how many and by whom: the newest first.
  const committed =
    commit === undefined
      ? ''
      : commits.length === 1
        ? `${commit.author} · ${commit.title}`
        : `${commits.length} commits by ${namesText([...new Set(commits.toReversed().map(({ author }) => author))])}`;
  // A title may be empty: scripts of the page can announce anything.
  const merged =
    merge === undefined ? '' : only.length === 1 ? `Merged${merge && `: ${merge}`}` : `${only.length} merges`;
  return [committed, merged].filter(Boolean).join(' · ');
}
