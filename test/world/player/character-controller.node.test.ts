import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Obstacle } from '../../../world/core/scene/scene-registry.ts';
import { shelfObstacles } from '../../../world/narrative/bookshelves/bookshelves-layout.ts';
import { heightAt, rimAt } from '../../../world/terrain/island/height.ts';
import {
  EYE_METRES,
  CharacterController,
  type MoveIntent,
  boundAt,
} from '../../../world/player/character-controller.ts';
import { RUN_METRES_PER_SECOND, WALK_METRES_PER_SECOND } from '../../../world/player/collision.ts';
import { randomFrom } from '../../helpers/random.ts';

const BODY_RADIUS = 0.35;

const RATES = [20, 60, 144] as const;
/** Tolerance between frame rates, in metres and radians. */
const SAME = 1e-6;
/** Tolerance for rounding at a wall, in metres. */
const WITHIN = 1e-6;
const rest: MoveIntent = { right: 0, ahead: 0, turn: 0, pitch: 0 };

/** Arches around the island, every second one closed by a wall, thin legs of boards, and a narrow lane. */
function everythingInTheWay(): Obstacle[] {
  const arches = Array.from({ length: 9 }, (_unused, i) => {
    const angle = (i / 9) * Math.PI * 2;
    const along = i % 2 === 0 ? [-1.6, 1.6] : [-1.6, -1.1, -0.55, 0, 0.55, 1.1, 1.6];
    return along.map((side) => ({
      x: Math.cos(angle) * 25 - Math.sin(angle) * side,
      z: Math.sin(angle) * 25 + Math.cos(angle) * side,
      radius: Math.abs(side) === 1.6 ? 0.5 : 0.4,
    }));
  }).flat();
  const wires = Array.from({ length: 14 }, (_unused, i) => ({ x: -7 + i, z: -9 + (i % 3), radius: 0.01 }));
  const lane = Array.from({ length: 8 }, (_unused, i) => ({
    x: 6 + (i % 2) * 1.1,
    z: 2 + i * 0.4,
    radius: 0.25,
  }));
  // Against the rim: the gap to the edge is closed.
  const rim = { x: 0, z: 29.5, radius: 1.4 };
  return [{ x: 0, z: 0, radius: 0.55 }, ...arches, ...wires, ...lane, ...shelfObstacles(), rim];
}

interface Leg extends MoveIntent {
  /** The new direction, or undefined to keep the old one. */
  readonly towards: { readonly x: number; readonly z: number } | undefined;
  /** Quarters of a second. */
  readonly quarters: number;
}

/** A walk towards obstacles and the rim, mostly running. */
function randomLegs(seed: number, count: number, obstacles: readonly Obstacle[]): Leg[] {
  const random = randomFrom(seed);
  const pick = (): number => Math.round(random() * 2) - 1;
  return Array.from({ length: count }, () => {
    const speed = random() < 0.6 ? RUN_METRES_PER_SECOND : WALK_METRES_PER_SECOND;
    const angle = random() * Math.PI * 2;
    const rim = { x: Math.cos(angle) * 40, z: Math.sin(angle) * 40 };
    const choice = random();
    return {
      towards:
        choice < 0.5 ? obstacles[Math.floor(random() * obstacles.length)] : choice < 0.7 ? rim : undefined,
      ahead: (random() < 0.7 ? 1 : pick()) * speed,
      right: random() < 0.3 ? pick() * speed : 0,
      turn: random() < 0.5 ? (random() * 2 - 1) * 3 : 0,
      pitch: random() < 0.3 ? pick() : 0,
      quarters: 1 + Math.floor(random() * 7),
    };
  });
}

/** The messages are made only for a failure: there are millions of checks. */
function assertFree(
  controller: CharacterController,
  obstacles: readonly Obstacle[],
  when: () => string,
): void {
  const { x, z, ground, pitch } = controller.shown;
  const reached = Math.hypot(x, z);
  // Negated, so that a position that is no number fails, too.
  if (!(reached <= boundAt(x, z) + WITHIN)) assert.fail(`outside at ${x}, ${z}, ${when()}`);
  for (const obstacle of obstacles) {
    const inside = obstacle.radius + BODY_RADIUS - Math.hypot(x - obstacle.x, z - obstacle.z);
    if (!(inside <= WITHIN)) assert.fail(`${inside} m inside ${JSON.stringify(obstacle)}, ${when()}`);
  }
  const eye = ground + EYE_METRES - heightAt(x, z);
  const isAtEyeLevel = eye >= 1.25 - WITHIN && eye < 4;
  if (!isAtEyeLevel) assert.fail(`the eye is ${eye} m above the ground, ${when()}`);
  assert.ok(Math.abs(pitch) <= 1.35);
}

interface Place {
  readonly x: number;
  readonly z: number;
  readonly ground: number;
  readonly yaw: number;
  readonly pitch: number;
}

