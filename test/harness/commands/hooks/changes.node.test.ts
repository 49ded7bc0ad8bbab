import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type ChangedFile, changedFiles } from '../../../../data/core/changed-files.ts';
import type { SentDiff } from '../../../../data/changes/changes.ts';
import { changesIn, changesLimits } from '../../../../harness/commands/hooks/changes.ts';
import { temporaryFolder } from '../../helpers.ts';

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let work: string;
beforeEach(async () => {
  place = await temporaryFolder();
  work = repository('shop');
});
afterEach(() => place.dispose());

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@example', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'], HOME: place.path },
  });
function repository(name: string): string {
  const folder = join(place.path, name);
  execFileSync('git', ['init', '-q', '-b', 'main', folder]);
  return folder;
}
const write = (path: string, text: string | Buffer, folder = work): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};
function commit(folder = work): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'A commit', '--allow-empty');
}
async function sent(folder = work): Promise<SentDiff> {
  const changes = await changesIn(folder, { home: place.path });
  assert.ok('diff' in changes, JSON.stringify(changes));
  return changes;
}
const files = async (folder = work): Promise<ChangedFile[]> => changedFiles((await sent(folder)).diff);
const linesOf = ({ kind, path, from, added, removed, isBinary }: ChangedFile): string =>
  `${kind} ${from === undefined ? '' : `${from} → `}${path} +${added} −${removed}${isBinary ? ' binary' : ''}`;

