import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  FireworksPlanner,
  overAt,
  sparkField,
} from '../../../../world/effects/events/fireworks-animation.ts';

const SHELLS_A_SHOW = 5;
/** The strands of a wreath. */
const STRANDS = 3;

const AHEAD = -Math.PI / 2;

describe('a fireworks show', () => {
  it('is the same for the same milestone, and different for another one', () => {
    const show = (seed: number) => new FireworksPlanner().plan(seed, 0, AHEAD, SHELLS_A_SHOW);
    assert.deepEqual(show(4), show(4));
    assert.notDeepEqual(show(4), show(5));
  });

  it('lasts four to six seconds, beyond the island, in front of the visitor', () => {
    for (let seed = 0; seed < 200; seed++) {
      const shells = new FireworksPlanner().plan(seed, 0, AHEAD, SHELLS_A_SHOW);
      const over = Math.max(...shells.map(overAt));
      assert.ok(over >= 4 && over <= 6, `${over} s`);
      for (const { x, y, z, spread, color } of shells) {
        assert.ok(Math.hypot(x, z) > 45 && y - spread > 6);
        assert.ok(Math.abs(Math.atan2(z, x) - AHEAD) < 0.5);
        assert.ok(color >= 0 && color < 5);
      }
    }
  });

  it('opens at most three shells a second for any number of milestones', () => {
    const show = new FireworksPlanner();
    const opened = [0, 0, 0, 0.7, 1.3]
      .flatMap((now, i) => show.plan(i, now, AHEAD, SHELLS_A_SHOW).map(({ opensAt }) => opensAt))
      .toSorted((a, b) => a - b);
    assert.equal(opened.length, 5 * SHELLS_A_SHOW);
    for (let i = 1; i < opened.length; i++) assert.ok((opened[i] ?? 0) - (opened[i - 1] ?? 0) >= 1 / 3);
  });

  it('plans at most as many shells as there is room for', () => {
    assert.equal(new FireworksPlanner().plan(1, 0, 0, 2).length, 2);
  });

  it('has a wreath of three strands that appear at once and do not move', () => {
    const strands = new FireworksPlanner().wreath(3, 7, AHEAD);
    assert.equal(strands.length, STRANDS);
    assert.ok(strands.every(({ isWreath, opensAt }) => isWreath && opensAt === 7));
  });
});

describe('the sparks of a shell', () => {
  it('fly evenly in all directions, heads first', () => {
    const field = sparkField(60, 3);
    const sum = [0, 0, 0];
    for (let i = 0; i < 180; i++) {
      const [x = 0, y = 0, z = 0, late] = field.subarray(i * 4, i * 4 + 4);
      const length = Math.hypot(x, y, z);
      assert.ok(length > 0.79 && length < 1.01);
      assert.equal(late, Math.floor(i / 60) / 2);
      [x, y, z].forEach((value, axis) => (sum[axis] = (sum[axis] ?? 0) + value));
    }
    assert.ok(Math.hypot(...sum) < 9, 'no side has more than another');
  });
});
