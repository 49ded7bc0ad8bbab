import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SessionRecords, purgesFor } from '../../../harness/store/jetstream/make-room.ts';

/** A session whose records have these sizes, from a sequence on. */
const session = (subject: string, first: number, ...sizes: number[]): SessionRecords => ({
  subject,
  seqs: sizes.map((_, index) => first + index),
  sizes,
  bytes: sizes.reduce((sum, size) => sum + size, 0),
});
const same = (count: number, size: number): number[] => Array.from({ length: count }, () => size);

test('the largest session loses its oldest quarter', () => {
  const sessions = [
    session('small', 1, ...same(8, 500)),
    session('large', 100, ...same(8, 10_000)),
    session('largest', 200, ...same(16, 10_000)),
  ];
  assert.deepEqual(purgesFor(sessions, 1), [{ filter: 'largest', seq: 204 }]);
});

test('of equally large sessions the newest loses first, and each at most down to 48 kB', () => {
  const sessions = [
    session('old', 1, ...same(10, 8_000)),
    session('new', 100, ...same(10, 8_000)),
    session('small', 200, ...same(8, 8_000)),
  ];
  assert.deepEqual(purgesFor(sessions, 10_000), [{ filter: 'new', seq: 103 }]);
  assert.deepEqual(purgesFor(sessions, 56_000), [
    { filter: 'old', seq: 4 },
    { filter: 'new', seq: 103 },
    { seq: 5 },
  ]);
});

test('where all are small, the oldest records of all go', () => {
  const sessions = [session('two', 3, 100, 100), session('one', 1, 100, 100)];
  assert.deepEqual(purgesFor(sessions, 250), [{ seq: 4 }]);
});

test('nothing goes where nothing is', () => {
  assert.deepEqual(purgesFor([], 10), []);
  assert.deepEqual(purgesFor([session('huge', 7, 100_000)], 500_000), [{ filter: 'huge', seq: 8 }]);
});
