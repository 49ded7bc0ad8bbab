import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { computed } from '@lit-labs/signals';
import { type EventReader, emit, event } from '../../../data/core/event.ts';

function drain<T>(reader: EventReader<T>): T[] {
  const details: T[] = [];
  for (let detail = reader.next(); detail !== undefined; detail = reader.next()) details.push(detail);
  return details;
}

test('gives each reader every detail once, in order', () => {
  const zap = event(0);
  const [one, other] = [zap.reader(), zap.reader()];
  emit(zap, 21);
  emit(zap, 0);
  assert.deepEqual(drain(one), [21, 0]);
  emit(zap, 5);
  assert.deepEqual(drain(one), [5]);
  assert.deepEqual(drain(other), [21, 0, 5]);
  assert.deepEqual([drain(one), drain(other)], [[], []]);
});

test('gives a later reader no earlier detail, and the inbox all of them', () => {
  const travel = event('');
  emit(travel, 'before');
  const late = travel.reader();
  assert.equal(late.next(), undefined);
  emit(travel, 'after');
  assert.deepEqual(drain(late), ['after']);
  assert.deepEqual(drain(travel.inbox), ['before', 'after']);
  assert.deepEqual(drain(travel.inbox), []);
});

test('keeps the last detail for all that were not read', () => {
  const goTo = event('');
  const reader = goTo.reader();
  assert.equal(reader.last(), undefined);
  emit(goTo, 'a');
  emit(goTo, 'b');
  assert.equal(reader.last(), 'b');
  assert.equal(reader.last(), undefined);
  assert.equal(reader.next(), undefined);
});

test('gives a reader the newest 64 of many details', () => {
  const zap = event(0);
  const reader = zap.reader();
  for (let i = 1; i <= 100; i++) emit(zap, i);
  assert.deepEqual(
    drain(reader),
    Array.from({ length: 64 }, (_unused, i) => i + 37),
  );
});

test('get() returns the count and the last detail, and subscribes', () => {
  const zap = event(0);
  const text = computed(() => `${zap.get().count}: ${zap.get().detail}`);
  assert.equal(text.get(), '0: 0');
  emit(zap, 21);
  emit(zap, 42);
  assert.equal(text.get(), '2: 42');
});

test('a count that is set directly is an event, the same count again is none', () => {
  const zap = event(0);
  const reader = zap.reader();
  zap.set({ count: zap.get().count + 1, detail: 21 });
  zap.set({ ...zap.get() });
  assert.deepEqual(drain(reader), [21]);
});

test('does not keep a dropped reader in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const zap = event(0);
  const dropped = new WeakRef(zap.reader());
  emit(zap, 1);
  await new Promise((next) => setTimeout(next, 0));
  collect();
  assert.equal(dropped.deref(), undefined);
  assert.equal(zap.inbox.next(), 1);
});
