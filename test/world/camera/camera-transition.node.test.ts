import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pose } from '../../../world/core/scene/camera-modes.ts';
import { CameraTransition } from '../../../world/camera/camera-transition.ts';
import { damp, newPose, turnTo } from '../../../world/camera/pose.ts';

const RATES = [20, 60, 144];
const start: Pose = { x: 0, y: 1.7, z: 17, yaw: 0.4, pitch: -0.1 };
const above: Pose = { x: 10, y: 60, z: 50, yaw: -2.9, pitch: -0.8 };

const begun = (from: Pose, factor: number): CameraTransition => {
  const crossing = new CameraTransition();
  crossing.step(from, 0, true);
  crossing.begin(factor);
  return crossing;
};
const close = (a: Pose, b: Pose, message: string): void => {
  for (const key of ['x', 'y', 'z', 'yaw', 'pitch'] as const)
    assert.ok(Math.abs(a[key] - b[key]) < 1e-9, `${message}: ${key} ${a[key]} is not ${b[key]}`);
};

test('each 1/60 s covers the factor’s share of the remaining way', () => {
  for (const factor of [0.04, 0.07]) {
    const crossing = begun(start, factor);
    let weight = 0;
    for (let i = 0; i < 90; i++) {
      crossing.step(above, 1 / 60, false);
      weight += (1 - weight) * factor;
      assert.ok(Math.abs(crossing.weight - weight) < 1e-12);
      assert.ok(Math.abs(crossing.pose.y - (start.y + (above.y - start.y) * weight)) < 1e-9);
    }
  }
});

test('reaches the same place after the same time at 20, 60 and 144 frames per second', () => {
  for (const factor of [0.04, 0.07])
    for (const seconds of [0.25, 0.5, 1, 2, 4]) {
      const [first, ...others] = RATES.map((rate) => {
        const crossing = begun(start, factor);
        for (let i = 0; i < Math.round(seconds * rate); i++) crossing.step(above, 1 / rate, false);
        return crossing.pose;
      });
      for (const pose of others) close(pose, first as Pose, `${factor} after ${seconds} s`);
    }
});

test('reaches a moving pose, and then follows it without lag', () => {
  const ends = RATES.map((rate) => {
    const crossing = begun(above, 0.04);
    const walking = { ...start };
    for (let i = 1; i <= rate * 3; i++) {
      walking.z = 17 - (i / rate) * 2;
      crossing.step(walking, 1 / rate, false);
    }
    return { ...crossing.pose };
  });
  for (const end of ends) close(end, ends[0] as Pose, 'after 3 s');

  const crossing = begun(above, 0.07);
  for (let i = 0; i < 300; i++) crossing.step(start, 1 / 60, false);
  assert.equal(crossing.weight, 1);
  const far: Pose = { x: 1, y: 2, z: 3, yaw: 4, pitch: 0.5 };
  crossing.step(far, 1 / 60, false);
  assert.deepEqual({ ...crossing.pose }, far);
});

test('turns the shorter way, and keeps the horizon level', () => {
  const crossing = begun({ ...start, yaw: 3 }, 0.5);
  crossing.step({ ...start, yaw: -3 }, 1 / 60, false);
  assert.ok(Math.abs(crossing.pose.yaw - Math.PI) < 1e-9, `${crossing.pose.yaw}`);
  const manyTurns = begun({ ...start, yaw: 0.1 }, 0.5);
  manyTurns.step({ ...start, yaw: 0.3 + Math.PI * 8 }, 1 / 60, false);
  assert.ok(Math.abs(manyTurns.pose.yaw - 0.2) < 1e-9);
});

test('cuts under reduced motion, also in the middle of a transition', () => {
  const crossing = begun(start, 0.04);
  crossing.step(above, 1 / 60, false);
  assert.ok(crossing.weight < 0.1);
  crossing.step(above, 1 / 60, true);
  assert.deepEqual({ ...crossing.pose }, above);
});

test('starts again from the current pose when the visitor changes the target', () => {
  const crossing = begun(start, 0.04);
  for (let i = 0; i < 30; i++) crossing.step(above, 1 / 60, false);
  const { y } = crossing.pose;
  crossing.begin(0.04);
  crossing.step(start, 1e-9, false);
  assert.ok(Math.abs(crossing.pose.y - y) < 1e-4, 'no jump');
  for (let i = 0; i < 300; i++) crossing.step(start, 1 / 60, false);
  assert.deepEqual({ ...crossing.pose }, start);
});

test('a factor of 1 cuts, and a delta of 0 does not move', () => {
  assert.equal(damp(1, 1 / 144), 1);
  assert.equal(damp(0.04, 0), 0);
  const crossing = begun(start, 1);
  crossing.step(above, 1 / 60, false);
  assert.deepEqual({ ...crossing.pose }, above);
});

test('turns a pose to look at a point', () => {
  const pose = { ...newPose(), x: 3, y: 4, z: 5 };
  turnTo(pose, 3, 4, 0);
  assert.equal(Math.abs(pose.yaw), 0);
  assert.equal(pose.pitch, 0);
  turnTo(pose, 8, 9, 5);
  assert.ok(Math.abs(pose.yaw + Math.PI / 2) < 1e-9, 'to the right');
  assert.ok(Math.abs(pose.pitch - Math.PI / 4) < 1e-9, 'upwards');
  turnTo(pose, 3, 0, 5);
  assert.ok(Math.abs(pose.yaw + Math.PI / 2) < 1e-9, 'straight down keeps the yaw');
});
