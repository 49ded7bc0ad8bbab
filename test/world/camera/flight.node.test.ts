import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Flight } from '../../../world/camera/flight.ts';

const from = { x: 0, z: 17, yaw: 3, pitch: 0.1 };
const to = { x: 10, z: -20, yaw: -3, pitch: 0.16 };

test('starts at the visitor and ends at the target, on the ground', () => {
  const flight = new Flight(from, to);
  assert.equal(flight.at(0), false);
  assert.deepEqual([flight.x, flight.z, flight.yaw, flight.heightOffset], [0, 17, 3, 0]);
  assert.equal(flight.at(flight.seconds), true);
  assert.deepEqual([flight.x, flight.z, flight.pitch, flight.heightOffset], [10, -20, 0.16, 0]);
  assert.ok(Math.abs(Math.sin(flight.yaw) - Math.sin(-3)) < 1e-9);
});

test('turns the shorter way', () => {
  const flight = new Flight(from, to);
  flight.at(99);
  assert.ok(Math.abs(flight.yaw - 3) < 0.3);
});

test('gives the same place for the same time, in any order of calls', () => {
  const places = [20, 60, 144].map((rate) => {
    const flight = new Flight(from, to);
    for (let i = 0; i <= rate; i++) flight.at(i / rate);
    return [flight.x, flight.z, flight.yaw, flight.heightOffset];
  });
  assert.deepEqual(places[0], places[1]);
  assert.deepEqual(places[1], places[2]);
});

test('rises above the panels on a long flight, and stays low on a short one', () => {
  const long = new Flight(from, to);
  long.at(long.seconds / 2);
  assert.ok(long.heightOffset > 3 && long.seconds <= 3.2);
  const short = new Flight(from, { ...from, x: 2 });
  short.at(short.seconds / 2);
  assert.ok(short.heightOffset < 0.3 && short.seconds >= 1.2);
});
