import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Latencies, countLatency } from '../../../harness/history/latencies.ts';

test('gives percentiles within five percent, also of several days together', () => {
  const days = [0, 1].map((day) => {
    let counts: Uint8Array | undefined;
    for (let ms = 1 + day; ms <= 2_000; ms += 2) counts = countLatency(counts, ms);
    return counts!;
  });
  const all = new Latencies();
  for (const day of days) all.add(day);
  for (const [share, exact] of [
    [0.5, 1_000],
    [0.95, 1_900],
  ] as const) {
    const found = all.percentile(share)!;
    assert.ok(Math.abs(found - exact) / exact < 0.05, `${share}: ${found}`);
  }
  assert.ok(days.every(({ length }) => length <= 256));
});

test('has no percentile without a measurement, and takes the shortest and the longest', () => {
  assert.equal(new Latencies().percentile(0.5), undefined);
  for (const [ms, low, high] of [
    [0, 0, 1],
    [1, 1, 1],
    [2, 2, 2],
    [600_000, 60_000, 70_000],
  ] as const) {
    const one = new Latencies();
    one.add(countLatency(undefined, ms));
    const found = one.percentile(0.95)!;
    assert.ok(found >= low && found <= high, `${ms}: ${found}`);
  }
});

test('reads a row that is too short or too long', () => {
  for (const length of [0, 3, 1_000]) {
    const counts = countLatency(new Uint8Array(length), 40);
    assert.equal(counts.length, 256);
    const one = new Latencies();
    one.add(new Uint8Array(length));
    assert.equal(one.percentile(0.5), undefined);
  }
});
