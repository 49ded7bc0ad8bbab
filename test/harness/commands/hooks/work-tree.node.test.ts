import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { repositoryOf, fileBelow, workTreeOf } from '../../../../harness/commands/hooks/work-tree.ts';
import { temporaryFolder } from '../../helpers.ts';

describe('the work tree of a session', () => {
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  let main: string;
  let linked: string;
  before(async () => {
    place = await temporaryFolder();
    main = join(place.path, 'harbour');
    linked = join(place.path, 'harbour-night');
    const env = { PATH: process.env['PATH'], HOME: place.path, GIT_CONFIG_NOSYSTEM: '1' };
    const git = (cwd: string, ...args: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=Keeper', '-c', 'user.email=k@example.org', ...args], {
        cwd,
        env,
      });
    git(place.path, 'init', '--quiet', '--initial-branch', 'quay/east', main);
    git(main, 'commit', '--quiet', '--allow-empty', '--message', 'The first stone');
    git(main, 'remote', 'add', 'upstream', 'https://example.org/other/other.git');
    git(main, 'remote', 'add', 'origin', 'https://keeper:hunter2@code.example.org/keepers/harbour.git');
    git(main, 'worktree', 'add', '--quiet', '-b', 'night', linked);
    mkdirSync(join(main, 'src/deep'), { recursive: true });
  });
  after(() => place.dispose());

  it('has its folder, its branch and its repository, from any folder in it', () => {
    const expected = { root: main, folder: 'harbour', branch: 'quay/east', repository: 'keepers/harbour' };
    assert.deepEqual(workTreeOf(main), expected);
    assert.deepEqual(workTreeOf(join(main, 'src/deep')), expected);
  });

  it('has the branch of its own where it is linked to another', () => {
    const expected = {
      root: linked,
      folder: 'harbour-night',
      branch: 'night',
      repository: 'keepers/harbour',
    };
    assert.deepEqual(workTreeOf(linked), expected);
  });

  it('has no branch without one, and is the folder itself without git', () => {
    const head = join(main, '.git/worktrees/harbour-night/HEAD');
    writeFileSync(head, `${'0'.repeat(40)}\n`);
    assert.equal(workTreeOf(linked)?.branch, null);
    const alone = join(place.path, 'alone');
    mkdirSync(alone);
    assert.deepEqual(workTreeOf(alone), { root: alone, folder: 'alone', branch: null, repository: null });
  });

  it('is none in the home folder and above it, whose names may be the user’s', () => {
    assert.equal(workTreeOf(place.path, place.path), undefined);
    assert.equal(workTreeOf(place.path, join(place.path, 'keeper')), undefined);
    assert.equal(workTreeOf('/'), undefined);
    assert.equal(workTreeOf('relative'), undefined);
    assert.equal(workTreeOf(main, place.path)?.folder, 'harbour');
  });

  it('does not open what is no file', { skip: process.platform === 'win32' }, () => {
    const trap = join(place.path, 'trap');
    mkdirSync(join(trap, '.git'), { recursive: true });
    execFileSync('mkfifo', [join(trap, '.git/HEAD')]);
    assert.equal(workTreeOf(trap)?.branch, null);
  });
});

describe('the name of a repository', () => {
  for (const [address, expected] of [
    ['https://code.example.org/keepers/harbour.git', 'keepers/harbour'],
    ['https://keeper:hunter2@code.example.org/keepers/harbour', 'keepers/harbour'],
    ['git@code.example.org:keepers/harbour.git', 'keepers/harbour'],
    ['ssh://git@code.example.org:2222/keepers/harbour.git', 'keepers/harbour'],
    ['https://code.example.org/group/keepers/harbour/', 'keepers/harbour'],
    ['host:keepers/harbour', 'keepers/harbour'],
    ['/home/keeper/harbour.git', null],
    ['file:///home/keeper/harbour.git', null],
    ['keeper@host:/home/keeper/harbour.git', null],
    ['keeper@host:~keeper/harbour.git', null],
    ['C:\\keeper\\harbour', null],
    ['../harbour', null],
    ['https://code.example.org/harbour', null],
  ] as const)
    it(`of ${address} is ${expected ?? 'not known'}`, () => assert.equal(repositoryOf(address), expected));
});

describe('a file', () => {
  it('is named below the work tree only', () => {
    assert.equal(fileBelow('/a/b', '/a/b/c', 'd.ts'), 'c/d.ts');
    assert.equal(fileBelow('/a/b', '/a/b', '/a/b/..d/e.ts'), '..d/e.ts');
    for (const other of ['/a/b', '/a/bc', '../e.ts', '/etc/passwd'])
      assert.equal(fileBelow('/a/b', '/a/b', other), undefined, other);
  });
});
