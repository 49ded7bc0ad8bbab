import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { toolsProblem } from '../../ci/check-node.js';
import { runProgram } from '../../ci/run.ts';
import { nodeProblem } from '../../harness/node-version.js';

it('accepts Node 24 and newer', () => {
  for (const version of ['24.0.0', '26.1.0', process.versions.node])
    assert.equal(toolsProblem(version), undefined, version);
});

it('names the fix when an older Node runs because the install script was skipped', () => {
  const { message, fix } = toolsProblem('20.20.2')!;
  assert.match(message, /Node 20\.20\.2.*needs Node 24.*--ignore-scripts/);
  assert.match(fix, /npm rebuild node/);
});

it('starts a built home on Node 22.18 and newer, for installations without build tools', () => {
  for (const version of ['22.18.0', '23.6.0', '24.0.0'])
    assert.equal(nodeProblem(version), undefined, version);
  const { message, fix } = nodeProblem('20.20.2')!;
  assert.match(message, /Node 20\.20\.2; the home needs 22\.18 or newer\.$/);
  assert.doesNotMatch(message + fix, /\n/);
});

it('accepts the Node that runs the tests', async () => {
  const script = join(import.meta.dirname, '../../ci/check-node.js');
  for (const flags of [[], ['--as-test']])
    assert.deepEqual(await runProgram(process.execPath, [script, ...flags]), { ok: true, output: '' });
});
