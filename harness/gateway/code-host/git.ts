import { execFile } from 'node:child_process';
import { errorMessage } from '../../../data/core/text.ts';
import { codeOf } from '../../core/user-error.ts';

/** The most that one git command may print: 2,000 long messages fit. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
/** A fetch may have to wait for the network. */
const FETCH_TIMEOUT_MS = 60_000;

export type GitResult =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      /** For the owner: git's own words may name folders. */
      readonly cause: string;
      /** For visitors. */
      readonly publicCause: string;
    };

const failed = (cause: string, publicCause = cause): GitResult => ({ ok: false, cause, publicCause });

/** Errors may repeat the address of a remote, and some owners write a password into it. */
const withoutPasswords = (text: string): string => text.replace(/\/\/[^/\s@]*@/g, '//');

/**
 * The environment without `GIT_DIR` and similar variables, which a hook or a parent process may have set:
 * only the folder determines the repository.
 */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  // A partial clone is read as it is: a visitor's request starts no download.
  GIT_NO_LAZY_FETCH: '1',
});

interface GitOptions {
  readonly timeoutMs?: number;
  /** More variables of the environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** Ends the command. */
  readonly signal?: AbortSignal;
}

/**
 * Runs one git command in a folder: no shell, no pager, no prompt, limited time and output.
 * @param trusted Whether the owner named the folder: then git reads it even if it belongs to
 * another user, as in a container.
 */
export function git(
  folder: string,
  trusted: boolean,
  args: readonly string[],
  { timeoutMs = TIMEOUT_MS, env, signal }: GitOptions = {},
): Promise<GitResult> {
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
    // `execFile` throws some errors at once (ENOTDIR: the folder is a file), and passes others to the
    // callback.
    execFile(
      'git',
      [...settings, ...args],
      {
        cwd: folder,
        env: { ...environment(), ...env },
        maxBuffer: MAX_OUTPUT_BYTES,
        timeout: timeoutMs,
        signal,
      },
      (error, stdout, stderr) => {
        if (!error) resolve({ ok: true, text: stdout });
        else if (codeOf(error) === 'ENOENT')
          resolve(failed('the command git was not found, or the folder no longer exists'));
        else if (codeOf(error) === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
          resolve(failed(`it holds more than ${MAX_OUTPUT_BYTES / 1024 / 1024} MB of messages`));
        else if (stderr.trim() === '') resolve(failed('git did not answer in time'));
        else resolve(failed(withoutPasswords(stderr.trim().split('\n')[0] ?? ''), 'git refused to read it'));
      },
    );
  }).catch((error: unknown) =>
    codeOf(error) === 'ENOTDIR'
      ? failed('it is not a folder')
      : failed(errorMessage(error), 'git did not start'),
  );
}

/**
 * Fetches the remote of the current branch, without a question: not for a password, and not for the key of an
 * unknown host.
 */
export async function gitFetch(folder: string, trusted: boolean, signal?: AbortSignal): Promise<GitResult> {
  const ssh = await git(folder, trusted, ['config', '--get', 'core.sshCommand']);
  return git(
    folder,
    trusted,
    ['-c', 'credential.interactive=false', 'fetch', '--quiet', '--no-tags', '--no-recurse-submodules'],
    {
      timeoutMs: FETCH_TIMEOUT_MS,
      env: {
        // These two programs would ask in a window.
        GIT_ASKPASS: 'true',
        SSH_ASKPASS: 'true',
        // The owner's own command stays as it is.
        ...(!ssh.ok && { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' }),
      },
      ...(signal && { signal }),
    },
  );
}
