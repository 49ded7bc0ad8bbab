import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { folderWith } from '../folder.ts';
import { git, gitEnv } from './server-with-home.ts';

const root = resolve(import.meta.dirname, '../../..');

const page = (body: string): string =>
  `<!doctype html>\n<html lang="en">\n  <head>\n    <title>Home</title>\n  </head>\n  <body>${body}</body>\n</html>\n`;
const pages = {
  'index.html': page(''),
  'heartbeat.html': page(''),
  'door.html': page(''),
  'widgets.html': page(''),
};

const run = (program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) =>
  spawnSync(program, args, { cwd, env: { ...process.env, ...gitEnv, ...env }, encoding: 'utf8' });

const validate = (folder: string, env?: NodeJS.ProcessEnv) =>
  run(process.execPath, [join(root, 'ci/pipeline/validate.ts'), folder], '/', env);
const noPython = spawnSync('python3', ['--version']).status === 0 ? false : 'no python3 on this machine';

describe('the validation of a pull request', () => {
  it('accepts good files, comments in settings, and any service worker', (t) => {
    const { status, stdout, stderr } = validate(
      folderWith(t, {
        ...pages,
        'a.js': 'export {};\n',
        'a.json': '[1]\n',
        'a.yml': 'a: &x 1\nb: *x\n---\na: 2\n',
        'a.py': 'a = 1\n',
        'tsconfig.json': '// For the editor\n{ "include": ["*.ts"], }\n',
        '.vscode/settings.json': '/* Mine */ {}\n',
        'sw.js': 'let = ;\n',
      }),
    );
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^Every file can be read, and none is over a limit\.$/m);
  });

  /** A file that is wrong on purpose, and its problems. */
  const badSamples: Readonly<Record<string, readonly [name: string, text: string, problem: RegExp]>> = {
    'a script that declares a variable twice': [
      'a.js',
      'let a;\nlet a;\n',
      /^a\.js:2: not a valid script: SyntaxError: Identifier 'a' has already/,
    ],
    'a module that does not parse': [
      'ci/a.mjs',
      'export {};\n\nconst = 1;\n',
      /^ci\/a\.mjs:3: not a valid script: SyntaxError/,
    ],
    'a CommonJS script that does not parse': ['a.cjs', 'a(', /^a\.cjs:1: not a valid script: SyntaxError/],
    'JSON with a comment': ['a.json', '{\n  // a\n}\n', /^a\.json:2: not valid JSON: invalid comment token/],
    'JSON with undefined': ['.a.json', '{\n  "a": undefined\n}\n', /^\.a\.json:2: not valid JSON: /],
    'JSON with a mark at its begin': ['a.json', '\uFEFF{}\n', /^a\.json:1: not valid JSON: /],
    'YAML with a key twice': [
      '.gitea/workflows/a.yml',
      'on: push\njobs: {}\non: push\n',
      /^\.gitea\/workflows\/a\.yml:3: not valid YAML: Map keys must be unique$/m,
    ],
    'YAML with an alias of nothing': [
      'a.yaml',
      'a: 1\nb: *x\n',
      /^a\.yaml:2: not valid YAML: no anchor &x$/m,
    ],
    'YAML that does not parse': ['a.yml', 'a: [1\nb: 2\n', /^a\.yml:\d: not valid YAML: /],
  };

  for (const [what, [name, text, problem]] of Object.entries(badSamples))
    it(`fails for ${what}, with file and line`, (t) => {
      const { status, stderr } = validate(folderWith(t, { ...pages, [name]: text }));
      assert.equal(status, 1);
      assert.match(stderr, problem);
    });

  const bad = { 'docs/a.py': 'print(1)\nprint(2\n', 'b.py': 'a = 1\n' };

  it('fails for Python that does not compile, with file and line', { skip: noPython }, (t) => {
    const { status, stderr } = validate(folderWith(t, { ...pages, ...bad }));
    assert.equal(status, 1);
    assert.match(stderr, /^docs\/a\.py:2: not valid Python: .*\n$/);
  });

  it('names the Python files that it does not check on a machine without Python', (t) => {
    const folder = folderWith(t, { ...pages, ...bad });
    const { status, stdout } = validate(folder, { PATH: folder });
    assert.equal(status, 0);
    assert.match(stdout, /^Not checked, because this machine has no python3: b\.py, docs\/a\.py$/m);
  });

  it('fails with each problem of the pages, the sizes and the lengths, with file and line', (t) => {
    const { status, stderr } = validate(
      folderWith(t, {
        ...pages,
        'index.html': page('<p class="a" class="b">x</p>'),
        'b.cjs': ' '.repeat(512_001),
        'data/a.ts': '\n'.repeat(778),
      }),
    );
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^index\.html:6:\d+: does not parse: .*\nb\.cjs:1: .* bytes.*\ndata\/a\.ts:778: .* lines.*\n$/,
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
    // Besides the committed files, the folder needs the hook with its program, and the packages of this
    // checkout.
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
    // oxfmt takes FORCE_COLOR=0, which the tests set, for a wish for colours.
    assert.match(stripVTControlCharacters(bad.stderr), /a\.json:3:1[^]+\nNothing is committed\. /);

    // oxfmt reads it without a problem.
    writeFileSync(join(folder, 'a.json'), '{ "a": undefined }\n');
    git(folder, 'add', 'a.json');
    assert.match(commit().stderr, /^a\.json:1: not valid JSON: .*\nNothing is committed\. /m);

    writeFileSync(join(folder, 'a.json'), '[\n  { "a": 1 },\n  { "b": 2 }\n]\n');
    git(folder, 'add', 'a.json');
    const long = commit({ MAX_NET_LINES: '1' });
    assert.match(long.stderr, /^The change adds 3 net lines, the limit is 1\.\n/);
    assert.equal(git(folder, 'rev-list', '--count', 'HEAD'), '1\n');
  });
});
