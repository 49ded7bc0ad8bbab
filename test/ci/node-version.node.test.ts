import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nodeProblem } from '../../ci/node-version.js';

it('takes Node 24 and newer', () => {
  assert.equal(nodeProblem('24.0.0'), '');
  assert.equal(nodeProblem('26.1.0'), '');
});

it('names the fix when an older Node runs because the install script was skipped', () => {
  assert.match(nodeProblem('20.20.2'), /Node 20\.20\.2.*needs Node 24.*--ignore-scripts.*npm rebuild node/);
});

it('runs the tests themselves on Node 24', () => {
  assert.equal(nodeProblem(process.versions.node), '');
});
