import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Flag, readArguments } from '../../../harness/core/options.ts';
import { UserError } from '../../../harness/core/user-error.ts';

const flags: readonly Flag[] = [
  { name: 'keep-days', value: 'DAYS', range: [1, 365], fallback: 30, help: 'keeps' },
  { name: 'data', value: 'FOLDER', help: 'the folder' },
];
const read = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  readArguments('serve', flags, args, env, false).values;

test('takes a flag from the command line, else from its variable, else its default', () => {
  const env = { HOME_WORLD_KEEP_DAYS: '7' };
  assert.equal(read(['--keep-days', '9'], env)['keep-days'], 9);
  assert.equal(read([], env)['keep-days'], 7);
  assert.equal(read([])['keep-days'], 30);
});

test('refuses a number out of its range and an empty text, and names the flag', () => {
  for (const args of [
    ['--keep-days', '0'],
    ['--keep-days', '366'],
    ['--data', ' '],
  ])
    assert.throws(
      () => read(args),
      (error) => error instanceof UserError && error.exitCode === 2 && error.message.includes(args[0] ?? ''),
    );
});
