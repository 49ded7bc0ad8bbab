/**
 * The auto-merge step (specification 4.B, 5 and 7): merges the pull request whose checks have passed. It
 * uses nothing that npm installs.
 *
 *   node ci/pipeline/merge.ts    reads MERGE_TOKEN, CODE_HOST_URL, REPOSITORY, PULL_REQUEST, DRAFT
 */
import { fetchFailure } from '../../harness/core/fetch-failure.ts';
import { terminalText } from '../../harness/core/terminal-text.ts';
import { UserError } from '../../harness/core/user-error.ts';
import { runStep, setting } from './step.ts';

interface MergeRequest {
  readonly url: URL;
  readonly token: string;
}

const TIMEOUT_MS = 30_000;
/** Enough for any message of the code host, and no flood of the log. */
const MAX_LOGGED_CHARACTERS = 2000;

const wrong = (name: string, expected: string): UserError =>
  new UserError(
    `${name} is not ${expected}.`,
    'The workflow sets it from the event; see docs/pipeline.md.',
    2,
  );

/** The call, or the reason why there is none to make. */
export function mergeRequest(env: NodeJS.ProcessEnv): MergeRequest | string {
  const token = setting(env, 'MERGE_TOKEN');
  if (token === undefined) return 'There is no secret MERGE_TOKEN for this run, so nothing is merged.';
  if (setting(env, 'DRAFT') === 'true') return 'The pull request is a draft, so it is not merged.';
  const host = setting(env, 'CODE_HOST_URL') ?? '';
  if (!URL.canParse(host) || !/^https?:$/.test(new URL(host).protocol))
    throw wrong('CODE_HOST_URL', 'an http or https address');
  if (new URL(host).hostname === 'github.com')
    return 'GitHub has no such call: switch on auto-merge in its settings instead.';
  const repository = setting(env, 'REPOSITORY') ?? '';
  if (!/^(?!\.+\/)[\w.-]+\/(?!\.+$)[\w.-]+$/.test(repository)) throw wrong('REPOSITORY', 'owner/name');
  const number = setting(env, 'PULL_REQUEST') ?? '';
  if (!/^[1-9]\d{0,9}$/.test(number)) throw wrong('PULL_REQUEST', 'the number of a pull request');
  const path = `api/v1/repos/${repository}/pulls/${number}/merge`;
  return { url: new URL(path, host.endsWith('/') ? host : `${host}/`), token };
}

/** The body without the token, in case that the code host repeats it. */
const logged = (body: string, token: string): string =>
  terminalText(body.replaceAll(token, '…')).trim().slice(0, MAX_LOGGED_CHARACTERS) || '(no body)';

/** Merges, and returns the line for the log. No answer of the code host fails the job. */
export async function merge({ url, token }: MergeRequest): Promise<string> {
  let response: Response;
  let body: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { Authorization: `token ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ Do: 'squash', delete_branch_after_merge: true }),
      // The token goes to no other host.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    body = logged(await response.text(), token);
  } catch (error) {
    return `The code host did not answer (${logged(fetchFailure(error), token)}). The pull request stays open.`;
  }
  if (response.status === 200) return 'Merged.';
  // Gitea also answers so when it refuses, for a conflict for example: its message says it.
  if (response.status === 405)
    return `Counts as merged or already merged: the code host answered 405 ${body}`;
  return `Not merged, the pull request stays open: the code host answered ${response.status} ${body}`;
}

async function mergeStep(): Promise<void> {
  const request = mergeRequest(process.env);
  console.log(typeof request === 'string' ? request : await merge(request));
}

if (import.meta.main) await runStep(mergeStep);
