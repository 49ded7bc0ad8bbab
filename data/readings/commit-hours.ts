import { LATEST_COMMITS, agentKey } from './activity.ts';
import { MAX_AHEAD_MS, HOUR_MS } from '../core/time.ts';
import type { AgentActivity, Commit } from './records.ts';

export const HOURS = 24;

/** What one agent committed, hour by hour. */
export interface AgentHours {
  readonly name: string;
  readonly commits: number;
  /** Milliseconds since the epoch, of the newest commit seen. */
  readonly lastCommitAt: number | undefined;
  /** 24 counts; the first is the hour that ends now. */
  readonly hours: readonly number[];
}

/** The last 24 hours, agent by agent. */
export interface CommitHours {
  /** Every agent, the most active first. */
  readonly agents: readonly AgentHours[];
  /** Commits of these agents in the 24 hours, and how many of the agents wrote them. */
  readonly commits: number;
  readonly active: number;
  /** Commits in the 24 hours by nobody of the agents. */
  readonly others: number;
  /** Commits that were looked at. */
  readonly listed: number;
  /**
   * How many hours back the commits seen reach: 24, or less where as many as are asked for were written since. About what is older
   * nothing is known.
   */
  readonly reach: number;
}

/** Which of the 24 hours an instant lies in; the clock of who commits may be a little ahead of ours, what is yet to come is now. */
const hourOf = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / HOUR_MS));

/**
 * From when on all commits are known: a full list ends where the code host stopped counting. It is in the host's order, not by author
 * date: its last entry is the one behind which others may follow.
 */
export const knownSince = (commits: readonly Commit[]): number | undefined =>
  commits.length < LATEST_COMMITS ? undefined : commits.at(-1)?.authoredAt;

const reachOf = (since: number | undefined, now: number): number =>
  since === undefined ? HOURS : Math.min(HOURS, Math.max(1, hourOf(since, now)));

/**
 * Counts commits by agent and hour. Names are compared without regard to case, as in `activity.ts`. `since` is the instant from which on
 * the list is whole, for one that is only a part of what was read.
 */
export function commitHours(
  agents: readonly Pick<AgentActivity, 'name' | 'lastCommitAt'>[],
  commits: readonly Commit[],
  now: number,
  since = knownSince(commits),
): CommitHours {
  const counts = new Map(agents.map(({ name }) => [agentKey(name), Array.from({ length: HOURS }, () => 0)]));
  let others = 0;
  for (const { author, authoredAt } of commits) {
    if (authoredAt > now + MAX_AHEAD_MS) continue;
    const hour = hourOf(authoredAt, now);
    if (hour >= HOURS) continue;
    const hours = counts.get(agentKey(author));
    if (hours) hours[hour] = (hours[hour] ?? 0) + 1;
    else others += 1;
  }
  const rows = agents.map(({ name, lastCommitAt }): AgentHours => {
    const hours = counts.get(agentKey(name)) ?? [];
    return { name, lastCommitAt, hours, commits: hours.reduce((sum, count) => sum + count, 0) };
  });
  // Who is as active as another stands where the newer commit is, then where the list has them.
  rows.sort((a, b) => b.commits - a.commits || (b.lastCommitAt ?? 0) - (a.lastCommitAt ?? 0));
  return {
    agents: rows,
    commits: rows.reduce((sum, row) => sum + row.commits, 0),
    active: rows.filter((row) => row.commits > 0).length,
    others,
    listed: commits.length,
    reach: reachOf(since, now),
  };
}
