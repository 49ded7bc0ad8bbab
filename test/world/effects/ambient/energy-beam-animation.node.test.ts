import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BeamAnimation } from '../../../../world/effects/ambient/energy-beam-animation.ts';

const run = (pulse: BeamAnimation, seconds: number, reducedMotion = false): number => {
  let most = 0;
  for (let t = 0; t < seconds; t += 1 / 60) {
    pulse.update(1 / 60, reducedMotion);
    most = Math.max(most, pulse.light);
  }
  return most;
};

/** The height and the gold of a single pulse. */
const zapLook = (sats: number): BeamAnimation => {
  const pulse = new BeamAnimation();
  pulse.start(sats);
  return pulse;
};

describe('the look of a zap', () => {
  it('climbs higher and turns more golden with the amount, and stays pale without an amount', () => {
    assert.equal(zapLook(0).gold, 0);
    assert.ok(zapLook(0).height > 20);
    for (const [less, more] of [
      [0, 1],
      [21, 1_000],
      [1_000, 500_000],
    ] as const) {
      assert.ok(zapLook(more).height > zapLook(less).height);
      assert.ok(zapLook(more).gold > zapLook(less).gold);
    }
    assert.equal(zapLook(2_000_000).gold, 1);
  });
});

describe('a pulse of the energy beam', () => {
  it('rises to almost 1, falls over some seconds, and ends', () => {
    const pulse = new BeamAnimation();
    pulse.start(0);
    const most = run(pulse, 1);
    assert.ok(most > 0.7 && most <= 1, String(most));
    assert.ok(pulse.light > 0.5);
    run(pulse, 4);
    assert.ok(pulse.light > 0.05 && pulse.light < 0.4);
    run(pulse, 20);
    assert.equal(pulse.light, 0);
  });

  it('is set to 1 by each of many zaps', () => {
    const one = new BeamAnimation();
    one.start(21);
    const alone = run(one, 1);
    const many = new BeamAnimation();
    for (let zap = 0; zap < 40; zap++) many.start(21);
    assert.equal(run(many, 1), alone);
    many.start(21);
    assert.ok(run(many, 5) <= 1);
  });

  it('keeps the height of the largest zap of a burst, and resets it when the pulse ends', () => {
    const pulse = new BeamAnimation();
    pulse.start(1_000_000);
    pulse.start(1);
    assert.equal(pulse.height, zapLook(1_000_000).height);
    run(pulse, 25);
    pulse.start(1);
    assert.equal(pulse.height, zapLook(1).height);
  });

  it('never jumps from one frame to the next, for any number of zaps', () => {
    const pulse = new BeamAnimation();
    let before = 0;
    for (let frame = 0; frame < 300; frame++) {
      if (frame % 7 === 0) pulse.start(100);
      pulse.update(1 / 60, false);
      assert.ok(Math.abs(pulse.light - before) < 0.35);
      before = pulse.light;
    }
  });

  it('climbs, or fades in over its full height under reduced motion', () => {
    const lively = new BeamAnimation();
    const reducedMotion = new BeamAnimation();
    for (const pulse of [lively, reducedMotion]) pulse.start(1_000_000);
    run(lively, 0.3);
    run(reducedMotion, 0.3, true);
    assert.ok(lively.front < lively.height);
    assert.ok(reducedMotion.front >= reducedMotion.height);
    assert.ok(reducedMotion.light < lively.light / 2);
  });
});
