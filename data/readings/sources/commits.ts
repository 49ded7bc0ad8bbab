import { LATEST_COMMITS } from '../activity.ts';
import type { Commit } from '../records.ts';
import { wireCommits } from '../schemas/code-host.ts';
import { authorName, firstLine, readable, repositoryUrl, staleIn } from './code-host.ts';
import { type Outcome, type Source, jsonSource } from './source.ts';

/** The three switches spare the server several git processes a commit. */
const QUERY = `commits?limit=${LATEST_COMMITS}&stat=false&verification=false&files=false`;

const WHAT = 'a list of commits';

const outcomeOf = (commits: readonly Commit[], headers?: Headers): Outcome<readonly Commit[]> =>
  commits.length > 0
    ? {
        kind: 'value',
        value: commits,
        ...(headers && { knownSince: knownSinceOf(headers), stale: staleIn(headers) }),
      }
    : { kind: 'empty', cause: 'no commits' };

/** An empty repository answers 409 with these words: that is no failure (specification 7). */
const isEmptyRepository = (status: number, text: string): boolean => status === 409 && /is empty/i.test(text);

/** Where the list begins. Only the home's own gateway says it. */
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
    convert: (list, headers) =>
      outcomeOf(
        readable(list, WHAT)
          .map(({ sha, commit: { author, message } }) => ({
            sha,
            author: authorName(author.name),
            authoredAt: Date.parse(author.date),
            title: firstLine(message),
          }))
          // Without a readable date the commit has no place in time: leave it out.
          .filter(({ authoredAt }) => Number.isFinite(authoredAt)),
        headers,
      ),
  });

/** The latest commits: the gateway sorts them by the time that is shown, any other code host in its own order. */
export const commits = commitsSource('', '');
