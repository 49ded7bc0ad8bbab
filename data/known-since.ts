import { COMMITS_ASKED } from './activity.ts';
import type { Commit } from './records.ts';

/**
 * From when on all commits are known: a full list ends where the code host stopped counting. It is in the host's order, not by author
 * date: its last entry is the one behind which others may follow.
 */
export const knownSince = (commits: readonly Commit[]): number | undefined =>
  commits.length < COMMITS_ASKED ? undefined : commits.at(-1)?.authoredAt;
