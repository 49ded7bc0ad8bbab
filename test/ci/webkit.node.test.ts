import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { ProgramHost } from '../../ci/program-host.ts';
import { ensureWebKit, findWebKit } from '../../ci/webkit.ts';
import { folderWith } from './folder.ts';

/** A machine without the driver, on which apt-get may install it. */
function bareHost(canUseApt: boolean): { host: ProgramHost; commands: string[] } {
  const commands: string[] = [];
  const host: ProgramHost = {
    find: () => (commands.some((line) => line.includes('install')) ? '/usr/bin/WebKitWebDriver' : undefined),
    starts: () => true,
    canUseApt,
    run: (command, args) => {
      commands.push([command, ...args].join(' '));
      return true;
    },
  };
  return { host, commands };
}

describe('finding WebKitGTK', () => {
  it('looks for its driver on the PATH', (t) => {
    const folder = folderWith(t, { 'bin/WebKitWebDriver': '' });
    assert.equal(findWebKit({ PATH: join(folder, 'bin') }), join(folder, 'bin/WebKitWebDriver'));
    assert.equal(findWebKit({ PATH: folder }), undefined);
  });

  it('installs Debian’s where it may', () => {
    const { host, commands } = bareHost(true);
    assert.equal(ensureWebKit(host), '/usr/bin/WebKitWebDriver');
    assert.match(commands.at(-1) ?? '', /apt-get install .*webkit2gtk-driver$/);
  });

  it('names the missing package where it cannot be installed', (t) => {
    const { mock } = t.mock.method(console, 'log', () => undefined);
    const { host, commands } = bareHost(false);
    assert.equal(ensureWebKit(host), undefined);
    assert.deepEqual(commands, []);
    assert.match(String(mock.calls[0]?.arguments[0]), /webkit2gtk-driver/);
  });
});
