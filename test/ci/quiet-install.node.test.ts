import assert from 'node:assert/strict';
import { copyFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { it } from 'node:test';
import { runProgram } from '../../ci/run.ts';
import { temporaryFolder } from '../harness/helpers.ts';

const root = resolve(import.meta.dirname, '../..');

it('lets npm install without warnings about the Node of the machine', async (t) => {
  const folder = await temporaryFolder();
  t.after(() => folder.dispose());
  await writeFile(join(folder.path, 'package.json'), '{ "private": true, "engines": { "node": ">=999" } }');
  // npm and npx pass their own settings on to the programs that they run.
  const { npm_config_loglevel: _level, ...env } = process.env;
  const install = () => runProgram('npm', ['install', '--offline'], { cwd: folder.path, env });
  assert.match((await install()).output, /EBADENGINE/);
  await copyFile(join(root, '.npmrc'), join(folder.path, '.npmrc'));
  const { ok, output } = await install();
  assert.ok(ok, output);
  assert.doesNotMatch(output, /warn/);
});
