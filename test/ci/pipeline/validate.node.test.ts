import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { netLinesLimit, netLinesOf, netLinesProblems } from '../../../ci/pipeline/net-lines.ts';
import { fileChecks, fileProblems } from '../../../ci/pipeline/validate.ts';
import { folderWith } from '../folder.ts';
import { git, gitEnv } from './server-with-home.ts';

const root = resolve(import.meta.dirname, '../../..');
const hasPython = spawnSync('python3', ['--version']).status === 0;

const page = (body: string): string =>
  `<!doctype html>\n<html lang="en">\n<head><title>Home</title></head>\n<body>${body}</body>\n</html>\n`;
const pages = { 'index.html': page(''), 'heartbeat.html': page(''), 'widgets.html': page('') };
const neighbour = `../${'shared'}/notes.md`;

/** For each check: files that it rejects, and the problems it names. */
const badSamples: Record<string, { files: Record<string, string>; problems: readonly RegExp[] }> = {
  pages: {
    files: { 'index.html': page('<p class="a" class="b">x</p>') },
    problems: [
      /^heartbeat\.html:1: missing/,
      /^index\.html:4:\d+: does not parse: duplicate-attribute$/,
      /^widgets\.html:1: missing/,
    ],
  },
  scripts: {
    files: {
      'a.js': 'const a = 1;\nconst = 2;\n',
      'world/b.ts': 'export {};\nlet c: = 3;\n',
      'sw.ts': 'let = ;',
    },
    problems: [/^a\.js:2: not a valid script: /, /^world\/b\.ts:2: not a valid script: /],
  },
  JSON: {
    files: {
      'public/a.json': '{\n  "a": 1,\n}\n',
      '.tool.json': '{\n\n',
      'b.webmanifest': '// a comment\n{}\n',
      'test/recorded/broken.json': '{',
    },
    problems: [
      /^\.tool\.json:3: not valid JSON: /,
      /^b\.webmanifest:1: /,
      /^public\/a\.json:3: not valid JSON: /,
    ],
  },
  YAML: {
    files: {
      'docker-compose.yml': 'services:\n  main:\n    ports: [80\n  staging: {}\n',
      '.gitea/workflows/a.yml': 'on: push\njobs: {}\non: pull_request\n',
    },
    problems: [
      /^\.gitea\/workflows\/a\.yml:3: not valid YAML: Map keys must be unique/,
      /^docker-compose\.yml:\d: not valid YAML: /,
    ],
  },
  Python: {
    files: { 'docs/a.py': 'print(1)\nprint(2\n', 'docs/good.py': 'print(1)\n' },
    problems: hasPython ? [/^docs\/a\.py:2: not valid Python: /] : [],
  },
  shell: {
    files: { 'a.sh': '#!/bin/bash\nif true; then\n  echo 1\n', 'ci/hooks/pre-commit': 'echo (\n' },
    problems: [/^a\.sh:\d: not valid shell: /, /^ci\/hooks\/pre-commit:1: not valid shell: /],
  },
  'size of scripts': {
    files: { 'dist/a.js': `\n\n${' '.repeat(512_000)}`, 'b.cjs': ' '.repeat(512_000) },
    problems: [/^dist\/a\.js:3: 512,002 bytes, the limit is 512,000$/],
  },
  'length of sources': {
    files: { 'data/a.ts': '\n'.repeat(778), 'test/b.ts': '\n'.repeat(2000) },
    problems: [/^data\/a\.ts:778: 778 lines, the limit is 777$/],
  },
  references: {
    files: { 'README.md': `Home\n\nRead ${neighbour}.\n` },
    problems: [/^README\.md:3: leads out of the repository: /],
  },
};

