import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { activityReading } from '../../../data/chat/activity-reading.ts';
import { provenanceText } from '../../../data/readings/format.ts';
import { createState } from '../../../data/state.ts';

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;
const working = { state: 'working', since: NOW, updatedAt: NOW } as const;
const open = (now = NOW) => {
  const state = createState(undefined, { now });
  state.bridge.set({ state: 'open' });
  return state;
};

describe('the activity as a reading', () => {
  it('is loading until the bridge is open, and then empty until the first report', () => {
    const state = createState(undefined, { now: NOW });
    assert.equal(activityReading(state).state, 'loading');
    state.bridge.set({ state: 'open' });
    const reading = activityReading(state);
    assert.equal(reading.state, 'empty');
    assert.equal(provenanceText(reading, NOW), 'reports of the agent · just now · no agent has reported yet');
  });

  it('says why there is none without a bridge', () => {
    const state = createState(undefined, { now: NOW });
    state.bridge.set({ state: 'waiting', cause: 'no bridge answers' });
    const { state: is, cause, value } = activityReading(state);
    assert.deepEqual([is, cause, value], ['offline', 'no bridge answers', undefined]);
  });

  it('is live with a report, and stale after ten minutes without another', () => {
    const state = open();
    state.activity.set(working);
    assert.deepEqual([activityReading(state).state, activityReading(state).value], ['live', working]);
    state.now.set(NOW + 10 * MINUTE);
    assert.equal(activityReading(state).state, 'live');
    state.now.set(NOW + 10 * MINUTE + 1);
    const old = activityReading(state);
    assert.deepEqual([old.state, old.value], ['stale', working]);
    state.activity.set({ ...working, updatedAt: NOW + 10 * MINUTE });
    assert.equal(activityReading(state).state, 'live');
  });

  it('keeps the last report while the bridge is lost', () => {
    const state = open();
    state.activity.set(working);
    state.bridge.set({ state: 'waiting', cause: 'the connection to the bridge was lost' });
    const reading = activityReading(state);
    assert.deepEqual([reading.state, reading.value], ['offline', working]);
    state.bridge.set({ state: 'connecting' });
    assert.equal(activityReading(state).value, working);
  });

  it('is the same object until something changes', () => {
    const state = open();
    state.activity.set(working);
    const before = activityReading(state);
    state.now.set(NOW + MINUTE);
    assert.equal(activityReading(state), before);
  });
});
