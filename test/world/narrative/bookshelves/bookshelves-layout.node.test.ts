import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MergedPull } from '../../../../data/readings/records.ts';
import {
  FRONT,
  MAX_BOOKS,
  ROW_FLOORS,
  SHELF_X,
  SHELF_Z,
  bookLabel,
  bookPlaces,
  plateText,
  shelfObstacles,
  shelvesLabel,
} from '../../../../world/narrative/bookshelves/bookshelves-layout.ts';

const BAY_WIDTH = 2 * FRONT * Math.tan(Math.PI / 10);

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const pull = (number: number, differs: Partial<MergedPull> = {}): MergedPull => ({
  number,
  title: `Change ${number}`,
  author: number % 2 ? 'Ada' : 'Ben',
  mergedAt: NOW - number * HOUR,
  ...differs,
});
const many = (count: number): MergedPull[] => Array.from({ length: count }, (_, i) => pull(i + 1));

test('the newest books stand at eye level, from the middle bay outwards', () => {
  const books = bookPlaces(many(50));
  assert.equal(books[0]?.pull.number, 1);
  assert.deepEqual([books[0]?.bay, books[0]?.row, books[0]?.y], [2, 0, ROW_FLOORS[0]]);
  const rows = books.map(({ row }) => row);
  assert.deepEqual(
    rows,
    rows.toSorted((a, b) => a - b),
  );
  assert.ok(rows.includes(1), 'fifty do not fit into one row');
});

test('books are ordered by merge time, not by the order of the list', () => {
  const books = bookPlaces([pull(9), pull(1), pull(5)]);
  assert.deepEqual(
    books.map(({ pull: { number } }) => number),
    [1, 5, 9],
  );
  assert.ok((books[0]?.x ?? 0) < (books[1]?.x ?? 0), 'from the left');
});

test('exactly the latest fifty fit', () => {
  for (const seed of [0, 1000, 90_000]) {
    const books = bookPlaces(Array.from({ length: 70 }, (_, i) => pull(seed + i)));
    assert.equal(books.length, MAX_BOOKS);
  }
});

test('no two books overlap, and none is in the wood', () => {
  const books = bookPlaces(many(50));
  for (const [i, a] of books.entries()) {
    const fromBayMiddle = Math.sqrt(Math.max(0, Math.hypot(a.x, a.z) ** 2 - (FRONT + 0.05) ** 2));
    assert.ok(fromBayMiddle + a.thickness / 2 <= BAY_WIDTH / 2, `book ${i} is in an upright`);
    for (const b of books.slice(i + 1))
      if (a.bay === b.bay && a.row === b.row)
        assert.ok(Math.hypot(a.x - b.x, a.z - b.z) >= (a.thickness + b.thickness) / 2 - 1e-9);
    assert.ok(a.y + a.tallness < (a.row === 0 ? 1.94 : 2.76), `book ${i} reaches through the board above it`);
  }
});

test('the same pull request gives the same book, and an author keeps one colour', () => {
  const [alone] = bookPlaces([pull(7)]);
  const among = bookPlaces(many(20)).find((book) => book.pull.number === 7);
  assert.deepEqual(
    [alone?.thickness, alone?.tallness, alone?.cover, alone?.tone],
    [among?.thickness, among?.tallness, among?.cover, among?.tone],
  );
  const covers = new Set(bookPlaces(many(20)).map((book) => `${book.pull.author} ${book.cover}`));
  assert.equal(covers.size, 2);
});

test('the open side faces the centre, and obstacles cover the whole length of the wood', () => {
  const circles = shelfObstacles();
  const toMiddle = Math.atan2(-SHELF_Z, -SHELF_X);
  for (const { x, z, radius } of circles) {
    const away = Math.hypot(x - SHELF_X, z - SHELF_Z);
    assert.ok(away > FRONT - 0.1 && away < FRONT + 0.7);
    const turned = Math.cos(Math.atan2(z - SHELF_Z, x - SHELF_X) - toMiddle);
    assert.ok(turned < 0.25, 'a circle stands in the opening');
    const nearest = Math.min(
      ...circles.filter((other) => other.x !== x).map((other) => Math.hypot(other.x - x, other.z - z)),
    );
    assert.ok(nearest < radius * 2, 'a gap');
  }
});

test('plate and hint give the number of books, or the problem', () => {
  const source = 'me/home';
  const live = { state: 'live', source, value: many(12), fetchedAt: NOW } as const;
  assert.equal(plateText(live), 'The latest 12 merged pull requests');
  assert.equal(plateText({ ...live, value: many(1) }), 'The latest merged pull request');
  assert.equal(plateText({ state: 'empty', source, fetchedAt: NOW }), 'NO MERGED PULL REQUESTS');
  assert.equal(plateText({ state: 'error', source, cause: 'x' }), 'MERGED PULL REQUESTS: ERROR');
  assert.equal(plateText({ state: 'loading', source }), 'MERGED PULL REQUESTS: —');
  assert.equal(
    shelvesLabel(live, NOW),
    'Bookshelves: the latest 12 merged pull requests — me/home · just now',
  );
  assert.equal(
    shelvesLabel({ state: 'offline', source, cause: 'No network.' }, NOW),
    'Bookshelves: MERGED PULL REQUESTS: — — me/home · offline · No network.',
  );
  assert.equal(bookLabel(pull(3), NOW), '#3 Change 3 — Ada, merged 3 h ago');
  assert.equal(bookLabel(pull(3, { author: '' }), NOW), '#3 Change 3, merged 3 h ago');
});
