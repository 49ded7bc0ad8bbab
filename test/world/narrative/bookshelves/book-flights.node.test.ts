import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Matrix4, Vector3 } from 'three';
import { BookFlights } from '../../../../world/narrative/bookshelves/book-flights.ts';
import { bookPlaces } from '../../../../world/narrative/bookshelves/bookshelves-layout.ts';

const FLIGHT_SECONDS = 2.6;

const books = bookPlaces(
  Array.from({ length: 5 }, (_, i) => ({ number: i + 1, title: `Change ${i}`, author: 'Ada', mergedAt: -i })),
);
const FROM = new Vector3(10, 4, 2);
const DEPTH = 0.3;
const matrix = new Matrix4();
const poseOf = (flights: BookFlights, at: number) => {
  const book = books[at];
  assert.ok(book);
  const light = flights.pose(book, flights.indexOf(book), DEPTH, matrix);
  return { light, place: new Vector3().setFromMatrixPosition(matrix), book };
};

test('a book flies from its beginning to its place on the shelf, and then stands', () => {
  const flights = new BookFlights(FROM);
  flights.start(books.slice(0, 1));
  assert.ok(poseOf(flights, 0).place.distanceTo(FROM) < 0.01);
  assert.ok(poseOf(flights, 0).light > 1, 'bright on its way');
  for (let t = 0; t < FLIGHT_SECONDS / 2; t += 0.05) assert.equal(flights.update(0.05), false);
  const { place } = poseOf(flights, 0);
  assert.ok(place.y > 4, 'over both ends');
  let arrivals = 0;
  for (let t = 0; t < FLIGHT_SECONDS; t += 0.05) arrivals += Number(flights.update(0.05));
  assert.equal(arrivals, 1);
  assert.equal(flights.isFlying, false);
  const stands = poseOf(flights, 0);
  assert.ok(stands.place.distanceTo(new Vector3(stands.book.x, stands.book.y, stands.book.z)) < 1e-6);
  assert.equal(stands.light, 1);
});

test('of many books at once some fly, one after the other', () => {
  const flights = new BookFlights(FROM);
  flights.start(books);
  assert.equal(books.filter((book) => flights.has(book)).length, 3);
  assert.equal(poseOf(flights, 1).light, 0, 'it waits unseen');
  const last = poseOf(flights, 4);
  assert.ok(last.place.distanceTo(new Vector3(last.book.x, last.book.y, last.book.z)) < 1e-6);
});
