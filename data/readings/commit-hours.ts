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
  /** Commits of these agents in the 24 hours. */
  readonly agentCommits: number;
  /** How many of the agents wrote one. */
  readonly activeAgents: number;
  /** Commits in the 24 hours whose author is none of the agents. */
  readonly otherCommits: number;
  /** How many commits the list has, whatever their age. */
  readonly listedCommits: number;
  /** The hours of which all commits are known: 24, or fewer where the list is full before. */
  readonly knownHours: number;
}

/** A date a little ahead of our clock counts as the hour that ends now. */
const hourOf = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / HOUR_MS));

/**
 * All commits since this instant are known: a full list ends where the code host stopped counting.
 * Its last entry in the host's order, not by author date, is the one that others may follow.
 */
export const knownSince = (commits: readonly Commit[]): number | undefined =>
  commits.length < LATEST_COMMITS ? undefined : commits.at(-1)?.authoredAt;

const knownHoursSince = (since: number | undefined, now: number): number =>
  since === undefined ? HOURS : Math.min(HOURS, Math.max(1, hourOf(since, now)));

/**
 * Counts commits by agent and hour. Names are compared without regard to case, as in `activity.ts`.
 * `since`: the list has all commits from this instant on, for one that is only a part of what was
 * read.
 */
export function commitHours(
  agents: readonly Pick<AgentActivity, 'name' | 'lastCommitAt'>[],
  commits: readonly Commit[],
  now: number,
  since = knownSince(commits),
): CommitHours {
  const counts = new Map(agents.map(({ name }) => [agentKey(name), Array.from({ length: HOURS }, () => 0)]));
  let otherCommits = 0;
  for (const { author, authoredAt } of commits) {
    if (authoredAt > now + MAX_AHEAD_MS) continue;
    const hour = hourOf(authoredAt, now);
    if (hour >= HOURS) continue;
    const hours = counts.get(agentKey(author));
    if (hours) hours[hour] = (hours[hour] ?? 0) + 1;
    else otherCommits += 1;
  }
  const rows = agents.map(({ name, lastCommitAt }): AgentHours => {
    const hours = counts.get(agentKey(name)) ?? [];
    return { name, lastCommitAt, hours, commits: hours.reduce((sum, count) => sum + count, 0) };
  });
  // Equally active agents are in the order of their newest commits, then in that of the list.
  rows.sort((a, b) => b.commits - a.commits || (b.lastCommitAt ?? 0) - (a.lastCommitAt ?? 0));
  return {
    agents: rows,
    agentCommits: rows.reduce((sum, row) => sum + row.commits, 0),
    activeAgents: rows.filter((row) => row.commits > 0).length,
    otherCommits,
    listedCommits: commits.length,
    knownHours: knownHoursSince(since, now),
  };
}
