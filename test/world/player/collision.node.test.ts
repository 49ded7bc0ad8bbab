import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Body, WALK_METRES_PER_SECOND, glide, settle } from '../../../world/player/collision.ts';
import type { Obstacle } from '../../../world/core/scene/scene-registry.ts';

const BODY_RADIUS = 0.35;
/** Pushes the body out of obstacles, and inside the rim. */
const push = (body: Body, obstacles: readonly Obstacle[], rim = 100): void =>
  settle(body, body.x, body.z, obstacles, () => rim);

const RATES = [20, 60, 144];
const still = (x = 0, z = 0): Body => ({ x, z, vx: 0, vz: 0 });
const near = (a: number, b: number, within: number): void =>
  assert.ok(Math.abs(a - b) <= within, `${a} is not within ${within} of ${b}`);

/** Walks one second ahead and one sideways, then rests one second, at a frame rate. */
function walk(rate: number, after: (body: Body) => void = () => undefined): Body {
  const body = still(0, 17);
  for (let frame = 0; frame < rate * 3; frame++) {
    const phase = Math.floor(frame / rate);
    glide(
      body,
      phase === 1 ? WALK_METRES_PER_SECOND : 0,
      phase === 0 ? -WALK_METRES_PER_SECOND : 0,
      1 / rate,
    );
    after(body);
  }
  return body;
}

describe('walking', () => {
  it('ends in the same place at 20, 60 and 144 frames a second', () => {
    const ends = RATES.map((rate) => walk(rate));
    for (const end of ends) {
      near(end.x, ends[0]!.x, 1e-9);
      near(end.z, ends[0]!.z, 1e-9);
      near(Math.hypot(end.vx, end.vz), 0, 0.01);
    }
    near(ends[0]!.x, WALK_METRES_PER_SECOND, 0.01);
  });

  it('stops at the edge and slides along it, almost the same way at every frame rate', () => {
    const ends = RATES.map((rate) => {
      const body = still(30, 0);
      for (let i = 0; i < rate * 3; i++) {
        glide(body, WALK_METRES_PER_SECOND, WALK_METRES_PER_SECOND, 1 / rate);
        push(body, [], 33);
        assert.ok(Math.hypot(body.x, body.z) <= 33 + 1e-9);
      }
      return body;
    });
    for (const end of ends) {
      near(Math.hypot(end.x, end.z), 33, 1e-6);
      near(end.x, ends[2]!.x, 0.1);
      near(end.z, ends[2]!.z, 0.1);
    }
    assert.ok(ends[0]!.z > 5, 'it slid');
  });

  it('goes around a pillar, never through it', () => {
    for (const rate of RATES) {
      const body = still(0.1, 5);
      for (let i = 0; i < rate * 4; i++) {
        glide(body, 0, -WALK_METRES_PER_SECOND, 1 / rate);
        push(body, [{ x: 0, z: 0, radius: 0.75 }]);
        assert.ok(Math.hypot(body.x, body.z) >= 0.75 + BODY_RADIUS - 1e-9);
      }
      assert.ok(body.z < -5, `passed it at ${rate}`);
    }
  });

  it('loses the speed towards an obstacle, and no other', () => {
    const pillar = [{ x: 0, z: 0, radius: 1 }];
    const towards: Body = { x: 1.2, z: 0, vx: -3, vz: 2 };
    push(towards, pillar);
    assert.deepEqual(towards, { x: 1 + BODY_RADIUS, z: 0, vx: 0, vz: 2 });
    const away: Body = { x: 1.2, z: 0, vx: 3, vz: 2 };
    push(away, pillar);
    assert.deepEqual(away, { x: 1 + BODY_RADIUS, z: 0, vx: 3, vz: 2 });
  });

  it('finds a way out of the exact middle of a pillar', () => {
    const body = still();
    push(body, [{ x: 0, z: 0, radius: 1 }]);
    near(Math.hypot(body.x, body.z), 1 + BODY_RADIUS, 1e-9);
  });
});
