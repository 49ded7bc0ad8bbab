import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Reading } from '../../../data/readings/reading.ts';
import { NewBlocks, zapShare } from '../../../world/utils/zaps-and-blocks.ts';

const live = (value: number): Reading<number> => ({ state: 'live', source: 'chain', value, fetchedAt: 1 });

describe('new blocks', () => {
  it('are heights above all earlier ones: not the first, a repeated or a lower one', () => {
    const blocks = new NewBlocks();
    assert.deepEqual(
      [100, 100, 101, 100, 101, 103].map((height) => blocks.heard(live(height))),
      [false, false, true, false, false, true],
    );
  });

  it('come only from a live reading', () => {
    const blocks = new NewBlocks();
    blocks.heard(live(100));
    const cause = 'x';
    assert.equal(blocks.heard({ state: 'stale', source: 'c', value: 101, fetchedAt: 1, cause }), false);
    assert.equal(blocks.heard({ state: 'error', source: 'c', cause }), false);
    assert.equal(blocks.heard({ state: 'offline', source: 'c', value: 101, cause }), false);
    assert.equal(blocks.heard({ state: 'loading', source: 'c' }), false);
    assert.equal(blocks.heard(live(101)), true, 'and still when it is live again');
  });
});

describe('zapShare', () => {
  it('is logarithmic from zero to a million sats', () => {
    assert.equal(zapShare(0), 0);
    assert.ok(Math.abs(zapShare(999) - 0.5) < 0.01);
    assert.ok(Math.abs(zapShare(1_000_000) - 1) < 1e-6);
    assert.equal(zapShare(5e12), 1);
    const step = zapShare(10_000) - zapShare(1_000);
    assert.ok(Math.abs(zapShare(100_000) - zapShare(10_000) - step) < 0.001);
  });
});
