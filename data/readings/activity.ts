import type { ReadingConfig } from '../config/reading-config.ts';
import { DAY_MS, MAX_AHEAD_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';
import { PRIVATE, type Reading, currentValue, mapReading, originOf } from './reading.ts';
import type { AgentActivity, AgentRecord, Commit } from './records.ts';

/** Specification 3.1: a commit newer than this makes an agent WORKING. */
const WORKING_WINDOW_MS = 24 * HOUR_MS;
/** Specification 3.1: an agent without commits for this long is dormant. */
const DORMANT_AFTER_MS = 7 * 24 * HOUR_MS;

/** The number of commits of one request (specification 3.1). */
export const LATEST_COMMITS = 50;

/** The gateway also sends all commits of this many days, for the floor and the time-lapse. */
export const COMMIT_DAYS = 3;

/** The newest `count` commits, by default five, for lists of commits. */
export const newest = (reading: Reading<readonly Commit[]>, count = 5): Reading<readonly Commit[]> =>
  mapReading(reading, (commits) => commits.slice(0, count));

/** Names are compared without regard to case (specification 3.1). */
export const agentKey = (name: string): string => name.toLowerCase();

function statusOf(
  lastCommitAt: number | undefined,
  record: AgentRecord | undefined,
  oldestSeen: number,
  now: number,
): AgentActivity['status'] {
  if (record?.status === 'dead') return 'dead';
  if (lastCommitAt !== undefined && now - lastCommitAt < WORKING_WINDOW_MS) return 'working';
  // If an agent has no commit in the list, its last commit is at least as old as the oldest one in the list.
  return now - (lastCommitAt ?? oldestSeen) >= DORMANT_AFTER_MS ? 'dormant' : 'idle';
}

/**
 * If the configuration names no agents or sets `codeHost.authors`, the authors of the commits of this many
 * days are agents too.
 */
export const AUTHOR_DAYS = 7;

/** The configured agents, and with `authors` the authors of the last days. */
function knownAgents(
  { agents, authors }: ReadingConfig['codeHost'],
  commits: readonly Commit[],
  now: number,
): readonly string[] {
  if (authors !== true) return agents;
  const since = now - AUTHOR_DAYS * DAY_MS;
  return [...agents, ...commits.filter(({ authoredAt }) => authoredAt >= since).map(({ author }) => author)];
}

/**
 * The activity of each agent (specification 3.1): the configured agents first, then those that are only in
 * the agent status file. Commits decide between working and idle; the file adds the issue, the number of pull
 * requests of the day, and `dead`. Names are compared case-insensitively. All commits are searched, because
 * the list is not sorted by author date.
 */
export function agentActivity(
  codeHost: ReadingConfig['codeHost'],
  commits: Reading<readonly Commit[]>,
  file: Reading<readonly AgentRecord[]>,
  now: number,
): Reading<readonly AgentActivity[]> {
  const records = new Map((currentValue(file) ?? []).map((record) => [agentKey(record.name), record]));
  const describe = (list: readonly Commit[]): readonly AgentActivity[] | undefined => {
    // The first spelling of a name is shown: the configured spelling has priority over the file's.
    const names = new Map<string, string>();
    const inFile = [...records.values()].map((record) => record.name);
    for (const name of [...knownAgents(codeHost, list, now), ...inFile])
      if (!names.has(agentKey(name))) names.set(agentKey(name), name);
    if (names.size === 0) return undefined;
    let oldestSeen = now;
    const newest = new Map<string, number>();
    const repos = new Map<string, string | undefined>();
    for (const { author, authoredAt: written, repo } of list) {
      // A date slightly in the future comes from another clock and means now; a date far in the future is
      // invalid.
      if (written > now + MAX_AHEAD_MS) continue;
      const authoredAt = Math.min(written, now);
      oldestSeen = Math.min(oldestSeen, authoredAt);
      const key = agentKey(author);
      if (authoredAt <= (newest.get(key) ?? -Infinity)) continue;
      newest.set(key, authoredAt);
      repos.set(key, repo);
    }
    return [...names].map(([key, name]) => {
      const record = records.get(key);
      const lastCommitAt = newest.get(key);
      return {
        name,
        status: statusOf(lastCommitAt, record, oldestSeen, now),
        lastCommitAt,
        ...(repos.get(key) && { lastRepo: repos.get(key) }),
        issue: record?.issue ?? null,
        prsToday: record?.prs_today ?? null,
      };
    });
  };
  // Hidden commits say nothing about the agents.
  if (commits.state !== 'empty' || commits.cause === PRIVATE) return mapReading(commits, describe);
  // An empty repository is a valid answer: all agents are idle.
  const value = describe([]);
  if (value === undefined) return commits;
  return { ...originOf(commits), state: 'live', value, fetchedAt: commits.fetchedAt };
}

/**
 * All counts of agents distinguish two things: an agent is **active today** if it has a commit of the last 24
 * hours (WORKING in specification 3.1), and **active now** if it has one of the last half hour, or reports work.
 * “At work” is said of sessions.
 */
const ACTIVE_NOW_MS = 30 * MINUTE_MS;

const isActive = ({ status }: Pick<AgentActivity, 'status'>): boolean => status === 'working';

/**
 * The names of the agents that are active now.
 * @param reporter The agent that reports work now; undefined for a past moment, and while no agent reports
 * work.
 */
export function namesActiveNow(
  agents: readonly AgentActivity[],
  now: number,
  reporter: string | undefined,
): readonly string[] {
  const names = agents
    .filter((agent) => isActive(agent) && now - (agent.lastCommitAt ?? 0) < ACTIVE_NOW_MS)
    .map(({ name }) => name);
  const isNamed = names.some((name) => agentKey(name) === agentKey(reporter ?? ''));
  return reporter === undefined || isNamed ? names : [...names, reporter];
}

/** The agents that are active today. */
export const activeAgents = (agents: readonly AgentActivity[]): AgentActivity[] => agents.filter(isActive);
