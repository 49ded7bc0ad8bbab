import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommitLightAnimation } from '../../../../world/effects/events/commit-light-animation.ts';

/** The light at each tenth of a second. */
function course(rate: number, reducedMotion: boolean, seconds: number): number[] {
  const one = new CommitLightAnimation();
  one.start(reducedMotion);
  const lights: number[] = [];
  for (let frame = 1; frame <= seconds * rate; frame++) {
    one.update(1 / rate);
    if (frame % (rate / 10) === 0) lights.push(one.light);
  }
  return lights;
}

for (const rate of [20, 60, 200])
  test(`lights up at once and ends, the same way at ${rate} frames per second`, () => {
    const lights = course(rate, false, 4);
    course(100, false, 4).forEach((light, i) => assert.ok(Math.abs(light - (lights[i] ?? 0)) < 1e-6));
    assert.ok((lights[0] ?? 0) > 0.9);
    assert.ok((lights[9] ?? 0) < 0.25);
    assert.equal(lights.at(-1), 0);
  });

test('is slow and faint under reduced motion', () => {
  const lights = course(60, true, 12);
  assert.ok((lights[0] ?? 0) < 0.1);
  assert.ok(Math.max(...lights) <= 0.41);
  lights.forEach((light, i) => assert.ok(Math.abs(light - (lights[i - 1] ?? light)) < 0.07, `${i}`));
  assert.equal(lights.at(-1), 0);
});

test('rises from its current brightness when it starts again', () => {
  const one = new CommitLightAnimation();
  one.start(false);
  one.update(0.3);
  const before = one.light;
  one.start(false);
  one.update(0.001);
  assert.ok(one.light >= before);
  assert.ok(new CommitLightAnimation().glows === false);
});
