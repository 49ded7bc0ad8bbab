import type { Commit } from '../../data/readings/records.ts';

/** If there are more authors, this many are named. */
const MAX_NAMES = 2;

/** Returns the names as text: `Ben`, `Ben and Ada`, or `Ben, Ada and 2 others`. */
function namesText(names: readonly string[]): string {
  const others = names.length - MAX_NAMES;
  if (others > 0)
    return `${names.slice(0, MAX_NAMES).join(', ')} and ${others} other${others > 1 ? 's' : ''}`;
  return names.join(' and ');
}

/** Whether a commit is this merge, by its title. Squash merges add the number: `Title (#12)`. */
const tells = ({ title }: Commit, merge: string): boolean =>
  merge !== '' && (title === merge || title.startsWith(`${merge} (#`));

/** One line about new commits (oldest first) and titles of merges; empty if there are none. */
export function newsText(commits: readonly Commit[], merges: readonly string[]): string {
  const only = merges.filter((merge) => !commits.some((commit) => tells(commit, merge)));
  const [commit] = commits;
  const [merge] = only;
  // One commit: author and title. More commits: their number and authors, the newest first.
  const committed =
    commit === undefined
      ? ''
      : commits.length === 1
        ? `${commit.author} · ${commit.title}`
        : `${commits.length} commits by ${namesText([...new Set(commits.toReversed().map(({ author }) => author))])}`;
  // A title may be empty, because scripts of the page can emit merges.
  const merged =
    merge === undefined ? '' : only.length === 1 ? `Merged${merge && `: ${merge}`}` : `${only.length} merges`;
  return [committed, merged].filter(Boolean).join(' · ');
}
