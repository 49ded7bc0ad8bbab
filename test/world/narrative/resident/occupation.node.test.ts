import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Occupation, residentLabel, workWords } from '../../../../world/narrative/resident/occupation.ts';
import type { ActivityState } from '../../../../data/readings/schemas/activity-states.ts';
import type { AgentSession } from '../../../../data/readings/schemas/agent-sessions.ts';
import { session, team } from '../../../helpers/sessions.ts';

const MINUTE = 60_000;
const record = (state: ActivityState) => ({ state, since: 0, updatedAt: 0 });

describe('the occupation of the resident', () => {
  it('follows the reports; rest and a stale report are none', () => {
    const occupation = new Occupation();
    assert.equal(occupation.update(undefined, 0, 1), undefined);
    for (const state of ['working', 'waiting', 'failed', 'thinking'] as const)
      assert.equal(occupation.update(record(state), 0, 1), state);
    assert.equal(occupation.update(record('idle'), 0, 1), undefined);
    assert.equal(occupation.update(record('working'), 10 * MINUTE, 1), 'working');
    assert.equal(occupation.update(record('working'), 10 * MINUTE + 1, 1), undefined);
  });

  it('changes between thinking and working every four seconds at most', () => {
    const occupation = new Occupation();
    assert.equal(occupation.update(record('thinking'), 0, 1), 'thinking');
    let changes = 0;
    let before = 'thinking';
    for (let frame = 0; frame < 400; frame++) {
      const shown = occupation.update(record(frame % 2 === 0 ? 'working' : 'thinking'), 0, 0.1);
      if (shown !== before) changes++;
      before = shown ?? '';
    }
    assert.ok(changes > 0 && changes <= 10, `${changes} changes in 40 seconds`);
    assert.equal(occupation.update(record('waiting'), 0, 0.1), 'waiting', 'that is shown at once');
  });
});

describe('the hint of the resident', () => {
  it('says the state, and the task that the figure shows', () => {
    const task = 'tests of the bridge';
    assert.equal(residentLabel('Timmy', 'working', 'working', task), 'Timmy — working: tests of the bridge');
    assert.equal(residentLabel('Timmy', 'waiting', 'waiting', undefined), 'Timmy — waiting for its owner');
    assert.equal(residentLabel('Timmy', 'failed', 'failed', task), 'Timmy — failed: tests of the bridge');
    assert.equal(residentLabel('Timmy', 'idle', undefined, task), 'Timmy — at rest');
  });

  it('has no task while the resident talks', () => {
    assert.equal(residentLabel('Timmy', 'listening', 'working', 'the login'), 'Timmy — listening');
  });

  it('cuts a long task at a word', () => {
    const label = residentLabel('Timmy', 'working', 'working', 'word '.repeat(40).trim());
    assert.ok(label.endsWith('word …') && label.length < 90, label);
  });
});

describe('the words over the head', () => {
  const words = (
    activity: Parameters<typeof workWords>[2],
    sessions?: Parameters<typeof workWords>[3],
    isConnected = true,
  ) => workWords('Timmy', isConnected, activity, sessions, '12 commits in 24 h');

  it('are the task and the progress, in gold for the owner and in the colour of a failure', () => {
    const task = 'Login page';
    assert.deepEqual(words({ ...record('working'), task, progress: 0.4 }), {
      caption: 'Timmy · at work',
      text: 'Login page · 40 %',
      color: 'text',
    });
    assert.equal(words({ ...record('thinking'), task }).caption, 'Timmy · at work', 'the two alternate');
    assert.deepEqual(words({ ...record('waiting'), task }), {
      caption: 'Timmy · waiting for its owner',
      text: 'Login page',
      color: 'zap',
    });
    assert.equal(words({ ...record('failed'), task }).color, 'failed');
    assert.equal(words({ ...record('working'), tool: 'Bash' }).text, 'Bash');
  });

  const of = (...states: AgentSession['state'][]) =>
    team(states.map((state, index) => session({ name: `${state} ${index}`, state })));

  it('are the sessions of the agents at rest; without any, the commits', () => {
    assert.deepEqual(words(undefined, of('working', 'thinking', 'done')), {
      caption: 'Timmy · at rest',
      text: '2 at work · 1 done',
      color: 'text',
    });
    assert.equal(words(undefined, of()).text, '12 commits in 24 h');
  });

  it('name the session that needs the owner, and the work of the resident above', () => {
    const sessions = of('working', 'waiting', 'waiting', 'failed');
    assert.deepEqual(words(undefined, sessions), {
      caption: 'Timmy · at rest',
      text: 'waiting 1 waits · 1 more',
      color: 'zap',
      isOfSession: true,
    });
    assert.deepEqual(words({ ...record('working'), task: 'Login page', progress: 0.4 }, sessions), {
      caption: 'Timmy · Login page · 40 %',
      text: 'waiting 1 waits · 1 more',
      color: 'zap',
      isOfSession: true,
    });
    assert.equal(words(record('working'), sessions).caption, 'Timmy · at work', 'without a task');
    assert.deepEqual(words(record('idle'), of('failed', 'working')), {
      caption: 'Timmy · at rest',
      text: 'failed 0 failed',
      color: 'failed',
      isOfSession: true,
    });
    // Visitors who may not see names see the number.
    assert.equal(words(undefined, { ...sessions, sessions: [] }).text, '2 wait · 1 failed');
    const long = team([session({ name: 'W'.repeat(60), state: 'waiting' })]);
    assert.equal(words(undefined, long).text, `${'W'.repeat(24)} … waits`);
    // Its own question comes before those of others.
    assert.equal(words({ ...record('waiting'), task: 'Which colour?' }, sessions).text, 'Which colour?');
  });

  it('do not name a task without a connection', () => {
    const report = { ...record('working'), task: 'Login page', progress: 0.4 };
    assert.deepEqual(words(report, undefined, false), {
      caption: 'Timmy · not connected',
      text: '12 commits in 24 h',
      color: 'text',
    });
  });
});
