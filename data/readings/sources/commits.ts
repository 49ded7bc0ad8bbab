import { LATEST_COMMITS } from '../activity.ts';
import type { Commit } from '../records.ts';
import { wireCommits } from '../schemas/code-host.ts';
import { inRepository } from '../format.ts';
import { authorName, firstLine, readable, repositoryUrl, troubleIn } from './code-host.ts';
import { type Outcome, type Source, jsonSource } from './source.ts';

/** The last three parameters save the server several git processes per commit. */
const QUERY = `commits?limit=${LATEST_COMMITS}&stat=false&verification=false&files=false`;

const WHAT = 'a list of commits';

const outcomeOf = (commits: readonly Commit[], headers?: Headers): Outcome<readonly Commit[]> =>
  commits.length > 0
    ? {
        kind: 'value',
        value: commits,
        ...(headers && { knownSince: knownSinceOf(headers), ...troubleIn(headers) }),
      }
    : { kind: 'empty', cause: 'no commits' };

/** For an empty repository the answer is 409 with this text: that is not a failure (specification 7). */
const isEmptyRepository = (status: number, text: string): boolean => status === 409 && /is empty/i.test(text);

/** Since when the list is complete. Only the home's own gateway sends this. */
function knownSinceOf(headers: Headers): number | undefined {
  const at = Date.parse(headers.get('x-known-since') ?? '');
  return Number.isFinite(at) ? at : undefined;
}

/** `ownQuery` is for the home's own gateway, `otherQuery` for any other code host. */
export const commitsSource = (ownQuery: string, otherQuery: string): Source<'commits'> =>
  jsonSource({
    name: 'commits',
    url: (config, base) =>
      repositoryUrl(config, base, QUERY + (config.codeHost.url === '' ? ownQuery : otherQuery)),
    timeoutSeconds: 15,
    schema: wireCommits,
    what: WHAT,
    refused: (status, text) => (isEmptyRepository(status, text) ? outcomeOf([]) : undefined),
    convert: (list, headers) => ({
      ...outcomeOf(
        readable(list, WHAT)
          .map(({ commit: { author, message }, ...named }) => ({
            ...named,
            author: authorName(author.name),
            authoredAt: Date.parse(author.date),
            title: inRepository(firstLine(message), named.repo),
          }))
          // A commit without a valid date is left out.
          .filter(({ authoredAt }) => Number.isFinite(authoredAt)),
        headers,
      ),
      sent: list.length,
    }),
  });

/**
 * The latest commits. The gateway sorts them by the date that is shown; another code host has its own order.
 */
export const commits = commitsSource('', '');
