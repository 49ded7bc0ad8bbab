import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  type ProgramHost,
  type ProgramName,
  ensureProgram,
  findProgram,
  programs,
} from '../../ci/programs.ts';
import { folderWith } from './folder.ts';

/** A machine without the program. `brings`: whether apt-get installs it. */
function bareHost(brings: boolean, canUseApt: boolean): { host: ProgramHost; commands: string[] } {
  const commands: string[] = [];
  const host: ProgramHost = {
    find: () => (brings && commands.some((line) => line.includes(' install ')) ? '/usr/bin/it' : undefined),
    starts: () => true,
    canUseApt,
    run: (command, args) => commands.push([command, ...args].join(' ')) > 0,
  };
  return { host, commands };
}

describe('finding a program', () => {
  it('takes only the path in its variable if it is set, or else looks on the PATH', (t) => {
    const folder = folderWith(t, { 'bin/firefox-esr': '', 'bin/WebKitWebDriver': '', 'mine/firefox': '' });
    const env = { PATH: join(folder, 'bin') };
    assert.equal(findProgram('firefox', env), join(folder, 'bin/firefox-esr'));
    assert.equal(findProgram('webkit', env), join(folder, 'bin/WebKitWebDriver'));
    const mine = join(folder, 'mine/firefox');
    assert.equal(findProgram('firefox', { ...env, FIREFOX_PATH: mine }), mine);
    for (const FIREFOX_PATH of ['none', join(folder, 'gone')])
      assert.equal(findProgram('firefox', { ...env, FIREFOX_PATH }), undefined);
    assert.equal(findProgram('webkit', { PATH: folder }), undefined);
  });

  for (const name of Object.keys(programs) as ProgramName[])
    it(`installs Debian’s ${name} where it may, and otherwise names the packages and continues`, (t) => {
      const { mock } = t.mock.method(console, 'log', () => undefined);
      const debian = bareHost(true, true);
      assert.equal(ensureProgram(name, debian.host), '/usr/bin/it');
      const packages = programs[name].packages.join(' ');
      assert.ok(debian.commands.at(-1)?.endsWith(` ${packages}`), debian.commands.at(-1));
      assert.equal(ensureProgram(name, bareHost(false, true).host), undefined);
      const other = bareHost(true, false);
      assert.equal(ensureProgram(name, other.host), undefined);
      assert.deepEqual(other.commands, []);
      assert.ok(String(mock.calls.at(-1)?.arguments[0]).includes(packages));
    });

  it('knows the packages of the image’s nginx', () => {
    assert.ok(programs.nginx.packages.includes('nginx') && programs.nginx.packages.length > 4);
  });
});
