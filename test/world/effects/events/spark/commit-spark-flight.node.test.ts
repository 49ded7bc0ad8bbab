import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  FLIGHT_SECONDS,
  MAX_SPARKS,
  SparkFlights,
} from '../../../../../world/effects/events/spark/commit-spark-flight.ts';

/** When each spark lands that does so within `seconds`. Seconds. */
function landings(flights: SparkFlights, seconds: number): number[] {
  const found: number[] = [];
  for (let t = 0.05; t < seconds; t += 0.05) {
    flights.update(0.05);
    for (let spark = 0; spark < MAX_SPARKS; spark++) if (flights.hasLanded(spark)) found.push(t);
  }
  return found;
}

test('a spark lands once after its flight, and is gone soon after', () => {
  const flights = new SparkFlights();
  assert.equal(flights.isFlying, false);
  assert.ok(flights.start() >= 0);
  const [at = 0, ...others] = landings(flights, 3);
  assert.ok(Math.abs(at - FLIGHT_SECONDS) < 0.06);
  assert.deepEqual(others, []);
  assert.equal(flights.isFlying, false);
});

test('both of two in one frame land, and never more than three a second', () => {
  const flights = new SparkFlights();
  assert.notEqual(flights.start(), flights.start());
  const times = landings(flights, 4);
  assert.equal(times.length, 2);
  assert.ok((times[1] ?? 0) - (times[0] ?? 0) > 1 / 3);
});

test('limits a burst, and has room again afterwards', () => {
  const flights = new SparkFlights();
  const started = Array.from({ length: MAX_SPARKS + 3 }, () => flights.start());
  assert.deepEqual(started.slice(MAX_SPARKS), [-1, -1, -1]);
  assert.equal(new Set(started.slice(0, MAX_SPARKS)).size, MAX_SPARKS);
  assert.equal(landings(flights, 10).length, MAX_SPARKS);
  assert.ok(flights.start() >= 0);
});
