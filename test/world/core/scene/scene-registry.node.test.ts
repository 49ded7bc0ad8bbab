import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SceneRegistry } from '../../../../world/core/scene/scene-registry.ts';

const stone = (x: number) => ({ x, z: 0, radius: 1 });
const [a1, a2, a3, b1] = [stone(1), stone(2), stone(3), stone(4)];

test('joins the lists of all owners, and replaces that of one', () => {
  const lists = new SceneRegistry().obstacles;
  const [a, b] = [{}, {}];
  lists.set(a, [a1, a2]);
  lists.set(b, [b1]);
  assert.deepEqual(lists.all, [a1, a2, b1]);
  lists.set(a, [a3]);
  assert.deepEqual(lists.all, [a3, b1]);
});

test('removes a list by its owner, or by what set returned', () => {
  const lists = new SceneRegistry().obstacles;
  const [a, b] = [{}, {}];
  const remove = lists.set(a, [a1]);
  lists.set(b, [b1]);
  remove();
  assert.deepEqual(lists.all, [b1]);
  lists.clear(b);
  assert.deepEqual(lists.all, []);
});

test('has a new array only after a change', () => {
  const lists = new SceneRegistry().obstacles;
  lists.set({}, [a1]);
  const before = lists.all;
  lists.clear({});
  assert.equal(lists.all, before);
  lists.set({}, [b1]);
  assert.notEqual(lists.all, before);
});