/** The position after each leg. */
function walk(legs: readonly Leg[], rate: number, obstacles: readonly Obstacle[], seed: number): Place[] {
  const controller = new CharacterController();
  let frames = 0;
  return legs.map((leg) => {
    if (leg.towards) {
      const { x, z, yaw } = controller.shown;
      controller.look(Math.atan2(x - leg.towards.x, z - leg.towards.z) - yaw, 0);
    }
    for (let i = 0; i < (leg.quarters * rate) / 4; i++) {
      controller.advance(leg, 1 / rate, obstacles);
      frames++;
      assertFree(controller, obstacles, () => `frame ${frames} at ${rate} frames a second, seed ${seed}`);
    }
    const { x, z, ground, yaw, pitch } = controller.shown;
    return { x, z, ground, yaw, pitch };
  });
}

describe('a visitor on the island', () => {
  const obstacles = everythingInTheWay();
  for (const seed of [1, 2, 3, 20261121])
    it(`stays on free ground, and walks the same way at 20, 60 and 144 frames per second (seed ${seed})`, () => {
      const legs = randomLegs(seed, 120, obstacles);
      const [first = [], ...others] = RATES.map((rate) => walk(legs, rate, obstacles, seed));
      for (const other of others)
        other.forEach((place, i) => {
          for (const name of ['x', 'z', 'ground', 'yaw', 'pitch'] as const)
            assert.ok(
              Math.abs(place[name] - first[i]![name]) <= SAME,
              `${name} of leg ${i}: ${place[name]} is not ${first[i]![name]}, seed ${seed}`,
            );
        });
      const reached = Math.max(...first.map(({ x, z }) => Math.hypot(x, z)));
      assert.ok(reached > 28, `got no farther than ${reached}`);
    });

  it('is on free ground in every frame, even with uneven frame times', () => {
    const random = randomFrom(7);
    const controller = new CharacterController();
    for (const leg of randomLegs(7, 200, obstacles)) {
      for (let left = leg.quarters / 4; left > 0;) {
        // The ticker clamps longer frames to this.
        const seconds = Math.min(1 / 20, random() ** 3 / 10);
        controller.advance(leg, seconds, obstacles);
        assertFree(controller, obstacles, () => `seed 7`);
        left -= Math.max(seconds, 1e-3);
      }
    }
  });

  it('does not pass through a gap that is too narrow, or through a thin wall', () => {
    const fence = Array.from({ length: 80 }, (_unused, i) => ({ x: -40 + i, z: 0, radius: 0.2 }));
    for (const rate of RATES) {
      const controller = new CharacterController();
      for (let i = 0; i < rate * 8; i++) {
        controller.advance(
          { ...rest, ahead: RUN_METRES_PER_SECOND, turn: Math.sin(i / rate) },
          1 / rate,
          fence,
        );
        assert.ok(controller.shown.z > 0, `through the fence at ${rate}`);
      }
      const wire = [{ x: 0.01, z: 2.5, radius: 1e-4 }];
      const other = new CharacterController();
      for (let i = 0; i < rate * 3; i++) {
        other.advance({ ...rest, ahead: RUN_METRES_PER_SECOND }, 1 / rate, wire);
        assertFree(other, wire, () => `at ${rate}`);
      }
    }
  });

  it('finds free ground when an obstacle or a teleport puts them inside one', () => {
    const controller = new CharacterController();
    controller.advance(rest, 1 / 60, []);
    const heap = Array.from({ length: 30 }, (_unused, i) => ({
      x: Math.cos(i) * (i / 15),
      z: 7.5 + Math.sin(i) * (i / 15),
      radius: 0.8,
    }));
    controller.advance(rest, 1 / 60, heap);
    assertFree(controller, heap, () => 'after it was put there');
    for (const { x, z } of [...obstacles, { x: 300, z: 4 }, { x: 0, z: 32 }]) {
      controller.teleport({ x, z, yaw: 0, pitch: 0 }, true, obstacles);
      assertFree(controller, obstacles, () => `put to ${x}, ${z}`);
    }
  });

  it('stops more than two metres before the rim', () => {
    for (let angle = 0; angle < Math.PI * 2; angle += 0.1)
      assert.ok(boundAt(Math.cos(angle), Math.sin(angle)) < rimAt(angle) - 2);
  });

  it('moves in every frame, also in those that are shorter than a step', () => {
    const visitor = new CharacterController();
    visitor.advance({ ...rest, ahead: WALK_METRES_PER_SECOND }, 0.5, []);
    for (let frame = 0; frame < 5; frame++) {
      const { z } = visitor.shown;
      visitor.advance({ ...rest, ahead: WALK_METRES_PER_SECOND }, 0.001, []);
      assert.ok(visitor.shown.z < z, `in frame ${frame}`);
    }
  });

  it('stands still without input, and comes to rest', () => {
    const controller = new CharacterController();
    for (let i = 0; i < 60; i++)
      controller.advance({ ...rest, ahead: RUN_METRES_PER_SECOND, turn: 1 }, 1 / 60, []);
    for (let i = 0; i < 240; i++) controller.advance(rest, 1 / 60, []);
    const { x, z, yaw } = controller.shown;
    for (let i = 0; i < 600; i++) controller.advance(rest, 1 / 60, []);
    assert.deepEqual([controller.shown.x, controller.shown.z, controller.shown.yaw], [x, z, yaw]);
  });
});
