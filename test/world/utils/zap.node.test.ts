import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { zapShare } from '../../../world/utils/zap.ts';

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
