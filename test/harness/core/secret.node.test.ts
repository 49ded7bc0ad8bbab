import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hookSecretOf, secretOf } from '../../../harness/core/secret.ts';
import { UserError } from '../../../harness/core/user-error.ts';

const read = (TOKEN: string): string | undefined => secretOf({ TOKEN }, 'TOKEN');

test('takes a secret as it is, and an empty one as none', () => {
  const secret = '0123456789abcdef';
  assert.equal(read(secret), secret);
  assert.equal(read(' '), undefined);
  assert.equal(secretOf({}, 'TOKEN'), undefined);
});

test('refuses a secret that can be guessed or that no header can hold, and does not repeat it', () => {
  for (const secret of [
    '0123456789abcde',
    '0123456789abcdef'.repeat(13),
    '0123456789 abcdef',
    ' 0123456789abcdef',
    '0123456789abcdef\n',
    '0123456789abcdéf',
    'a'.repeat(16),
  ])
    assert.throws(
      () => read(secret),
      (error) =>
        error instanceof UserError && error.message.startsWith('TOKEN ') && !error.message.includes(secret),
    );
});

test('takes a secret of webhooks with spaces inside, and refuses one that can be guessed', () => {
  const readHook = (SECRET: string): string | undefined => hookSecretOf({ SECRET }, 'SECRET');
  assert.equal(readHook(' correct horse bättery staple\n'), 'correct horse bättery staple');
  assert.equal(readHook('0123456789abcdef'.repeat(20)), '0123456789abcdef'.repeat(20));
  assert.equal(readHook(' '), undefined);
  assert.equal(hookSecretOf({}, 'SECRET'), undefined);
  for (const secret of ['s', ` 0123456789abcde `, 'a'.repeat(16)])
    assert.throws(() => readHook(secret), /^UserError: SECRET .* can be guessed/);
});
