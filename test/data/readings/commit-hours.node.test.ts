import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LATEST_COMMITS } from '../../../data/readings/activity.ts';
import { HOURS, commitHours } from '../../../data/readings/commit-hours.ts';
import type { Commit } from '../../../data/readings/records.ts';
import { commitHoursRows, commitHoursText, commitReachText } from '../../../data/readings/format-commits.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const agent = (name: string, lastCommitAt?: number) => ({ name, lastCommitAt });
const commit = (author: string, hoursAgo: number): Commit => ({
  sha: 'x',
  author,
  authoredAt: NOW - hoursAgo * HOUR,
  title: '',
});

describe('the commits of the last day', () => {
  it('are counted by agent and hour, with one count for authors who are not agents', () => {
    const list = [commit('eve', 2), commit('ADA', 0.5), commit('Ada', 23.9), commit('Ada', 24.1)];
    const day = commitHours([agent('Bob'), agent('Ada')], list, NOW);
    assert.deepEqual(
      [day.agentCommits, day.activeAgents, day.otherCommits, day.knownHours],
      [2, 1, 1, HOURS],
    );
    assert.equal(commitHoursText(day), '2 by 1 of 2 agents, 1 by others');
    assert.deepEqual(
      commitHoursRows(day).map(({ text }) => text),
      ['Ada: 2 commits'],
    );
  });

  it('are complete unless the list is full, then back to its last entry', () => {
    const full = Array.from({ length: LATEST_COMMITS }, (_unused, i) => commit('Ada', (i + 1) * 0.1));
    const day = commitHours([agent('Ada')], full, NOW);
    assert.equal(day.knownHours, 5);
    assert.equal(commitReachText(day), 'the last 50 commits reach back 5 h');
    assert.equal(commitHoursText(day), 'at least 50 by 1 of 1 agent, the last 50 commits reach back 5 h');
    assert.deepEqual(
      commitHoursRows(day).map(({ text }) => text),
      ['Ada: at least 50 commits'],
    );
    const many = Array.from({ length: 334 }, (_unused, i) => commit('Ada', (i + 1) * 0.05));
    assert.equal(commitHoursText(commitHours([agent('Ada')], many, NOW, 0)), '334 by 1 of 1 agent');
    assert.equal(
      commitHoursText(commitHours([agent('Ada')], many, NOW, NOW - 18 * HOUR)),
      'at least 334 by 1 of 1 agent, the last 334 commits reach back 18 h',
    );
    assert.equal(commitHours([agent('Ada')], full.slice(1), NOW).knownHours, HOURS);
    const old = [...full.slice(1), commit('Ada', 700)];
    assert.equal(commitHours([agent('Ada')], old, NOW).knownHours, HOURS);
  });

  it('include one from a clock slightly ahead and none from the future', () => {
    const list = [commit('Ada', -0.2), commit('Ada', -0.3), commit('Ada', -600_000)];
    const day = commitHours([agent('Ada')], list, NOW);
    assert.deepEqual([day.agentCommits, day.agents[0]?.hours[0]], [1, 1]);
  });

  it('advance with the clock', () => {
    const list = [commit('Ada', 0.5)];
    const hourAt = (now: number) => commitHours([agent('Ada')], list, now).agents[0]?.hours.indexOf(1);
    assert.deepEqual(
      [0, 1, 23, 24].map((hours) => hourAt(NOW + hours * HOUR)),
      [0, 1, 23, -1],
    );
  });
});
