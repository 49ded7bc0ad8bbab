import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Cadence,
  CadenceClock,
  HARDWARE_PACE,
  SOFTWARE_PACE,
  SOFTWARE_PACE_OF_WHOLE,
} from '../../../world/core/cadence.ts';

/** Frames of a tenth of a second, and what each is. */
const frames = (clock: CadenceClock, count: number): Cadence[] =>
  Array.from({ length: count }, () => clock.frame(0.1));

describe('the cadence of the picture', () => {
  it('is still 0.4 s after the last movement, and moves in the very frame of the next one', () => {
    const clock = new CadenceClock();
    clock.stir();
    assert.deepEqual(frames(clock, 5), ['moving', 'moving', 'moving', 'moving', 'still']);
    clock.stir();
    assert.equal(clock.frame(0.1), 'moving');
  });

  it('rests after a minute without input, until the visitor is there again', () => {
    const clock = new CadenceClock();
    assert.equal(frames(clock, 590).at(-1), 'still');
    assert.equal(frames(clock, 20).at(-1), 'resting');
    clock.touch();
    assert.equal(clock.frame(0.1), 'still');
  });

  it('draws an animation while the camera stands still or rests, and rests again after the animation', () => {
    const clock = new CadenceClock();
    clock.frame(61);
    clock.animate(5);
    clock.animate(2);
    const after = frames(clock, 60);
    assert.equal(after.indexOf('resting'), 50, 'five seconds, not two and not seven');
    assert.ok(after.slice(0, 50).every((cadence) => cadence === 'lively'));
  });

  it('moves with the camera while an animation runs', () => {
    const clock = new CadenceClock();
    clock.animate(1);
    clock.stir();
    assert.deepEqual(frames(clock, 11), [
      ...Array.from({ length: 4 }, () => 'moving'),
      ...Array.from({ length: 6 }, () => 'lively'),
      'still',
    ]);
  });

  it('draws every frame while the camera moves, and without a graphics card fewer whole pictures than parts', () => {
    assert.equal(SOFTWARE_PACE.moving, 0);
    assert.ok(SOFTWARE_PACE.still < SOFTWARE_PACE_OF_WHOLE.still);
    assert.ok(SOFTWARE_PACE.resting < SOFTWARE_PACE_OF_WHOLE.resting);
    assert.ok(SOFTWARE_PACE.still < SOFTWARE_PACE.resting);
    assert.equal(SOFTWARE_PACE_OF_WHOLE.lively, SOFTWARE_PACE.lively);
    assert.equal(HARDWARE_PACE.moving, 0);
    assert.equal(HARDWARE_PACE.lively, 0);
  });
});
