/**
 * The quick checks of the validation, on the files as they will be committed: what is changed but
 * not staged does not count. `ci/hooks/pre-commit` runs it.
 *
 *   node ci/pipeline/pre-commit.ts    MAX_NET_LINES switches the net-lines rule on
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../harness/core/user-error.ts';
import { netLinesLimit, netLinesProblems } from './net-lines.ts';
import { runStep } from './step.ts';
import { fileProblems, report } from './validate.ts';

/** Writes the files of the index into a folder. git names the index of this commit in GIT_INDEX_FILE. */
function checkOutIndex(root: string, folder: string): void {
  const { status, stderr } = spawnSync('git', ['checkout-index', '--all', `--prefix=${folder}/`], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new UserError(
      `git cannot write the staged files: ${stderr.trim()}`,
      'Make room in the folder for temporary files, then commit again.',
    );
}

async function checkCommit(): Promise<void> {
  const root = process.cwd();
  const limit = netLinesLimit(process.env);
  const folder = await mkdtemp(join(tmpdir(), 'home-world-commit-'));
  try {
    checkOutIndex(root, folder);
    const lines = limit === undefined ? [] : netLinesProblems(root, '--cached', limit);
    report([...(await fileProblems(folder)), ...lines]);
    if (process.exitCode === 1)
      console.error('Nothing is committed. Correct the lines above, or commit with --no-verify.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await runStep(checkCommit);
