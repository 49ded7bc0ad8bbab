import assert from 'node:assert/strict';
import { cp, mkdir } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { program, runProgram } from './emit.ts';
import { temporaryFolder } from './helpers.ts';
import { common, end, place, serving, start } from './program.ts';

const root = join(import.meta.dirname, '../..');
/** Makes the Node of a test say that it is an old one; a Node that it starts is not changed. */
const old = [
  '--import',
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.11.1"}})',
];
const skip = existsSync(join(root, 'node_modules/node/bin/node')) ? false : 'npm installed no Node';

describe('the installed command, on a machine with an old Node', () => {
  it(
    'runs on the Node that npm installed, with its words, input, output and exit code',
    { skip },
    async () => {
      const version = await runProgram(process.execPath, [...old, program, '--version']);
      assert.match(version.out, /^\d+\.\d+\.\d+\n$/);
      assert.deepEqual([version.code, version.err], [0, '']);
      const refused = await runProgram(process.execPath, [...old, program, 'emit', 'busy']);
      assert.equal(refused.code, 2);
      assert.match(refused.err, /^home-world: emit needs a state .*got “busy”/);
      const event = ['emit', '--claude-code', '--timeout', '30'];
      const hook = await runProgram(process.execPath, [...old, program, ...event], { input: 'no event' });
      assert.match(hook.err, /not the event of a Claude Code hook/);
    },
  );

  it('is silent as a hook, also where no Node of its own is', { skip }, async () => {
    const args = ['hook', 'claude-code'];
    const env = { HOME_WORLD_BRIDGE_TOKEN: 'the-secret-of-the-bridge', HOME_WORLD_URL: 'http://127.0.0.1:1' };
    const input = '{"hook_event_name":"Stop","session_id":"s","cwd":"/"}';
    const quiet = { code: 0, out: '', err: '' };
    assert.deepEqual(await runProgram(process.execPath, [...old, program, ...args], { input, env }), quiet);
    const verbose = await runProgram(process.execPath, [...old, program, ...args, '--verbose'], {
      input,
      env,
    });
    assert.match(verbose.err, /no home answers/);
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'harness'));
    for (const file of ['package.json', 'harness/home-world.js', 'harness/node-version.js'])
      await cp(join(root, file), join(folder.path, file));
    const copy = join(folder.path, 'harness/home-world.js');
    assert.deepEqual(await runProgram(process.execPath, [...old, copy, ...args], { input, env }), quiet);
  });

  it('ends the home with SIGTERM', { skip }, async () => {
    const args = await common('old-node');
    const run = start(args, {}, place.path, 'pipe', old);
    assert.equal((await fetch(new URL('/healthz', await serving(run)))).status, 200);
    await end(run);
  });

  it('says which version it needs where npm installed no Node', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'harness'));
    for (const file of ['package.json', 'harness/home-world.js', 'harness/node-version.js'])
      await cp(join(root, file), join(folder.path, file));
    const copy = join(folder.path, 'harness/home-world.js');
    const { code, out, err } = await runProgram(process.execPath, [...old, copy, 'serve']);
    assert.deepEqual([code, out], [1, '']);
    assert.match(
      err,
      /^home-world: This is Node 20\.11\.1; the home needs 22\.18 or newer\.\n {2}Install Node 24/,
    );
  });
});