describe('the validation of a pull request', () => {
  it('has a bad sample for each check', () => {
    assert.deepEqual(
      fileChecks.map(({ name }) => name),
      Object.keys(badSamples),
    );
  });

  for (const [name, sample] of Object.entries(badSamples))
    it(`rejects the bad sample of “${name}” with file and line`, async (t) => {
      const files = name === 'pages' ? sample.files : { ...pages, ...sample.files };
      const found = (await fileProblems(folderWith(t, files))).sort();
      assert.equal(found.length, sample.problems.length, found.join('\n'));
      sample.problems.forEach((expected, index) => assert.match(found[index] ?? '', expected));
    });

  it('accepts good files', async (t) => {
    const good = {
      ...pages,
      'a.js': 'export {};\n',
      'a.json': '[1]',
      'a.yml': 'a: 1\n',
      'a.py': 'a = 1\n',
      'a.sh': ':\n',
    };
    assert.deepEqual(await fileProblems(folderWith(t, good)), []);
  });
});

describe('the rule on net lines', () => {
  it('is off without a number, and refuses another value', () => {
    assert.equal(netLinesLimit({}), undefined);
    assert.equal(netLinesLimit({ MAX_NET_LINES: '' }), undefined);
    assert.equal(netLinesLimit({ MAX_NET_LINES: '10' }), 10);
    assert.throws(() => netLinesLimit({ MAX_NET_LINES: 'ten' }), /not a number of lines/);
  });

  it('counts additions minus deletions, and no binary file', () => {
    assert.equal(netLinesOf('12\t2\ta.ts\n0\t5\tb c.ts\n-\t-\ticon.png\n'), 5);
  });

  it('names the file that grows most in a change over the limit', (t) => {
    const folder = folderWith(t, { 'a.txt': '1\n', 'b.txt': '1\n' });
    git(folder, 'init', '--quiet', '--initial-branch', 'main');
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '--message', 'first');
    writeFileSync(join(folder, 'a.txt'), '1\n'.repeat(13));
    writeFileSync(join(folder, 'b.txt'), '');
    git(folder, 'checkout', '--quiet', '-b', 'change');
    git(folder, 'commit', '--quiet', '--all', '--message', 'second');
    assert.deepEqual(netLinesProblems(folder, 'main...HEAD', 11), []);
    assert.deepEqual(netLinesProblems(folder, 'main...HEAD', 10), [
      'a.txt:1: the change adds 11 net lines, the limit is 10',
    ]);
    assert.throws(() => netLinesProblems(folder, 'gone...HEAD', 10), /git cannot compare gone\.\.\.HEAD/);
  });
});

describe('the hook before a commit', () => {
  it('checks the staged files, not those of the working tree, and stops a bad commit', (t) => {
    const folder = folderWith(t, { ...pages, 'a.json': '{}\n' });
    // Beside what is committed: the hook and its program, with the packages of this checkout.
    for (const name of ['ci', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
    git(folder, 'init', '--quiet', '--initial-branch', 'main');
    git(folder, 'config', 'core.hooksPath', 'ci/hooks');
    const commit = (env: NodeJS.ProcessEnv = {}) =>
      spawnSync('git', ['commit', '--quiet', '--message', 'change'], {
        cwd: folder,
        env: { ...process.env, ...gitEnv, ...env },
        encoding: 'utf8',
      });
    git(folder, 'add', ...Object.keys(pages), 'a.json');
    writeFileSync(join(folder, 'a.json'), '{\n  "a"\n}\n');
    const good = commit();
    assert.equal(good.status, 0, good.stderr);

    git(folder, 'add', 'a.json');
    const bad = commit();
    assert.equal(bad.status, 1);
    assert.match(bad.stderr, /^a\.json:3: not valid JSON: .+\nNothing is committed\. /);

    writeFileSync(join(folder, 'a.json'), '{\n\n}\n');
    git(folder, 'add', 'a.json');
    const long = commit({ MAX_NET_LINES: '1' });
    assert.match(long.stderr, /^a\.json:1: the change adds 2 net lines, the limit is 1\n/);
    assert.equal(git(folder, 'rev-list', '--count', 'HEAD'), '1\n');
  });
});
