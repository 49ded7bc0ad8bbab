import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ActivityLog } from '../../../data/chat/activity-log.ts';
import type { ResidentActivity } from '../../../data/readings/schemas/resident-activity.ts';
import { type State, createState } from '../../../data/state.ts';

const SECOND = 1000;

describe('the activity in the session log', () => {
  let state: State;
  let log: ActivityLog;
  beforeEach(() => {
    state = createState();
    state.resident.set({ name: 'Timmy', attached: true, note: '' });
    log = new ActivityLog(state);
  });
  /** A report arrives at `now`, and the page continues. */
  const report = (now: number, given: Pick<ResidentActivity, 'state' | 'task'>): void => {
    state.activity.set({ ...given, since: now, updatedAt: now });
    log.update(now);
  };
  const lines = (): string[] => state.log.get().map(({ speaker, text }) => `${speaker} ${text}`);

  it('has a line for each new state and task', () => {
    report(0, { state: 'working', task: 'the login' });
    report(10 * SECOND, { state: 'waiting', task: 'the login' });
    report(20 * SECOND, { state: 'working', task: 'the tests' });
    report(30 * SECOND, { state: 'idle' });
    assert.deepEqual(lines(), [
      'SYSTEM Timmy: working on the login',
      'SYSTEM Timmy: waiting for its owner, on the login',
      'SYSTEM Timmy: working on the tests',
      'SYSTEM Timmy: idle',
    ]);
  });

  it('has none for another step, nor for thinking between two tools', () => {
    report(0, { state: 'working', task: 'the login' });
    for (let at = 1; at < 9; at++)
      report(at * 10 * SECOND, { state: at % 2 === 1 ? 'thinking' : 'working', task: 'the login' });
    assert.equal(lines().length, 1);
  });

  it('has one line in five seconds, and the newest report is not left out', () => {
    report(0, { state: 'working', task: '1' });
    for (let at = 1; at <= 4; at++) report(at * SECOND, { state: 'working', task: `${at + 1}` });
    assert.equal(lines().length, 1);
    log.update(5 * SECOND);
    assert.deepEqual(lines(), ['SYSTEM Timmy: working on 1', 'SYSTEM Timmy: working on 5']);
    log.update(60 * SECOND);
    assert.equal(lines().length, 2);
  });

  it('does not begin with rest or with an old report', () => {
    report(0, { state: 'idle' });
    assert.deepEqual(lines(), []);
    const other = new ActivityLog(state);
    state.activity.set({ state: 'working', since: 0, updatedAt: 0 });
    other.update(601 * SECOND);
    assert.deepEqual(lines(), []);
    log.update(SECOND);
    assert.deepEqual(lines(), ['SYSTEM Timmy: working']);
  });
});
