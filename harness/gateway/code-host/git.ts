import { execFile } from 'node:child_process';
import { errorMessage } from '../../../data/core/text.ts';
import { codeOf } from '../../user-error.ts';

/** Bytes of one answer of git: 2,000 long messages fit, an endless one does not. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

export type GitResult =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      /** For the owner: git's own words may name folders. */
      readonly cause: string;
      /** For everybody. */
      readonly publicCause: string;
    };

const failed = (cause: string, publicCause = cause): GitResult => ({ ok: false, cause, publicCause });

/** A hook or a parent process may have set GIT_DIR and the like: only the folder we name counts. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  // Of a partial clone only what is here is read: a visitor's question starts no download.
  GIT_NO_LAZY_FETCH: '1',
});

/**
 * Runs one git command in a folder: no shell, no pager, no prompt, bounded time and output.
 * `trusted` is for a folder the owner named: git then reads it even if it belongs to somebody else,
 * as in a container.
 */
export function git(folder: string, trusted: boolean, args: readonly string[]): Promise<GitResult> {
  const settings = [
    '--no-pager',
    ...(trusted ? ['-c', 'safe.directory=*'] : []),
    '-c',
    'core.fsmonitor=false',
    '-c',
    'log.showSignature=false',
    '-c',
    'i18n.logOutputEncoding=UTF-8',
  ];
  return new Promise<GitResult>((resolve) => {
    // Some causes are thrown at once (ENOTDIR: the folder is a file), the others come to the
    // callback.
    execFile(
      'git',
      [...settings, ...args],
      { cwd: folder, env: environment(), maxBuffer: MAX_OUTPUT_BYTES, timeout: TIMEOUT_MS },
      (error, stdout, stderr) => {
        if (!error) resolve({ ok: true, text: stdout });
        else if (codeOf(error) === 'ENOENT')
          resolve(failed('the command git was not found, or the folder is gone'));
        else if (codeOf(error) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
          resolve(failed(`it holds more than ${MAX_OUTPUT_BYTES / 1024 / 1024} MB of messages`));
        else if (stderr.trim() === '') resolve(failed('git did not answer in time'));
        else resolve(failed(stderr.trim().split('\n')[0] ?? '', 'git refused to read it'));
      },
    );
  }).catch((error: unknown) =>
    codeOf(error) === 'ENOTDIR'
      ? failed('it is not a folder')
      : failed(errorMessage(error), 'git did not start'),
  );
}
