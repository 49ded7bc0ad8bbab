import { LATEST_COMMITS, agentKey } from './activity.ts';
import { MAX_AHEAD_MS, HOUR_MS } from '../core/time.ts';
import type { AgentActivity, Commit } from './records.ts';

export const HOURS = 24;

/** The commits of one agent per hour. */
export interface AgentHours {
  readonly name: string;
  readonly commits: number;
  /** The time of the newest known commit. Milliseconds since the epoch. */
  readonly lastCommitAt: number | undefined;
  /** 24 counts; the first is the hour that ends now. */
  readonly hours: readonly number[];
}

/** The commits of the last 24 hours by agent. */
export interface CommitHours {
  /** All agents, the most active first. */
  readonly agents: readonly AgentHours[];
  /** Commits of these agents in the 24 hours. */
  readonly agentCommits: number;
  /** The number of agents with a commit in the 24 hours. */
  readonly activeAgents: number;
  /** Commits in the 24 hours by other authors. */
  readonly otherCommits: number;
  /** The number of commits in the list, of any age. */
  readonly listedCommits: number;
  /** The number of hours for which all commits are known: 24, or fewer if the list is full. */
  readonly knownHours: number;
}

/** A date slightly in the future counts as the hour that ends now. */
const hourOf = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / HOUR_MS));

/**
 * The time since which all commits are known; undefined if the list is not full. For a full list it is the
 * date of the last entry: the code host has cut the list there, in its own order and not by author date.
 */
export const knownSince = (commits: readonly Commit[]): number | undefined =>
  commits.length < LATEST_COMMITS ? undefined : commits.at(-1)?.authoredAt;

const knownHoursSince = (since: number | undefined, now: number): number =>
  since === undefined ? HOURS : Math.min(HOURS, Math.max(1, hourOf(since, now)));

/**
 * Counts commits by agent and hour. Names are compared case-insensitively, as in `activity.ts`. `since`: the
 * list has all commits since this time; set it if the list is only a part of a larger one.
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
  // Equally active agents are sorted by their newest commits, then by their order in the list.
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
