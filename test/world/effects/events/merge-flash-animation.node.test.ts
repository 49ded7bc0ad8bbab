import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  MIN_GAP_SECONDS,
  MergeFlashAnimation,
  FLASH_SECONDS,
} from '../../../../world/effects/events/merge-flash-animation.ts';

const STEP = 0.02;
const course = (swell: MergeFlashAnimation, seconds: number, reducedMotion = false): number[] =>
  Array.from({ length: Math.round(seconds / STEP) }, () => {
    swell.update(STEP, reducedMotion);
    return swell.light;
  });
const swells = (lights: readonly number[]): number =>
  lights.filter((light, i) => light > 0 && (lights[i - 1] ?? 0) === 0).length;

it('shows one soft flash of less than 1.2 seconds for a merge', () => {
  const swell = new MergeFlashAnimation();
  assert.ok(course(swell, 1).every((light) => light === 0));
  swell.add();
  const lights = course(swell, 3);
  const lit = lights.filter((light) => light > 0).length * STEP;
  assert.ok(lit > 0.8 && lit < 1.2 && FLASH_SECONDS < 1.2, `${lit} s`);
  assert.ok(Math.max(...lights) > 0.95);
  for (let i = 1; i < lights.length; i++)
    assert.ok(Math.abs((lights[i] ?? 0) - (lights[i - 1] ?? 0)) < 0.12, 'no jump');
});

it('shows two flashes at least 1.5 seconds apart for many merges at once', () => {
  const swell = new MergeFlashAnimation();
  for (let i = 0; i < 10; i++) {
    swell.add();
    swell.update(STEP, false);
  }
  assert.equal(swells(course(swell, 8)), 2, 'the one that had begun, and one more');
});

it('keeps the same pace when merges never stop', () => {
  const swell = new MergeFlashAnimation();
  const lights: number[] = [];
  for (let t = 0; t < 15; t += STEP) {
    swell.add();
    lights.push(...course(swell, STEP));
  }
  assert.ok(swells(lights) <= 15 / MIN_GAP_SECONDS + 1 && swells(lights) >= 9, `${swells(lights)}`);
});

it('shows a slow, faint tint under reduced motion', () => {
  const swell = new MergeFlashAnimation();
  swell.add();
  const lights = course(swell, 8, true);
  assert.ok(Math.max(...lights) < 0.5 && Math.max(...lights) > 0.2);
  for (let i = 1; i < lights.length; i++)
    assert.ok(Math.abs((lights[i] ?? 0) - (lights[i - 1] ?? 0)) < 0.012);
});
