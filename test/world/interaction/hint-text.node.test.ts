import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionText, clickText, distanceText, farKeyText } from '../../../world/interaction/hint-text.ts';

const gate = {
  reach: 5,
  label: () => 'gate',
  action: { key: 'F', text: () => 'enter', run: () => undefined },
};

test('names the key of an object within reach, and none without an action', () => {
  assert.equal(actionText(gate), 'F — enter');
  assert.equal(actionText({ reach: 5, label: () => 'stone' }), undefined);
});

test('says of an object out of reach whether a click acts or goes there', () => {
  assert.equal(clickText({ ...gate, fromAfar: 'act' }), 'click to enter');
  assert.equal(clickText({ ...gate, fromAfar: 'come' }), 'click to go there');
  assert.equal(farKeyText({ ...gate, fromAfar: 'come' }), 'E — go there');
});

test('gives a distance in whole metres, at least one', () => {
  assert.equal(distanceText(11.6, true), 'walk closer — 12 m');
  assert.equal(distanceText(0.2, false), '1 m away');
});
