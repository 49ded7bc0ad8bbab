import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meterView, segmentBits } from '../../../../world/panels/meter/meter-view.ts';

const value = { score: 57, label: 'mostly own' };
const source = 'sovereignty-status.json';
const cause = 'no network';

test('a stale score keeps its arc, dimmed, and names its state', () => {
  const live = meterView({ state: 'live', source, value, fetchedAt: 0 }, 0);
  assert.deepEqual([live.label, live.light, live.fill], ['Mostly own', 1, 0.57]);
  for (const [state, word] of [
    ['stale', 'stale'],
    ['offline', 'no network'],
  ] as const) {
    const view = meterView({ state, source, value, fetchedAt: 0, cause }, 0);
    assert.equal(view.label, `Mostly own · ${word}`);
    assert.ok(view.light < 0.7);
    assert.equal(view.fill, 0.57);
  }
});

test('has a segment for each part, lit where it is own', () => {
  const parts = [
    { name: 'pages', own: true, where: '' },
    { name: 'bridge', own: true, where: '' },
    { name: 'weather', own: false, where: 'w.example' },
    { name: 'relays', own: null, where: '' },
  ];
  const view = meterView({ state: 'live', source, value: { ...value, parts }, fetchedAt: 0 }, 0);
  assert.deepEqual(view.segments, parts);
  assert.equal(view.fill, 1, 'the arc runs over all segments');
  assert.deepEqual(segmentBits(view.segments), { own: 0b0011, unknown: 0b1000 });
  const failed = meterView({ state: 'error', source, cause }, 0);
  assert.deepEqual([failed.segments, failed.fill], [[], 0]);
});
