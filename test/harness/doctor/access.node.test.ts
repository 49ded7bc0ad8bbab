import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { checkAccess, checkPasskeys } from '../../../harness/doctor/access.ts';
import { KEYS_FILE, Keys } from '../../../harness/keys/keys.ts';
import { temporaryFolder } from '../helpers.ts';

describe('passkeys', () => {
  it('work on this machine, and at a host name with HTTPS', () => {
    for (const [publicUrl, host] of [
      [undefined, '127.0.0.1'],
      [undefined, 'localhost'],
      ['https://home.example/', '0.0.0.0'],
    ] as const)
      assert.equal(checkPasskeys(publicUrl, host, 4200).state, 'ok', publicUrl ?? host);
  });

  it('do not work elsewhere, and the doctor says what to do', () => {
    for (const [publicUrl, host, says] of [
      [undefined, '0.0.0.0', /at an IP address/],
      [undefined, '::', /at an IP address/],
      ['https://192.0.2.7/', '127.0.0.1', /at an IP address/],
      ['http://home.example/', '127.0.0.1', /only over HTTPS/],
    ] as const) {
      const found = checkPasskeys(publicUrl, host, 4200);
      assert.equal(found.state, 'note');
      assert.match(found.says, says);
      assert.match(found.fix ?? '', /--public-url[\s\S]*home-world owner code/);
    }
  });
});

describe('access', () => {
  it('is not mentioned for a public home', async () => {
    await using folder = await temporaryFolder();
    assert.deepEqual(checkAccess('public', folder.path), []);
  });

  it('needs an owner who has signed in', async () => {
    await using folder = await temporaryFolder();
    const [before] = checkAccess('owner', folder.path);
    assert.match(`${before?.says} ${before?.fix}`, /No owner has signed in yet[\s\S]*home-world owner code/);
    assert.equal(existsSync(join(folder.path, KEYS_FILE)), false, 'it makes no file');
    const keys = new Keys(join(folder.path, KEYS_FILE));
    keys.signIns.begin({ browser: 'A test', isSecure: false });
    keys.close();
    assert.equal(checkAccess('owner', folder.path)[0]?.state, 'ok');
    assert.match(
      checkAccess({ visitorsSee: ['weather'] }, folder.path)[0]?.says ?? '',
      /Visitors see weather;/,
    );
  });
});
