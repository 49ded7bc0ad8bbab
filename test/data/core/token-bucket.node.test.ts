import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenBucket } from '../../../data/core/token-bucket.ts';

test('allows a burst, then a steady pace', () => {
  let now = 0;
  const bucket = new TokenBucket({ burst: 2, perSecond: 1 }, () => now);
  assert.deepEqual([bucket.take(), bucket.take(), bucket.take()], [true, true, false]);
  now += 1_000;
  assert.deepEqual([bucket.take(), bucket.take()], [true, false]);
});

test('keeps its tokens when the clock is set back', () => {
  let now = 10_000_000;
  const bucket = new TokenBucket({ burst: 2, perSecond: 1 }, () => now);
  now -= 3_600_000;
  assert.equal(bucket.take(), true);
  assert.equal(bucket.take(), true);
  now += 1_000;
  assert.equal(bucket.take(), true);
});

test('saves no more than a burst, however long nothing is taken', () => {
  let now = 0;
  const bucket = new TokenBucket({ burst: 2, perSecond: 1 }, () => now);
  now += 3_600_000;
  assert.deepEqual([bucket.take(), bucket.take(), bucket.take()], [true, true, false]);
});

test('refuses for as long as it is held', () => {
  let now = 0;
  const bucket = new TokenBucket({ burst: 2, perSecond: 4 }, () => now);
  bucket.holdFor(10);
  now += 9_900;
  assert.equal(bucket.take(), false);
  now += 100;
  assert.equal(bucket.take(), true);
});
