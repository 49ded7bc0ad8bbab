import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { ProgramHost } from '../../ci/programs.ts';
import { ensureChrome, findChrome } from '../../ci/chrome.ts';
import { folderWith } from './folder.ts';

/** A machine without a browser, on which `installer` installs one. */
function bareHost(installer: string, canUseApt: boolean): { host: ProgramHost; commands: string[] } {
  const commands: string[] = [];
  let installed = false;
  const host: ProgramHost = {
    find: () => (installed ? '/usr/bin/chromium' : undefined),
    starts: () => true,
    canUseApt,
    run: (command, args) => {
      const line = [command, ...args].join(' ');
      commands.push(line);
      installed ||= line.startsWith(installer);
      return true;
    },
  };
  return { host, commands };
}

describe('finding a browser', () => {
  it('prefers CHROME_PATH to the PATH', (t) => {
    const folder = folderWith(t, { 'bin/chromium': '', 'mine/chrome': '' });
    for (const path of ['bin/chromium', 'mine/chrome']) chmodSync(join(folder, path), 0o755);
    const env = { PATH: join(folder, 'bin') };
    assert.equal(findChrome(env), join(folder, 'bin/chromium'));
    assert.equal(
      findChrome({ ...env, CHROME_PATH: join(folder, 'mine/chrome') }),
      join(folder, 'mine/chrome'),
    );
  });

  it('finds the newest that Playwright downloaded', (t) => {
    const folder = folderWith(t, {
      'cache/chromium-1100/chrome-linux/chrome': '',
      'cache/chromium-1200/chrome-linux/chrome': '',
    });
    const env = { PATH: '', PLAYWRIGHT_BROWSERS_PATH: join(folder, 'cache') };
    const found = findChrome(env) ?? '';
    // A machine with Chrome in a fixed place uses that one.
    if (!found.startsWith('/Applications/'))
      assert.equal(found, join(folder, 'cache/chromium-1200/chrome-linux/chrome'));
  });

  it('installs nothing where there is one', () => {
    const { host, commands } = bareHost('', true);
    assert.equal(ensureChrome({ ...host, find: () => '/usr/bin/google-chrome' }), '/usr/bin/google-chrome');
    assert.deepEqual(commands, []);
  });

  it('installs Debian’s as root, after an update', () => {
    const { host, commands } = bareHost('apt-get install', true);
    assert.equal(ensureChrome(host), '/usr/bin/chromium');
    assert.match(commands.join('\n'), /^apt-get update.*\napt-get install .*chromium/);
  });

  it('downloads Playwright’s where apt cannot be used', () => {
    const { host, commands } = bareHost('npx playwright', false);
    assert.equal(ensureChrome(host), '/usr/bin/chromium');
    assert.deepEqual(commands, ['npx playwright install chromium']);
  });

  it('says what to install when every way fails', () => {
    const { host } = bareHost('never', true);
    assert.throws(() => ensureChrome(host), /need Chrome or Chromium.*apt-get install chromium.*CHROME_PATH/);
  });

  it('refuses a browser that does not start', () => {
    const { host } = bareHost('never', false);
    assert.throws(
      () => ensureChrome({ ...host, find: () => '/snap/note', starts: () => false }),
      /need Chrome or Chromium/,
    );
  });
});
