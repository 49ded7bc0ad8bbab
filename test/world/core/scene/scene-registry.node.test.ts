import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OwnedLists } from '../../../../world/core/scene/scene-registry.ts';

test('joins the lists of all owners, and replaces that of one', () => {
  const lists = new OwnedLists<string>();
  const [a, b] = [{}, {}];
  lists.set(a, ['a1', 'a2']);
  lists.set(b, ['b1']);
  assert.deepEqual(lists.all, ['a1', 'a2', 'b1']);
  lists.set(a, ['a3']);
  assert.deepEqual(lists.all, ['a3', 'b1']);
});

test('removes a list by its owner, or by what set returned', () => {
  const lists = new OwnedLists<string>();
  const [a, b] = [{}, {}];
  const remove = lists.set(a, ['a']);
  lists.set(b, ['b']);
  remove();
  assert.deepEqual(lists.all, ['b']);
  lists.clear(b);
  assert.deepEqual(lists.all, []);
});

test('has a new array only after a change', () => {
  const lists = new OwnedLists<string>();
  lists.set({}, ['a']);
  const before = lists.all;
  lists.clear({});
  assert.equal(lists.all, before);
  lists.set({}, ['b']);
  assert.notEqual(lists.all, before);
});
