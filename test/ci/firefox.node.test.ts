import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { ProgramHost } from '../../ci/program-host.ts';
import { ensureFirefox, findFirefox } from '../../ci/firefox.ts';
import { folderWith } from './folder.ts';

/** A machine without Firefox, on which apt-get may install one. */
function bareHost(brings: boolean, canUseApt: boolean): { host: ProgramHost; commands: string[] } {
  const commands: string[] = [];
  const host: ProgramHost = {
    find: () =>
      brings && commands.some((line) => line.includes('install')) ? '/usr/bin/firefox-esr' : undefined,
    starts: () => true,
    canUseApt,
    run: (command, args) => {
      commands.push([command, ...args].join(' '));
      return true;
    },
  };
  return { host, commands };
}

describe('finding Firefox', () => {
  it('takes only FIREFOX_PATH if set, or else looks on the PATH', (t) => {
    const folder = folderWith(t, { 'bin/firefox-esr': '', 'mine/firefox': '' });
    const env = { PATH: join(folder, 'bin') };
    assert.equal(findFirefox(env), join(folder, 'bin/firefox-esr'));
    const mine = join(folder, 'mine/firefox');
    assert.equal(findFirefox({ ...env, FIREFOX_PATH: mine }), mine);
    assert.equal(findFirefox({ ...env, FIREFOX_PATH: 'none' }), undefined);
  });

  it('installs Debian’s where it may', () => {
    const { host, commands } = bareHost(true, true);
    assert.equal(ensureFirefox(host), '/usr/bin/firefox-esr');
    assert.match(commands.at(-1) ?? '', /apt-get install .*firefox-esr$/);
  });

  it('continues without it where it cannot be installed', () => {
    assert.equal(ensureFirefox(bareHost(false, true).host), undefined);
    const { host, commands } = bareHost(true, false);
    assert.equal(ensureFirefox(host), undefined);
    assert.deepEqual(commands, []);
  });
});
