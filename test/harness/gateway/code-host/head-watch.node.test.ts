import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { git } from '../../../../harness/gateway/code-host/git.ts';
import { HeadWatch } from '../../../../harness/gateway/code-host/head-watch.ts';
import { LocalGit } from '../../../../harness/gateway/code-host/local-git.ts';
import { until } from '../../../helpers/waiting.ts';
import { Client, startHome, temporaryFolder } from '../../helpers.ts';
import { commit, gitIn, repository } from './git-repository.ts';

/** A started watch, and a function that runs an action and waits until HEAD has moved exactly once more. */
async function watching(folder: string) {
  let moves = 0;
  const watch = new HeadWatch(
    folder,
    (args) => git(folder, true, args),
    () => (moves += 1),
  );
  await watch.ready;
  const movesOnce = async (what: string, act: () => void): Promise<void> => {
    const before = moves;
    act();
    await until(`${what} is noticed`, () => moves > before);
    assert.equal(moves, before + 1, what);
  };
  return { movesOnce, [Symbol.dispose]: () => watch.close() };
}

describe('the watch of HEAD', () => {
  test('notices commits on any branch, amended ones, and other ways to move', async () => {
    await using place = await temporaryFolder();
    const folder = await repository(place.path, 'home');
    using watch = await watching(folder);
    await watch.movesOnce('the first commit', () => commit(folder, 'First'));
    await watch.movesOnce('a commit', () => commit(folder, 'Second'));
    await watch.movesOnce('an amended commit', () =>
      gitIn(folder, ['commit', '-q', '--amend', '--allow-empty', '-m', 'Second, again']),
    );
    await watch.movesOnce('a commit on a new branch in a folder', () => {
      gitIn(folder, ['checkout', '-q', '-b', 'work/deep/branch']);
      commit(folder, 'Third');
    });
    await watch.movesOnce('a checkout', () => gitIn(folder, ['checkout', '-q', 'main']));
    await watch.movesOnce('a merge', () => gitIn(folder, ['merge', '-q', 'work/deep/branch']));
    // These leave HEAD where it is.
    gitIn(folder, ['tag', 'v1']);
    gitIn(folder, ['branch', 'other']);
    gitIn(folder, ['pack-refs', '--all', '--prune']);
    await watch.movesOnce('a commit after all refs were packed', () => commit(folder, 'Fourth'));
    await watch.movesOnce('a commit without a branch', () => {
      gitIn(folder, ['checkout', '-q', '--detach']);
      commit(folder, 'Fifth');
    });
  });

  test('notices commits in a worktree, and pushes to a bare repository', async () => {
    await using place = await temporaryFolder();
    const folder = await repository(place.path, 'home');
    commit(folder, 'First');
    gitIn(folder, ['worktree', 'add', '-q', '-b', 'aside', '../aside']);
    const aside = join(place.path, 'aside');
    using inWorktree = await watching(aside);
    await inWorktree.movesOnce('a commit in the worktree', () => commit(aside, 'Beside it'));

    gitIn(place.path, ['clone', '-q', '--bare', folder, 'bare.git']);
    using inBare = await watching(join(place.path, 'bare.git'));
    commit(folder, 'Second');
    await inBare.movesOnce('a push', () => gitIn(folder, ['push', '-q', '../bare.git', 'main']));
    gitIn(join(place.path, 'bare.git'), ['pack-refs', '--all', '--prune']);
    commit(folder, 'Third');
    await inBare.movesOnce('a push after all refs were packed', () =>
      gitIn(folder, ['push', '-q', '../bare.git', 'main']),
    );
  });

  test('does nothing where there is nothing to watch', async () => {
    await using place = await temporaryFolder();
    const folder = await repository(place.path, 'gone');
    await rm(join(folder, '.git'), { recursive: true });
    using _watch = await watching(folder);
  });
});

test('a commit in the local repository is in open pages at once, past the cache', async () => {
  await using place = await temporaryFolder();
  const folder = await repository(place.path, 'home');
  commit(folder, 'First');
  const found = await LocalGit.open(folder, true);
  assert.ok(found.ok);
  await using home = await startHome({ codeHost: found.repository });
  const titles = async (): Promise<string[]> => {
    const answer = await fetch(`${home.url}/api/v1/repos/local/home/commits?limit=50`);
    return ((await answer.json()) as { commit: { message: string } }[]).map(
      ({ commit: { message } }) => message,
    );
  };
  const visitor = new Client(home.url);
  await visitor.hello();
  assert.deepEqual(await titles(), ['First']);
  // The home may not watch yet: then it misses the first of these.
  let next = 0;
  const commitAgain = (): void => {
    if (Date.now() < next) return;
    next = Date.now() + 2_000;
    commit(folder, 'Second', 'Ada', '2026-01-01T11:00:00+02:00');
  };
  const told = () => visitor.frames.find(({ type }) => type === 'status-update');
  await until('the page is told', () => (told() ? true : (commitAgain(), false)));
  assert.deepEqual((await visitor.frame('status-update')).detail['readings'], [
    'commits',
    'merged',
    'openWork',
  ]);
  assert.equal((await titles())[0], 'Second');
  await visitor.close();
});