describe('what a session has changed', () => {
  it('is compared with the last commit, staged or not, with the files that git does not know', async () => {
    write('a.ts', 'one\ntwo\nthree\n');
    write('b.ts', 'b\n');
    write('old.ts', 'a long line that stays\n'.repeat(20));
    write('.gitignore', 'secret/\n*.log\n');
    commit();
    write('a.ts', 'one\n2\nthree\n');
    git(work, 'add', '-A');
    write('a.ts', 'one\n2\n3\n');
    renameSync(join(work, 'old.ts'), join(work, 'new.ts'));
    git(work, 'add', '-A');
    rmSync(join(work, 'b.ts'));
    write('fresh/new file.txt', 'new\nwithout an end');
    write('empty', '');
    write('secret/key.txt', 'SECRET');
    write('x.log', 'SECRET');
    // Only the time of this file changes, not its content.
    write('.gitignore', 'secret/\n*.log\n');
    utimesSync(join(work, '.gitignore'), 1, 1);
    const { diff, notShown, more, isCut } = await sent();
    assert.deepEqual(changedFiles(diff).map(linesOf), [
      'changed a.ts +2 −2',
      'removed b.ts +0 −1',
      'renamed old.ts → new.ts +0 −0',
      'added empty +0 −0',
      'added fresh/new file.txt +2 −0',
    ]);
    assert.match(diff, /\\ No newline at end of file\n$/);
    assert.doesNotMatch(diff, /SECRET/);
    assert.deepEqual([notShown, more, isCut], [[], 0, false]);
    // A session in a folder below sends the same diff.
    assert.equal((await sent(join(work, 'fresh'))).diff, diff);
  });

  it('is all of a repository without a commit, and nothing after one', async () => {
    write('a.ts', 'one\n');
    git(work, 'add', 'a.ts');
    write('b.ts', 'two\n');
    assert.deepEqual((await files()).map(linesOf), ['added a.ts +1 −0', 'added b.ts +1 −0']);
    commit();
    assert.equal((await sent()).diff, '');
  });

  it('keeps names and lines as they are: other scripts, HTML, bidi controls, line ends, lines like headers', async () => {
    const names = ['<b>a</b>.ts', 'größe 1.ts', 'a"b\\c.ts', 'new\nline.ts', 'gpj.\u202eexe', '-rf', ' x '];
    for (const name of names) write(name, `+++ ${name.length}\n`);
    write('crlf.ts', 'one\r\ntwo\r\n');
    const spoof = 'x\rdiff --git a/fake b/fake\r@@ -1 +1 @@\u2028diff --git a/fake2 b/fake2';
    write('spoof.ts', `${spoof}\n--- a/x\ndiff --git a/y b/y\n`);
    write('tracked <i>.ts', '1\n');
    git(work, 'add', 'tracked <i>.ts');
    const found = await files();
    assert.deepEqual(
      new Set(found.map(({ path }) => path)),
      new Set([...names, 'crlf.ts', 'spoof.ts', 'tracked <i>.ts']),
    );
    assert.equal(found.find(({ path }) => path === 'crlf.ts')?.hunks, '@@ -0,0 +1,2 @@\n+one\r\n+two\r\n');
    const fake = found.find(({ path }) => path === 'spoof.ts');
    assert.equal(fake?.added, 3);
    assert.ok(fake.hunks.includes(`+${spoof}\n+--- a/x\n+diff --git a/y b/y\n`));
  });

  it('names binary files, changed submodules, and repositories in the repository, without their content', async () => {
    const inner = repository('inner');
    write('i.ts', 'inner\n', inner);
    commit(inner);
    git(work, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, 'module');
    write('logo.png', Buffer.from([137, 80, 0, 1, 2]));
    commit();
    write('logo.png', Buffer.from([137, 80, 0, 9, 9]));
    write('new.bin', Buffer.from([0, 1]));
    write('module/i.ts', 'changed in the submodule\n');
    commit(join(work, 'module'));
    execFileSync('git', ['init', '-q', join(work, 'nested')]);
    write('nested/n.ts', 'NESTED\n');
    const { diff, notShown } = await sent();
    assert.deepEqual(changedFiles(diff).map(linesOf), [
      'changed logo.png +0 −0 binary',
      'changed module +1 −1',
      'added new.bin +0 −0 binary',
    ]);
    assert.match(diff, /^\+Subproject commit/m);
    assert.doesNotMatch(diff, /NESTED|changed in the submodule/);
    assert.deepEqual(notShown, [{ path: 'nested/', why: 'a repository of its own' }]);
  });

  it('follows no link, and waits for no pipe', async () => {
    writeFileSync(join(place.path, 'outside.txt'), 'OUTSIDE\n');
    write('was-a-file.ts', 'one\n');
    commit();
    rmSync(join(work, 'was-a-file.ts'));
    symlinkSync(join(place.path, 'outside.txt'), join(work, 'was-a-file.ts'));
    symlinkSync('../outside.txt', join(work, 'link'));
    mkdirSync(join(place.path, 'folder'));
    writeFileSync(join(place.path, 'folder/f.txt'), 'OUTSIDE\n');
    symlinkSync('../folder', join(work, 'linked'));
    execFileSync('mkfifo', [join(work, 'pipe')]);
    const { diff, notShown } = await sent();
    assert.doesNotMatch(diff, /OUTSIDE/);
    assert.match(
      diff,
      /new file mode 120000\n--- \/dev\/null\n\+\+\+ b\/link\n@@ -0,0 \+1,1 @@\n\+\.\.\/outside\.txt\n/,
    );
    // Git names no pipes.
    assert.deepEqual(notShown, []);
  });

  it('shows the beginning of a long file, and names what has no room', async () => {
    const line = 'x'.repeat(49);
    write('long.txt', 'old\n');
    commit();
    write('long.txt', `${line}\n`.repeat(50_000));
    write('huge.bin', Buffer.alloc(20_000_000, 'a'));
    for (let index = 0; index < 6; index++) write(`n${index}.txt`, `${line}\n`.repeat(1_500));
    for (let index = 0; index < 300; index++) write(`z${index}.txt`, `${line}\n`);
    const { diff, notShown, more } = await sent();
    assert.ok(diff.length <= changesLimits.all + 100, String(diff.length));
    const [long] = changedFiles(diff);
    assert.match(long?.hunks ?? '', /\n⟦\d+ characters are left out here⟧\n$/);
    assert.ok(long!.hunks.length <= changesLimits.file + 100);
    assert.deepEqual(
      notShown.filter(({ path }) => /^(?:long|huge)/.test(path)).map(({ why }) => why.replace(/\d+/, 'N')),
      ['N characters of it', 'N bytes are too many'],
    );
    assert.equal(notShown.length, changesLimits.named);
    assert.equal(new Set([...changedFiles(diff), ...notShown].map(({ path }) => path)).size + more, 308);
  });

  it('runs nothing that the repository names: no diff program, filter, hook or watcher', async () => {
    const trap = join(place.path, 'trap.sh');
    const sprung = join(place.path, 'sprung');
    writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> ${sprung}\ncat\n`);
    chmodSync(trap, 0o755);
    write('a.ts', 'one\n');
    write('module.ts', 'one\n');
    write('.gitattributes', '*.ts diff=evil filter=evil\n*.md diff=ev=il filter=ev=il\n');
    write('b.md', 'one\n');
    commit();
    const settings = {
      'core.fsmonitor': trap,
      'diff.external': trap,
      'diff.evil.command': trap,
      'diff.evil.textconv': trap,
      'filter.evil.clean': trap,
      'filter.evil.smudge': trap,
      'filter.evil.process': trap,
      'filter.evil.required': 'true',
      'core.pager': trap,
      'pager.diff-index': trap,
      'core.hooksPath': place.path,
      'core.worktree': place.path,
      'core.sshCommand': trap,
      'diff.noprefix': 'true',
      'diff.orderFile': '/nowhere',
      'color.ui': 'always',
      'diff.suppressBlankEmpty': 'true',
    };
    for (const [name, value] of Object.entries(settings)) git(work, 'config', name, value);
    writeFileSync(
      join(work, '.git/config'),
      `${readFileSync(join(work, '.git/config'), 'utf8')}[filter "ev=il"]\n\tclean = ${trap}\n[diff "ev=il"]\n\ttextconv = ${trap}\n`,
    );
    for (const hook of ['post-index-change', 'fsmonitor-watchman']) {
      writeFileSync(join(place.path, hook), readFileSync(trap));
      chmodSync(join(place.path, hook), 0o755);
    }
    write('a.ts', 'two\n\n');
    write('b.md', 'two\n');
    write('c.ts', 'new\n');
    const before = readFileSync(join(work, '.git/index'));
    const found = await files();
    assert.deepEqual(found.map(linesOf), ['changed a.ts +2 −1', 'changed b.md +1 −1', 'added c.ts +1 −0']);
    assert.equal(existsSync(sprung), false, existsSync(sprung) ? readFileSync(sprung, 'utf8') : '');
    assert.deepEqual(readFileSync(join(work, '.git/index')), before);
    assert.equal(existsSync(join(work, '.git/index.lock')), false);
  });

  it('takes no program from the project, and no repository from the environment', async () => {
    const other = repository('other');
    write('o.ts', 'OTHER\n', other);
    write('a.ts', 'one\n');
    write('bin/git', `#!/bin/sh\necho > ${place.path}/sprung\n`);
    chmodSync(join(work, 'bin/git'), 0o755);
    const { PATH, GIT_DIR } = process.env;
    process.env['PATH'] = `${join(work, 'bin')}:${PATH}`;
    process.env['GIT_DIR'] = join(other, '.git');
    try {
      assert.deepEqual(
        (await files()).map(({ path }) => path),
        ['a.ts', 'bin/git'],
      );
    } finally {
      process.env['PATH'] = PATH;
      if (GIT_DIR === undefined) delete process.env['GIT_DIR'];
    }
    assert.equal(existsSync(join(place.path, 'sprung')), false);
  });

  it('says why there is nothing to send', async () => {
    const problem = async (folder: string, milliseconds?: number): Promise<string> => {
      const changes = await changesIn(folder, { home: place.path, ...(milliseconds && { milliseconds }) });
      return 'problem' in changes ? changes.problem : JSON.stringify(changes);
    };
    const plain = join(place.path, 'plain');
    mkdirSync(plain);
    // The repository of a home folder is not that of a folder in it.
    execFileSync('git', ['init', '-q', place.path]);
    writeFileSync(join(place.path, 'private.txt'), 'PRIVATE');
    assert.match(await problem(plain), /^Git says: fatal: not a git repository/);
    assert.match(await problem(place.path), /home folder/);
    assert.match(await problem('relative'), /home folder/);
    writeFileSync(join(work, '.git/HEAD'), 'broken');
    assert.match(await problem(work), /^Git says: /);
    assert.match(await problem(repository('slow'), 1), /^Git took longer/);
  });
});
