import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { namesAtWork } from '../../../data/readings/activity.ts';
import { agentCountText } from '../../../data/readings/format-agents.ts';
import type { AgentActivity } from '../../../data/readings/records.ts';
import { NOW, liveState } from '../../harness/resident/live-state.ts';

const MINUTE = 60_000;
const agent = (name: string, minutes: number): AgentActivity => ({
  name,
  status: minutes < 24 * 60 ? 'working' : 'idle',
  lastCommitAt: NOW - minutes * MINUTE,
  issue: null,
  prsToday: null,
});
const agents = [agent('Ada', 1), agent('Brook', 31), agent('Cleo', 23 * 60), agent('Dan', 25 * 60)];

describe('agents at work', () => {
  test('have a commit of the last half hour, or report work', () => {
    assert.deepEqual(namesAtWork(agents, NOW, undefined), ['Ada']);
    assert.deepEqual(namesAtWork(agents, NOW, 'Timmy'), ['Ada', 'Timmy']);
    assert.deepEqual(namesAtWork(agents, NOW, 'ADA'), ['Ada'], 'an agent that reports is counted once');
    assert.deepEqual(namesAtWork([agent('Ada', 30)], NOW, undefined), []);
  });

  test('are another count than those active today', () => {
    assert.equal(agentCountText(agents, ['Ada']), '1 at work, 3 of 4 active today');
    assert.equal(agentCountText(agents, []), '3 of 4 active today');
  });

  test('include the resident while its agent reports work, and not once that is old', () => {
    const state = liveState();
    const { shownAtWork } = state.derived;
    assert.deepEqual(shownAtWork.get(), []);
    const report = { since: NOW, updatedAt: NOW } as const;
    for (const [doing, names] of [
      ['working', ['Timmy']],
      ['thinking', ['Timmy']],
      ['waiting', []],
      ['idle', []],
    ] as const) {
      state.activity.set({ state: doing, ...report });
      assert.deepEqual(shownAtWork.get(), names, doing);
    }
    state.activity.set({ state: 'working', ...report });
    state.now.set(NOW + 11 * MINUTE);
    assert.deepEqual(shownAtWork.get(), []);
  });
});
