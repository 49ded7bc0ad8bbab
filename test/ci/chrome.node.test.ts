import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import type { ProgramHost } from '../../ci/programs.ts';
import { PLAYWRIGHT_FEATURES, ensureChrome, ensureShell, findChrome, findShell } from '../../ci/chrome.ts';
import { folderWith } from './folder.ts';

const root = resolve(import.meta.dirname, '../..');

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

  it('finds the one that Playwright downloads', (t) => {
    const folder = folderWith(t, {});
    const found = (): string =>
      execFileSync(
        process.execPath,
        [
          '--eval',
          `const { chromium } = require('@playwright/test');
          const place = chromium.executablePath();
          fs.mkdirSync(path.dirname(place), { recursive: true });
          fs.writeFileSync(place, '');
          import('./ci/chrome.ts').then(({ findChrome }) => console.log(findChrome({}) ?? 'none'));`,
        ],
        { cwd: root, encoding: 'utf8', env: { ...process.env, PLAYWRIGHT_BROWSERS_PATH: folder } },
      ).trim();
    // A machine with Chrome in a fixed place uses that one.
    if (!existsSync('/Applications')) assert.ok(found().startsWith(folder), found());
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

describe('finding a browser without a user interface', () => {
  it('prefers the one of CHROME_SHELL_PATH, then that of CHROME_PATH, to a headless shell', (t) => {
    const folder = folderWith(t, { 'bin/chromium-headless-shell': '', 'mine/chrome': '', 'mine/shell': '' });
    const at = (path: string): string => join(folder, path);
    const env = { PATH: at('bin') };
    assert.equal(findShell(env), at('bin/chromium-headless-shell'));
    assert.equal(findShell({ ...env, CHROME_PATH: at('mine/chrome') }), at('mine/chrome'));
    assert.equal(
      findShell({ ...env, CHROME_PATH: at('mine/chrome'), CHROME_SHELL_PATH: at('mine/shell') }),
      at('mine/shell'),
    );
  });

  it('installs Debian’s as root', () => {
    const { host, commands } = bareHost('apt-get install', true);
    assert.equal(ensureShell(host), '/usr/bin/chromium');
    assert.match(commands.join('\n'), /^apt-get update.*\napt-get install .*chromium-headless-shell$/);
  });
});

describe('the flags of a browser that Playwright starts', () => {
  it('switch off what Playwright switches off', () => {
    const bundle = readFileSync(join(root, 'node_modules/playwright-core/lib/coreBundle.js'), 'utf8');
    const [, list = ''] = /disabledFeatures = \[(.*?)\]/s.exec(bundle) ?? [];
    const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
    assert.ok(names.length > 5, list);
    const ours = PLAYWRIGHT_FEATURES.replace('--disable-features=', '').split(',');
    assert.deepEqual(
      names.filter((name) => !ours.includes(name ?? '')),
      [],
    );
  });
});
