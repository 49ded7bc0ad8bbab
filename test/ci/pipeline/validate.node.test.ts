import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { folderWith } from '../folder.ts';
import { git, gitEnv } from './server-with-home.ts';

const root = resolve(import.meta.dirname, '../../..');

const page = (body: string): string =>
  `<!doctype html>\n<html lang="en">\n  <head>\n    <title>Home</title>\n  </head>\n  <body>${body}</body>\n</html>\n`;
const pages = { 'index.html': page(''), 'heartbeat.html': page(''), 'widgets.html': page('') };

const run = (program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) =>
  spawnSync(program, args, { cwd, env: { ...process.env, ...gitEnv, ...env }, encoding: 'utf8' });

const validate = (folder: string) =>
  run(process.execPath, [join(root, 'ci/pipeline/validate.ts'), folder], '/');

describe('the validation of a pull request', () => {
  it('accepts good files', (t) => {
    const { status, stdout } = validate(folderWith(t, { ...pages, 'a.js': 'export {};\n' }));
    assert.deepEqual([status, stdout], [0, 'The pages can be read, and no file is over a limit.\n']);
  });

  it('fails with each problem of the pages, the sizes, the lengths and the references, with file and line', (t) => {
    const { status, stderr } = validate(
      folderWith(t, {
        ...pages,
        'index.html': page('<p class="a" class="b">x</p>'),
        'b.cjs': ' '.repeat(512_001),
        'data/a.ts': '\n'.repeat(778),
        'README.md': `Home\n\nRead ../${'shared'}/notes.md.\n`,
      }),
    );
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^index\.html:6:\d+: does not parse: .*\nb\.cjs:1: .* bytes.*\ndata\/a\.ts:778: .* lines.*\nREADME\.md:3: leads out of .*\n$/,
    );
  });
});

describe('the rule on net lines', () => {
  it('counts what a change adds, minus what it deletes, and no picture; it is off without a limit', (t) => {
    const folder = folderWith(t, { 'a.txt': '1\n', 'b.txt': '1\n', 'c.png': Uint8Array.of(0, 10, 0) });
    git(folder, 'init', '--quiet', '--initial-branch', 'main');
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '--message', 'first');
    writeFileSync(join(folder, 'a.txt'), '1\n'.repeat(13));
    writeFileSync(join(folder, 'b.txt'), '');
    writeFileSync(join(folder, 'c.png'), Uint8Array.of(0, 10, 10, 10, 0));
    git(folder, 'checkout', '--quiet', '-b', 'change');
    git(folder, 'commit', '--quiet', '--all', '--message', 'second');
    const check = (env: NodeJS.ProcessEnv) =>
      run('bash', [join(root, 'ci/pipeline/net-lines.sh')], folder, { BASE_COMMIT: 'main', ...env });
    assert.equal(check({ MAX_NET_LINES: '11' }).status, 0);
    assert.equal(check({ MAX_NET_LINES: '' }).status, 0);
    const { status, stderr } = check({ MAX_NET_LINES: '10' });
    assert.deepEqual([status, stderr], [1, 'The change adds 11 net lines, the limit is 10.\n']);
    assert.notEqual(check({ MAX_NET_LINES: '10', BASE_COMMIT: 'gone' }).status, 0);
    assert.notEqual(check({ MAX_NET_LINES: 'ten' }).status, 0);
  });
});

describe('the hook before a commit', () => {
  it('checks the staged files, not those of the working tree, and stops a bad commit', (t) => {
    const folder = folderWith(t, { ...pages, 'a.json': '{}\n' });
    // Beside what is committed: the hook and its program, with the packages of this checkout.
    for (const name of ['ci', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
    git(folder, 'init', '--quiet', '--initial-branch', 'main');
    git(folder, 'config', 'core.hooksPath', 'ci/hooks');
    const commit = (env?: NodeJS.ProcessEnv) =>
      run('git', ['commit', '--quiet', '--message', 'change'], folder, env);
    git(folder, 'add', ...Object.keys(pages), 'a.json');
    writeFileSync(join(folder, 'a.json'), '{\n  "a"\n}\n');
    const good = commit();
    assert.equal(good.status, 0, good.stderr);

    git(folder, 'add', 'a.json');
    const bad = commit();
    assert.equal(bad.status, 1);
    assert.match(bad.stderr, /a\.json: SyntaxError: [\s\S]+\nNothing is committed\. /);

    writeFileSync(join(folder, 'a.json'), '[\n  { "a": 1 },\n  { "b": 2 }\n]\n');
    git(folder, 'add', 'a.json');
    const long = commit({ MAX_NET_LINES: '1' });
    assert.match(long.stderr, /^The change adds 3 net lines, the limit is 1\.\n/);
    assert.equal(git(folder, 'rev-list', '--count', 'HEAD'), '1\n');
  });
});
