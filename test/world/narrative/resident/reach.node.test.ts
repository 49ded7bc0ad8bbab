import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Vector3 } from 'three';
import { Reach } from '../../../../world/narrative/resident/reach.ts';

const close = (a: number, b: number, by: number, what = ''): void =>
  assert.ok(Math.abs(a - b) <= by, `${what}: ${a} is not ${b}`);
const SHOULDERS = 2;

describe('what the resident reaches for', () => {
  const run = (reach: Reach, seconds: number, { facing = 0, awake = true, still = false } = {}): void => {
    for (let left = seconds; left > 1e-9; left -= 1 / 30)
      reach.update(1 / 30, facing, SHOULDERS, awake, still);
  };

  it('is a place for some seconds: the arm points there, from wherever the shoulders face', () => {
    const reach = new Reach();
    const place = new Vector3(8, 2, 6);
    reach.show(place, true);
    assert.deepEqual(reach.target?.toArray(), place.toArray());
    run(reach, 1.5, { facing: 0.4 });
    const { x, y, z, w } = reach.arm;
    close(x, -1, 0.05, 'raised: the left one, which is nearer');
    close(Math.atan2(y, w) + 0.4, Math.atan2(8, 6), 0.01, 'direction');
    close(z, 0, 0.01, 'level: the place is as high as the shoulders');
    run(reach, 6);
    assert.equal(reach.target, undefined);
    close(reach.arm.x, 0, 0.05, 'lowered');
  });

  it('is pointed at with the nearer arm, and with the other once that one is down', () => {
    const reach = new Reach();
    reach.show(new Vector3(-8, 2, 0), true);
    run(reach, 1.5);
    close(reach.arm.x, 1, 0.05, 'the right one');
    reach.show(new Vector3(8, 2, 0), true);
    let before = reach.arm.x;
    for (let i = 0; i < 75; i++) {
      run(reach, 1 / 30);
      close(reach.arm.x, before, 0.2, 'no jump');
      before = reach.arm.x;
    }
    close(reach.arm.x, -1, 0.05, 'the left one');
  });

  it('keeps its face and its arm visible to the visitor while it points, and may turn its back if it only turns', () => {
    const reach = new Reach();
    const behind = new Vector3(0.1, 2, -9);
    reach.show(behind, true);
    const { head, shoulders } = reach.facing(0);
    assert.ok(shoulders > 0.6 && shoulders < 1 && head > shoulders && head < 1.5, `${shoulders} ${head}`);
    reach.show(behind, false);
    close(Math.cos(reach.facing(0).shoulders), -1, 0.01);
    close(Math.cos(reach.facing(2).head), -1, 0.01);
  });

  it('is only turned to where it does not point', () => {
    const reach = new Reach();
    reach.show(new Vector3(0, 1, 9), false);
    run(reach, 1);
    assert.ok(reach.target);
    assert.equal(reach.arm.x, 0);
  });

  it('is the visitor, when it waves: upright, swaying to its right', () => {
    const reach = new Reach();
    reach.show(new Vector3(0, 1, 9), true);
    run(reach, 1);
    reach.wave();
    assert.equal(reach.target, undefined);
    let [least, most] = [0, -1];
    for (let i = 0; i < 50; i++) {
      run(reach, 1 / 30);
      if (i < 20) continue;
      [least, most] = [Math.min(least, reach.arm.y), Math.max(most, reach.arm.y)];
      assert.ok(reach.arm.z > 0.4, 'upright');
    }
    assert.ok(least < -0.6 && most < -0.1 && most - least > 0.3, `${least} ${most}`);
    run(reach, 4);
    close(reach.arm.x, 0, 0.05);
  });

  it('is reached at once and held still with reduced motion', () => {
    const reach = new Reach();
    reach.wave();
    run(reach, 1 / 30, { still: true });
    const [raised, ...direction] = reach.arm.toArray();
    assert.equal(raised, 1);
    run(reach, 1, { still: true });
    assert.deepEqual(reach.arm.toArray(), [1, ...direction]);
    run(reach, 3, { still: true });
    assert.equal(reach.arm.x, 0);
  });

  it('is nothing without a connection', () => {
    const reach = new Reach();
    reach.show(new Vector3(0, 1, 9), true);
    run(reach, 1, { awake: false });
    assert.equal(reach.target, undefined);
    assert.equal(reach.arm.x, 0);
  });
});
