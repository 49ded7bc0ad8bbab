import assert from 'node:assert/strict';
import { type TestContext, describe, it } from 'node:test';
import { signal } from '@lit-labs/signals';
import type { ResidentActivity } from '../../../data/readings/schemas/resident-activity.ts';
import { PresentActivity } from '../../../harness/bridge/present-activity.ts';

/** Creates a `PresentActivity` with a mocked clock, and collects the reports that it sends. */
function scene(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const sent: ResidentActivity[] = [];
  const activity = new PresentActivity(
    signal<ResidentActivity | undefined>(undefined),
    (record) => sent.push(record),
    Date.now,
  );
  return { sent, activity, tick: (ms: number) => t.mock.timers.tick(ms) };
}
const numbers = (sent: readonly ResidentActivity[]): string[] => sent.map(({ step }) => step ?? '');

describe('the present activity', () => {
  it('is sent at once while the agent reports rarely', (t) => {
    const { sent, activity, tick } = scene(t);
    for (let i = 0; i < 30; i++) {
      activity.report({ state: 'working', step: String(i) });
      tick(1_000);
    }
    assert.equal(sent.length, 30);
  });

  it('is sent once a second after a burst, and the last report of all arrives', (t) => {
    const { sent, activity, tick } = scene(t);
    for (let i = 0; i < 500; i++) {
      activity.report({ state: 'working', step: String(i) });
      tick(10);
    }
    activity.report({ state: 'idle', step: 'end' });
    tick(5_000);
    assert.ok(sent.length >= 14 && sent.length <= 17, String(sent.length));
    assert.deepEqual(numbers(sent).slice(0, 10), ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    assert.equal(sent.at(-1)?.step, 'end');
    assert.equal(activity.current?.step, 'end');
  });

  it('is known at once, also while its frame waits', (t) => {
    const { activity, sent } = scene(t);
    for (let i = 0; i < 12; i++) activity.report({ state: 'working', step: String(i) });
    assert.equal(sent.length, 10);
    assert.equal(activity.current?.step, '11');
  });

  it('sends nothing after the bridge was closed', (t) => {
    const { sent, activity, tick } = scene(t);
    for (let i = 0; i < 12; i++) activity.report({ state: 'working', step: String(i) });
    activity.close();
    tick(10_000);
    activity.report({ state: 'idle' });
    assert.equal(sent.length, 10);
  });
});
