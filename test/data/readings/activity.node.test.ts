import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentActivity } from '../../../data/readings/activity.ts';
import type { Reading } from '../../../data/readings/reading.ts';
import type { AgentRecord, Commit } from '../../../data/readings/records.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const noFile: Reading<readonly AgentRecord[]> = { state: 'empty', source: 'file', fetchedAt: NOW };

/** The activity of an agent whose commits have these ages in milliseconds. */
function activityOf(...agesMs: number[]) {
  const value = agesMs.map((age, i): Commit => ({
    sha: String(i),
    author: 'Ada',
    authoredAt: NOW - age,
    title: '',
  }));
  const commits: Reading<readonly Commit[]> = { state: 'live', source: 'host', value, fetchedAt: NOW };
  const [ada] = agentActivity(['Ada'], commits, noFile, NOW).value ?? [];
  return { status: ada?.status, lastCommitAt: ada?.lastCommitAt };
}

test('rates agents by the latest fifty commits, however many were read', () => {
  const others = Array.from({ length: 50 }, (_unused, i): Commit => ({
    sha: String(i),
    author: 'Brook',
    authoredAt: NOW - i * MINUTE,
    title: '',
  }));
  const late: Commit = { sha: 'x', author: 'Ada', authoredAt: NOW - 60 * MINUTE, title: '' };
  const statusIn = (value: readonly Commit[]) =>
    agentActivity(['Ada'], { state: 'live', source: 'host', value, fetchedAt: NOW }, noFile, NOW).value?.[0]
      ?.status;
  assert.equal(statusIn([...others.slice(0, 49), late]), 'working');
  assert.equal(statusIn([...others, late]), 'idle');
});

test('ignores a commit dated far in the future', () => {
  const year2099 = NOW - Date.UTC(2099, 0, 1);
  assert.deepEqual(activityOf(year2099), { status: 'idle', lastCommitAt: undefined });
  assert.deepEqual(activityOf(-16 * MINUTE, 2 * DAY), { status: 'idle', lastCommitAt: NOW - 2 * DAY });
  assert.deepEqual(activityOf(year2099, 8 * DAY), { status: 'dormant', lastCommitAt: NOW - 8 * DAY });
});

test('counts a commit dated a few minutes ahead as now: clocks differ', () => {
  assert.deepEqual(activityOf(-14 * MINUTE), { status: 'working', lastCommitAt: NOW });
});

test('an agent works while their last commit is newer than 24 hours, to the millisecond', () => {
  assert.equal(activityOf(0).status, 'working');
  assert.equal(activityOf(DAY - 1).status, 'working');
  assert.equal(activityOf(DAY).status, 'idle');
});

test('an agent is dormant once their last commit is 7 days old, to the millisecond', () => {
  assert.equal(activityOf(7 * DAY - 1).status, 'idle');
  assert.equal(activityOf(7 * DAY).status, 'dormant');
});

test('an agent without a commit is dormant once the oldest of all commits is 7 days old', () => {
  const statusOfBen = (oldest: number): string | undefined => {
    const value = [{ sha: '0', author: 'Ada', authoredAt: NOW - oldest, title: '' }];
    const commits = { state: 'live', source: 'host', value, fetchedAt: NOW } as const;
    return agentActivity(['Ben'], commits, noFile, NOW).value?.[0]?.status;
  };
  assert.equal(statusOfBen(7 * DAY - 1), 'idle');
  assert.equal(statusOfBen(7 * DAY), 'dormant');
});
