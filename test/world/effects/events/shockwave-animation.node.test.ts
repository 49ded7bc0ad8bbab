import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BLOCK_WAVE,
  MILESTONE_WAVE,
  ShockwaveAnimation,
} from '../../../../world/effects/events/shockwave-animation.ts';

/** At the edge of the platform. */
const REDUCED_MOTION_RADIUS_METRES = 13;

describe('the shockwave animation', () => {
  const course = (run: ShockwaveAnimation, reducedMotion = false): { front: number; light: number }[] => {
    const seen = [];
    for (let t = 0; run.runs && t < 20; t += 0.05) {
      run.update(0.05, reducedMotion);
      seen.push({ front: run.front, light: run.light });
    }
    return seen;
  };

  it('runs outwards once to the rim, and starts and ends dark', () => {
    const run = new ShockwaveAnimation(MILESTONE_WAVE);
    run.start(false);
    const seen = course(run);
    assert.ok(Math.abs(seen.length * 0.05 - MILESTONE_WAVE.seconds) < 0.1);
    for (let i = 1; i < seen.length; i++) assert.ok((seen[i]?.front ?? 0) >= (seen[i - 1]?.front ?? 0));
    assert.ok((seen.at(-2)?.front ?? 0) > 30 && (seen.at(-2)?.light ?? 1) < 0.02);
    assert.ok((seen[0]?.light ?? 1) < 0.2);
  });

  it('is fainter for a block than for a milestone', () => {
    const brightest = (look: typeof BLOCK_WAVE): number => {
      const run = new ShockwaveAnimation(look);
      run.start(false);
      return Math.max(...course(run).map(({ light }) => light));
    };
    assert.ok(brightest(BLOCK_WAVE) < brightest(MILESTONE_WAVE) / 2);
    assert.ok(BLOCK_WAVE.width < MILESTONE_WAVE.width);
  });

  it('runs once more for all events that arrive while it runs', () => {
    const run = new ShockwaveAnimation(BLOCK_WAVE);
    for (let i = 0; i < 5; i++) run.start(false);
    assert.ok(Math.abs(course(run).length * 0.05 - 2 * BLOCK_WAVE.seconds) < 0.2);
  });

  it('glows in place under reduced motion', () => {
    const run = new ShockwaveAnimation(MILESTONE_WAVE);
    run.start(true);
    const seen = course(run, true).slice(0, -1);
    assert.ok(seen.every(({ front }) => front === REDUCED_MOTION_RADIUS_METRES));
    assert.ok(Math.max(...seen.map(({ light }) => light)) > 0.3);
    for (let i = 1; i < seen.length; i++)
      assert.ok(Math.abs((seen[i]?.light ?? 0) - (seen[i - 1]?.light ?? 0)) < 0.05, 'softly');
  });
});
