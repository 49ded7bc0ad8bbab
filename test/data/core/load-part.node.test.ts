import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPart } from '../../../data/core/load-part.ts';
import { createState } from '../../../data/state.ts';

test('loads a part again after a failed attempt', async () => {
  const state = createState();
  const fails = () => Promise.reject(new TypeError('no network'));
  await assert.rejects(loadPart(state, 'Settings', fails), /no network/);
  await assert.rejects(loadPart(state, 'Session log', fails), /no network/);
  await assert.rejects(loadPart(state, 'Settings', fails), /no network/);
  assert.deepEqual(state.missingParts.get(), ['Session log', 'Settings']);
  assert.equal(await loadPart(state, 'Settings', async () => 7), 7);
  assert.deepEqual(state.missingParts.get(), ['Session log']);
});
