/**
 * The rule of specification 8 on the net lines of a pull request: additions minus deletions. It is
 * off unless the environment variable `MAX_NET_LINES` holds a number.
 */
import { spawnSync } from 'node:child_process';
import { UserError } from '../../harness/core/user-error.ts';

/** The limit, or `undefined` while the rule is off. */
export function netLinesLimit(env: NodeJS.ProcessEnv): number | undefined {
  const given = env['MAX_NET_LINES']?.trim() ?? '';
  if (given === '') return undefined;
  if (/^\d{1,6}$/.test(given)) return Number(given);
  throw new UserError(
    'MAX_NET_LINES is not a number of lines.',
    'Write a whole number such as 10, or leave the variable empty to switch the rule off.',
    2,
  );
}

/** Additions minus deletions in the output of `git diff --numstat`, where binary files have `-`. */
export const netLinesOf = (numstat: string): number =>
  [...numstat.matchAll(/^(\d+)\t(\d+)\t/gm)].reduce(
    (sum, [, added, deleted]) => sum + Number(added) - Number(deleted),
    0,
  );

/**
 * What a change adds. `range` says which: `--cached` for the next commit, `<base>...HEAD` for a pull
 * request.
 */
export function netLinesProblems(root: string, range: string, limit: number): string[] {
  const { status, stdout, stderr } = spawnSync('git', ['diff', '--numstat', range, '--'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0)
    throw new UserError(
      `git cannot compare ${range}: ${stderr.trim()}`,
      'The checkout needs the whole history (fetch-depth: 0).',
    );
  const net = netLinesOf(stdout);
  if (net <= limit) return [];
  return [`${largestIn(stdout)}:1: the change adds ${net} net lines, the limit is ${limit}`];
}

/** The file that grows most, where shortening helps most. */
function largestIn(numstat: string): string {
  let [largest, most] = ['', -Infinity];
  for (const line of numstat.split('\n')) {
    const path = line.split('\t')[2];
    if (path === undefined || netLinesOf(line) <= most) continue;
    [largest, most] = [path, netLinesOf(line)];
  }
  return largest;
}
