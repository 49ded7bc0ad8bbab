import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WARP_SECONDS } from '../../../../data/view/view.ts';
import { MIN_LENGTH, type WarpLook, warpLookAt } from '../../../../world/effects/events/warp-curve.ts';

const at = (progress: number, reducedMotion = false): WarpLook => {
  const look = { opening: 0, cover: 0, travel: 0, light: 0, glow: 0 };
  warpLookAt(progress, reducedMotion, look);
  return look;
};

test('opens from the disc, covers the world, and is brightest at the end', () => {
  assert.deepEqual([at(0).opening, at(0).cover, at(0).glow], [0, 0, 0]);
  assert.deepEqual([at(0.5).opening, at(0.5).cover], [1, 1]);
  assert.deepEqual([at(1).light, at(1).glow], [1, 1]);
  let before = at(0);
  for (let i = 1; i <= 200; i++) {
    const now = at(i / 200);
    for (const name of ['opening', 'cover', 'travel', 'light', 'glow'] as const)
      assert.ok(now[name] >= before[name], `${name} at ${i / 200}`);
    before = now;
  }
});

test('no pattern repeats more than three times a second', () => {
  const SECOND = 1 / WARP_SECONDS;
  for (let progress = 0; progress + 0.01 <= 1; progress += 0.01) {
    const speed = (at(progress + 0.01).travel - at(progress).travel) / (0.01 / SECOND);
    // The second layer of streaks is 13 % denser.
    assert.ok((speed * 1.13) / MIN_LENGTH <= 3, `${speed}`);
  }
});

test('under reduced motion, one colour fades in once and nothing moves', () => {
  for (const progress of [0, 0.2, 0.5, 0.85, 1])
    assert.deepEqual([at(progress, true).opening, at(progress, true).travel], [1, 0]);
  assert.equal(at(0, true).cover, 0);
  assert.equal(at(0.7, true).cover, 1);
});
