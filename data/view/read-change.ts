import * as v from 'valibot';
import type { ConfigState } from '../config/config-state.ts';
import { type ChangedFile, changedFiles } from '../core/changed-files.ts';
import { RequestError, getText } from '../core/http.ts';
import type { PageState } from '../core/page-state.ts';
import { type Checks, checks } from '../readings/schemas/open-work.ts';
import { DIFF_CUT_HEADER, repositoryUrl } from '../readings/sources/code-host.ts';

const TIMEOUT_MS = 20_000;

/** What a commit or a pull request changed. */
export interface Change {
  readonly files: readonly ChangedFile[];
  /** Whether the diff is only the beginning of a longer one. */
  readonly isCut: boolean;
}

/** Controls of the writing direction could show code in another order than the one that runs. */
const visibleControls = (text: string): string =>
  text.replace(
    /[\u202a-\u202e\u2066-\u2069]/g,
    (control) => `⟦U+${control.charCodeAt(0).toString(16).toUpperCase()}⟧`,
  );

/**
 * Reads a change from the home or the code host. Resolves with undefined if `signal` has ended the request.
 *
 * @param path The address of the diff, below that of the repository.
 * @throws A `RequestError` with the cause.
 */
export async function readChange(
  { base, config }: Pick<PageState, 'base'> & ConfigState,
  path: string,
  signal: AbortSignal,
  fetch = globalThis.fetch,
): Promise<Change | undefined> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await getText(
      { fetch: (input, init) => fetch(input, init), base },
      {
        url: repositoryUrl(config.get(), base, path),
        signal: AbortSignal.any([signal, limit]),
        parse: (text, headers) => ({
          files: changedFiles(visibleControls(text)),
          isCut: headers.has(DIFF_CUT_HEADER),
        }),
      },
    );
  } catch (error) {
    if (signal.aborted) return undefined;
    throw limit.aborted ? new RequestError('there was no answer in time') : error;
  }
}

/**
 * Reads the checks of a change from the home; undefined if it has none to show. A page that reads the code host
 * itself shows none.
 *
 * @param path The address of the diff, below that of the repository.
 */
export async function readChecks(
  { base, config }: Pick<PageState, 'base'> & ConfigState,
  path: string,
  signal: AbortSignal,
  fetch = globalThis.fetch,
): Promise<Checks | undefined> {
  const given = config.get();
  if (given.codeHost.url !== '' || given.recorded) return undefined;
  try {
    const answer = await getText(
      { fetch: (input, init) => fetch(input, init), base },
      {
        url: repositoryUrl(given, base, path.replace('.diff', '/checks')),
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        parse: (text) => v.parse(v.nullable(checks), JSON.parse(text)),
      },
    );
    return answer ?? undefined;
  } catch {
    return undefined;
  }
}
