import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Runs git as one author at one time, independent of the machine's settings. */
export function gitIn(
  folder: string,
  args: readonly string[],
  author = 'Ada',
  date = '2026-01-01T10:00:00+02:00',
) {
  return execFileSync('git', ['-c', 'commit.gpgsign=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: author,
      GIT_AUTHOR_EMAIL: `${author}@private.example`,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: author,
      GIT_COMMITTER_EMAIL: `${author}@private.example`,
      GIT_COMMITTER_DATE: date,
    },
  });
}
/** Commits without files. */
export const commit = (folder: string, message: string, author?: string, date?: string) =>
  gitIn(folder, ['commit', '--allow-empty', '--allow-empty-message', '-q', '-m', message], author, date);

/** A repository without commits, on the branch main. */
export async function repository(parent: string, name: string): Promise<string> {
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true });
  gitIn(folder, ['init', '-q', '-b', 'main']);
  return folder;
}
