/**
 * Merged pull requests, as far as git alone shows them: merge commits of the main line, and commits whose
 * title ends in `(#12)`, as code hosts name a squashed pull request.
 */
export interface MergedCommit {
  readonly sha: string;
  readonly number: number;
  readonly title: string;
  /** The author of the commit on the main line. */
  readonly author: string;
  /** Second parent of a merge commit; undefined for a squashed pull request. */
  readonly branchTip: string | undefined;
  /** ISO 8601. */
  readonly mergedAt: string;
}

const FIELDS = 5;
export const MERGE_FORMAT = '%H%x00%an%x00%cI%x00%P%x00%B';

interface Named {
  readonly number: number | undefined;
  readonly title: string;
}

const numberIn = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

/** Title and number of a merge; undefined for a merge that only updated a branch. */
export function nameOfMerge(message: string, isMerge: boolean): Named | undefined {
  const [subject = '', ...rest] = message.split('\n').map((line) => line.trim());
  const body = rest.find((line) => line !== '');
  const squashed = /^(.*\S)\s*\(#(\d{1,9})\)$/.exec(subject);
  if (!isMerge)
    return squashed ? { number: numberIn(squashed[2]), title: squashed[1] ?? subject } : undefined;
  const github = /^Merge pull request #(\d{1,9})\b/.exec(subject);
  if (github) return { number: numberIn(github[1]), title: body ?? subject };
  const gitea = /^Merge pull request ['‘"](.+)['’"] \(#(\d{1,9})\)/.exec(subject);
  if (gitea) return { number: numberIn(gitea[2]), title: gitea[1] ?? subject };
  if (squashed) return { number: numberIn(squashed[2]), title: squashed[1] ?? subject };
  // A merge by `git pull` only gets commits from another clone: it is not a piece of work.
  if (/^Merge (?:remote-tracking branch|branch .* of )/.test(subject)) return undefined;
  const branch = /^Merge (?:branch|commit|tag) '([^']+)'/.exec(subject);
  return { number: undefined, title: branch?.[1] ?? subject };
}

/** Added to a position that is the number of another merge. */
const STEP = 1_000_000;

/** A number for the merge at a position of the main line that no other merge has. */
function freeNumber(position: number, taken: Set<number | undefined>): number {
  let number = position;
  while (taken.has(number)) number += STEP;
  taken.add(number);
  return number;
}

/**
 * The merges of the main line in the output of `git log -z`, newest first. A merge without a number gets its
 * position, counted from the first commit, because this position stays the same as the history grows. If a
 * pull request has that number, the merge gets another one, because its diff is found by its number.
 */
export function readMerges(log: string, mainLineLength: number): MergedCommit[] {
  const tokens = log.split('\0');
  const merges: (Omit<MergedCommit, 'number'> & Named & { readonly position: number })[] = [];
  for (let at = 0, index = 0; at + FIELDS <= tokens.length; at += FIELDS, index++) {
    const [sha = '', author = '', mergedAt = '', parents = '', message = ''] = tokens.slice(at, at + FIELDS);
    const branchTip = parents.split(' ')[1];
    const named = nameOfMerge(message, branchTip !== undefined);
    if (!named) continue;
    const position = Math.max(1, mainLineLength - index);
    merges.push({ sha, ...named, author, branchTip, mergedAt, position });
  }
  const taken = new Set(merges.map(({ number }) => number));
  return merges.map(({ position, number, ...merge }) => ({
    ...merge,
    number: number ?? freeNumber(position, taken),
  }));
}

/** The merges in the form of `GET /repos/{owner}/{repo}/pulls`, as far as git has the fields. */
export const mergedPulls = (
  merges: readonly MergedCommit[],
  branchAuthors: ReadonlyMap<string, string>,
): readonly unknown[] =>
  merges.map(({ number, title, author, branchTip, mergedAt }) => {
    const login = (branchTip === undefined ? undefined : branchAuthors.get(branchTip)) ?? author;
    return { number, title, user: { login }, merged: true, merged_at: mergedAt };
  });
