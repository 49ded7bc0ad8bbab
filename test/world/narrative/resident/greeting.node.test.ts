import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../../data/core/time.ts';
import type { Reading } from '../../../../data/readings/reading.ts';
import type { AgentActivity, Commit } from '../../../../data/readings/records.ts';
import type { AgentSessions } from '../../../../data/readings/schemas/agent-sessions.ts';
import { greetingText } from '../../../../world/narrative/resident/greeting.ts';

const now = 1_700_000_000_000;
const origin = { source: 'local/home' };
const agent = (status: AgentActivity['status']): AgentActivity => ({
  name: status,
  status,
  lastCommitAt: undefined,
  issue: null,
  prsToday: null,
});
const team = [agent('working'), agent('working'), agent('idle')];
const live = <T>(value: T): Reading<T> => ({ ...origin, state: 'live', value, fetchedAt: now });
const commit: Commit = { sha: 'a', author: 'Ben', authoredAt: now - 4 * MINUTE_MS, title: 'fix' };
const greet = (changes: Partial<Parameters<typeof greetingText>[0]> = {}): string =>
  greetingText({
    now,
    hour: 20,
    name: undefined,
    agents: live(team),
    activeNow: [],
    commits: live([commit]),
    sessions: { ...origin, state: 'loading' },
    ...changes,
  });

describe('the greeting', () => {
  it('says who is active and what came last', () => {
    assert.equal(
      greet({ activeNow: ['Ada', 'Ben'] }),
      'Good evening. 2 agents are active now, 2 of 3 with a commit today. Last commit: Ben, 4 min ago.',
    );
    assert.match(greet({ activeNow: ['Ada'] }), /1 agent is active now, 2 of 3 with a commit today\./);
    assert.match(greet(), /2 of 3 agents were active today, and none is active now\./);
    assert.match(
      greet({ agents: live([agent('idle'), agent('dead')]) }),
      /None of 2 agents were active today/,
    );
  });

  it('begins with who waits', () => {
    const at = (waiting: number, names: readonly string[]): string => {
      const sessions = names.map((name) => ({ name, state: 'waiting' }));
      const counts = { waiting, failed: 0, atWork: 1, done: 0, silent: 0 };
      return greet({ sessions: live({ sessions, counts, more: 0 } as unknown as AgentSessions) });
    };
    assert.match(at(1, ['shop · login']), /^Good evening\. shop · login waits for its owner\. 2 of 3/);
    assert.match(at(1, []), /^Good evening\. An agent waits for its owner\. 2 of 3/);
    assert.match(
      at(2, ['shop · login', 'harbour']),
      /^Good evening\. 2 agents wait for their owner\. 2 of 3/,
    );
    assert.equal(at(0, []), greet());
  });

  it('follows the visitor’s clock, and uses the name they arrived with', () => {
    assert.match(greet({ hour: 5 }), /^Good morning\./);
    assert.match(greet({ hour: 12 }), /^Good afternoon\./);
    assert.match(greet({ hour: 18 }), /^Good evening\./);
    assert.match(greet({ hour: 2, name: 'Ada' }), /^Good evening, Ada\./);
  });

  it('says the age of an old reading, and that a recording is one', () => {
    const value = team;
    const stale = {
      ...origin,
      state: 'stale',
      value,
      fetchedAt: now - 3 * HOUR_MS,
      cause: 'asleep',
    } as const;
    assert.equal(
      greet({ agents: stale, commits: { ...origin, state: 'loading' } }),
      'Good evening. As of 3 h ago, 2 of 3 agents were active.',
    );
    assert.match(
      greet({ agents: { ...live(team), recorded: true } }),
      /In this recording, 2 of 3 agents were active today/,
    );
  });

  it('invents nothing where readings are missing', () => {
    const commits: Reading<readonly Commit[]> = { ...origin, state: 'loading' };
    const cause = 'the code host cannot be reached';
    assert.match(greet({ agents: { ...origin, state: 'loading' }, commits }), /have not arrived yet\.$/);
    for (const state of ['error', 'offline'] as const)
      assert.equal(
        greet({ agents: { ...origin, state, cause }, commits }),
        `Good evening. I cannot see who is active: ${cause}.`,
      );
    assert.match(
      greet({ agents: { ...origin, state: 'empty', fetchedAt: now }, commits }),
      /names no agents yet\.$/,
    );
  });
});
