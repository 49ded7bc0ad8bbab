import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purgesFor } from '../../../harness/store/jetstream/make-room.ts';

/** A session whose records have these sizes, from a sequence on. */
const session = (
  subject: string,
  first: number,
  ...sizes: number[]
): Parameters<typeof purgesFor>[0][number] => ({
  subject,
  seqs: sizes.map((_, index) => first + index),
  sizes,
  bytes: sizes.reduce((sum, size) => sum + size, 0),
});
const same = (count: number, size: number): number[] => Array.from({ length: count }, () => size);

test('the largest sessions lose their oldest records until they are no larger than the next', () => {
  const sessions = [
    session('small', 1, ...same(8, 500)),
    session('large', 100, ...same(8, 10_000)),
    session('largest', 200, ...same(16, 10_000)),
  ];
  assert.deepEqual(purgesFor(sessions, 1), [{ filter: 'largest', seq: 201 }]);
  assert.deepEqual(purgesFor(sessions, 80_000), [{ filter: 'largest', seq: 208 }]);
  assert.deepEqual(purgesFor(sessions, 120_000), [
    { filter: 'largest', seq: 210 },
    { filter: 'large', seq: 102 },
  ]);
});

test('of equally large sessions the newest loses first', () => {
  const sessions = [
    session('old', 1, ...same(10, 8_000)),
    session('new', 100, ...same(10, 8_000)),
    session('small', 200, ...same(8, 8_000)),
  ];
  assert.deepEqual(purgesFor(sessions, 7_000), [{ filter: 'new', seq: 101 }]);
});

test('the smallest session keeps everything where all are small', () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    session(`${index}`, 10 + 3 * index, ...same(3, 20_000)),
  );
  const purges = purgesFor([session('honest', 1, ...same(8, 500)), ...many], 5_000_000);
  assert.equal(purges.length, 84, 'of 60 kB each');
  assert.ok(purges.every(({ filter }) => filter !== 'honest'));
});

test('nothing goes where nothing is', () => {
  assert.deepEqual(purgesFor([], 10), []);
  assert.deepEqual(purgesFor([session('huge', 7, 100_000)], 500_000), [{ filter: 'huge', seq: 8 }]);
});

test('the sessions of a household count together', () => {
  const of = (mark: string, hash: string) => `hw-messages.home.${hash.padEnd(64, '0')}${mark}`;
  const sessions = [
    session(of('aaaa', 'one'), 1, ...same(20, 8_000)),
    ...Array.from({ length: 50 }, (_, index) =>
      session(of('bbbb', `${index}`), 100 + 3 * index, ...same(3, 8_000)),
    ),
  ];
  const purges = purgesFor(sessions, 400_000);
  assert.ok(purges.length > 15, 'the 50 sessions of three messages');
  for (const { filter } of purges) assert.match(filter, /bbbb$/);
  assert.deepEqual(
    purgesFor(sessions, 1_200_000).filter(({ filter }) => filter.endsWith('aaaa')),
    [{ filter: of('aaaa', 'one'), seq: 11 }],
    'as much as the others then',
  );
});
