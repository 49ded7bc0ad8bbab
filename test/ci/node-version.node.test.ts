import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nodeProblem, startProblem } from '../../ci/node-version.js';

it('takes Node 24 and newer', () => {
  assert.equal(nodeProblem('24.0.0'), '');
  assert.equal(nodeProblem('26.1.0'), '');
});

it('names the fix when an older Node runs because the install script was skipped', () => {
  assert.match(nodeProblem('20.20.2'), /Node 20\.20\.2.*needs Node 24.*--ignore-scripts.*npm rebuild node/);
});

it('starts a built home on Node 22.18 and newer, as an installation without the build’s tools may have', () => {
  for (const version of ['22.18.0', '23.6.0', '24.0.0']) assert.equal(startProblem(version), '', version);
  const problem = startProblem('20.20.2');
  assert.match(problem, /Node 20\.20\.2; the home needs 22\.18 or newer\. Install Node 24/);
  assert.doesNotMatch(problem, /\n/);
});

it('runs the tests themselves on Node 24', () => {
  assert.equal(nodeProblem(process.versions.node), '');
});
