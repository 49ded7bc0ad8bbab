import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../data/core/time.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import { createState } from '../../../data/state.ts';
import { Authors } from '../../../harness/gateway/agents.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');

/** The agents of a home, after each list of commits. */
function following(named: readonly string[] = []) {
  const config = { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents: named } };
  const state = createState(config, { now: NOW });
  const authors = new Authors(state);
  return {
    state,
    agentsAfter(...commits: readonly (readonly [author: string, at: number])[]): readonly string[] {
      authors.follow(commits.map(([author, authoredAt]) => ({ author, authoredAt })));
      return state.config.get().codeHost.agents;
    },
  };
}

test('the number of agents does not fall while new commits push others out of the list', () => {
  const { agentsAfter } = following();
  const early = Array.from({ length: 17 }, (_unused, i) => [`Agent ${i}`, NOW - HOUR_MS - i] as const);
  assert.equal(agentsAfter(...early).length, 17);
  const busy = Array.from({ length: 50 }, (_unused, i) => ['Agent 0', NOW - i * MINUTE_MS] as const);
  assert.equal(agentsAfter(...busy).length, 17);
});

test('an author is an agent for seven days after the last commit, and while it is among the latest fifty', () => {
  const { state, agentsAfter } = following();
  const busy = Array.from({ length: 50 }, (_unused, i) => ['Ada', NOW - i] as const);
  assert.deepEqual(agentsAfter(...busy, ['Brook', NOW - 6 * DAY_MS], ['Old', NOW - 8 * DAY_MS]), [
    'Ada',
    'Brook',
  ]);
  state.now.set(NOW + 2 * DAY_MS);
  assert.deepEqual(agentsAfter(...busy), ['Ada']);
  assert.deepEqual(agentsAfter(['Old', NOW - 90 * DAY_MS]), ['Ada', 'Old']);
});

test('authors who commit in turn do not change the configuration, which would restart all readings', () => {
  const { state, agentsAfter } = following(['Brook']);
  agentsAfter(['Ada', NOW - 1], ['Bob', NOW - 2]);
  const before = state.config.get();
  agentsAfter(['Bob', NOW], ['Ada', NOW - 1]);
  assert.equal(state.config.get(), before);
  assert.deepEqual(agentsAfter(['Cleo', NOW + 1]), ['Brook', 'Cleo', 'Bob', 'Ada']);
});

test('upper and lower case make no difference, and agents that the owner names stay first', () => {
  assert.deepEqual(following().agentsAfter(['ADA', NOW], ['ada', NOW - 1], ['', NOW]), ['ADA']);
  assert.deepEqual(following(['Brook']).agentsAfter(['Ada', NOW], ['brook', NOW]), ['Brook', 'Ada']);
});
