import { type Reading, mapReading, shown } from './reading.ts';
import type { AgentActivity, AgentRecord, Commit } from './records.ts';

const HOUR = 3_600_000;
/** Specification 3.1: a commit newer than this makes an agent WORKING. */
export const WORKING_WINDOW_MS = 24 * HOUR;
/** DESIGN section 4: idle for this long is dormant. */
export const DORMANT_AFTER_MS = 7 * 24 * HOUR;

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function statusOf(
  lastCommitAt: number | undefined,
  record: AgentRecord | undefined,
  oldestSeen: number,
  now: number,
): AgentActivity['status'] {
  if (record?.status === 'dead') return 'dead';
  if (lastCommitAt !== undefined && now - lastCommitAt < WORKING_WINDOW_MS) return 'working';
  // Without a commit among those seen, the agent's last one is at least as old as the oldest of them.
  return now - (lastCommitAt ?? oldestSeen) >= DORMANT_AFTER_MS ? 'dormant' : 'idle';
}

/**
 * What each agent does (specification 3.1): the configured agents first, then those only the agent status file knows.
 * The commits decide between working and idle; the file adds the issue, the count of the day, and `dead`. Names are
 * compared without regard to case, and all commits are looked at, for the list is not sorted by author date.
 */
export function agentActivity(
  configured: readonly string[],
  commits: Reading<readonly Commit[]>,
  file: Reading<readonly AgentRecord[]>,
  now: number,
): Reading<readonly AgentActivity[]> {
  const records = shown(file) ?? [];
  const names = [...configured, ...records.map(({ name }) => name)].filter(
    (name, index, all) => all.findIndex((other) => sameName(other, name)) === index,
  );
  const describe = (list: readonly Commit[]): readonly AgentActivity[] | undefined => {
    if (names.length === 0) return undefined;
    const oldestSeen = list.reduce((oldest, { authoredAt }) => Math.min(oldest, authoredAt), now);
    return names.map((name) => {
      const times = list.filter(({ author }) => sameName(author, name)).map(({ authoredAt }) => authoredAt);
      const lastCommitAt = times.length > 0 ? Math.max(...times) : undefined;
      const record = records.find((other) => sameName(other.name, name));
      return {
        name,
        status: statusOf(lastCommitAt, record, oldestSeen, now),
        lastCommitAt,
        issue: record?.issue ?? null,
        prsToday: record?.prs_today ?? null,
      };
    });
  };
  if (commits.state !== 'empty') return mapReading(commits, describe);
  // An empty repository is an answer: everybody is idle.
  const value = describe([]);
  return value === undefined
    ? commits
    : { state: 'live', source: commits.source, value, fetchedAt: commits.fetchedAt };
}
