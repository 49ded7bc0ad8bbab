import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { agentDetails } from '../../../data/readings/format-agents.ts';
import { agentActivity } from '../../../data/readings/activity.ts';
import { PRIVATE, type Reading } from '../../../data/readings/reading.ts';
import { commits } from '../../../data/readings/sources/commits.ts';
import type { AgentRecord, Commit } from '../../../data/readings/records.ts';
import { readingAs } from '../../helpers/home-readings.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const hostOf = (...agents: string[]) => ({ url: '', owner: 'local', repo: 'home', agents, authors: false });
const noFile: Reading<readonly AgentRecord[]> = { state: 'empty', source: 'file', fetchedAt: NOW };

const commitOf = (author: string, age: number): Commit => ({
  sha: `${author}${age}`,
  author,
  authoredAt: NOW - age,
  title: '',
});
const liveCommits = (value: readonly Commit[]) => readingAs('live', 'host', value, NOW);

/** The activity of an agent whose commits have these ages in milliseconds. */
function activityOf(...agesMs: number[]) {
  const commitsOfAda = liveCommits(agesMs.map((age) => commitOf('Ada', age)));
  const [ada] = agentActivity(hostOf('Ada'), commitsOfAda, noFile, NOW).value ?? [];
  return { status: ada?.status, lastCommitAt: ada?.lastCommitAt };
}

test('rates agents by all commits that were read: the heartbeat page reads the latest fifty', () => {
  const others = Array.from({ length: 50 }, (_unused, i) => commitOf('Brook', i * MINUTE));
  const value = [...others, commitOf('Ada', 60 * MINUTE)];
  const [ada] = agentActivity(hostOf('Ada'), liveCommits(value), noFile, NOW).value ?? [];
  assert.equal(ada?.status, 'working');
  assert.match(commits.url({ ...defaultConfig, codeHost: hostOf() }, 'http://home/') ?? '', /limit=50&/);
});

test('adds the authors of the last seven days where the home names no agents', () => {
  const value = [commitOf('ada', 0), commitOf('Cleo', MINUTE), commitOf('Old', 8 * DAY)];
  const namesOf = (authors: boolean) =>
    agentActivity({ ...hostOf('Ada'), authors }, liveCommits(value), noFile, NOW).value?.map(
      ({ name }) => name,
    );
  assert.deepEqual(namesOf(true), ['Ada', 'Cleo']);
  assert.deepEqual(namesOf(false), ['Ada']);
});

test('says of no agent that it is idle where the commits are hidden', () => {
  const empty = { state: 'empty', source: 'host', fetchedAt: NOW } as const;
  assert.equal(agentActivity(hostOf('Ada'), empty, noFile, NOW).value?.[0]?.status, 'idle');
  const hidden = agentActivity(hostOf('Ada'), { ...empty, cause: PRIVATE }, noFile, NOW);
  assert.deepEqual([hidden.state, hidden.cause, hidden.value], ['empty', PRIVATE, undefined]);
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
    const ofAda = liveCommits([commitOf('Ada', oldest)]);
    return agentActivity(hostOf('Ben'), ofAda, noFile, NOW).value?.[0]?.status;
  };
  assert.equal(statusOfBen(7 * DAY - 1), 'idle');
  assert.equal(statusOfBen(7 * DAY), 'dormant');
});

test('names the repository of the last commit, if the home shows several', () => {
  const commits = [
    { ...commitOf('Ada', MINUTE), repo: 'harbour' },
    { ...commitOf('ada', 0), repo: 'tools' },
    { ...commitOf('Ada', 2 * MINUTE), repo: 'site' },
    commitOf('Ben', 0),
  ];
  const [ada, ben] = agentActivity(hostOf('Ada', 'Ben'), liveCommits(commits), noFile, NOW).value ?? [];
  assert.ok(ada && ben);
  assert.equal(agentDetails(ada, NOW)[0], 'last commit just now in tools');
  assert.equal(agentDetails(ben, NOW)[0], 'last commit just now');
});
