import { COMMITS_ASKED, COMMIT_DAYS } from '../activity.ts';
import type { Config } from '../../config/config.ts';
import type { Commit } from '../records.ts';
import { wireCommits } from '../schemas/code-host.ts';
import { sourceNames } from '../labels.ts';
import { authorName, firstLine, fitting, repositoryUrl } from './code-host.ts';
import { getJson } from './json.ts';
import { type Outcome, type Source } from './source.ts';

/** The three switches spare the server several git processes a commit. */
const QUERY = `commits?limit=${COMMITS_ASKED}&stat=false&verification=false&files=false`;

const WHAT = 'a list of commits';

const listed = (commits: readonly Commit[], knownSince?: number): Outcome<readonly Commit[]> =>
  commits.length > 0 ? { kind: 'value', value: commits, knownSince } : { kind: 'empty', cause: 'no commits' };

/** An empty repository answers 409 with these words: that is "no commits", not a failure (specification 7). */
const isEmptyRepository = (status: number, text: string): boolean => status === 409 && /is empty/i.test(text);

/** What the home's own gateway says about where its list begins; a code host asked directly says nothing. */
function knownSinceOf(headers: Headers): number | undefined {
  const at = Date.parse(headers.get('x-known-since') ?? '');
  return Number.isFinite(at) ? at : undefined;
}

function commitsSource(days: string): Source<readonly Commit[]> {
  // A foreign code host does not know our parameters.
  const url = (config: Config, base: string): string =>
    repositoryUrl(config, base, config.codeHost.url === '' ? `${QUERY}${days}` : QUERY);
  return {
    name: 'commits',
    intervalSeconds: 60,
    timeoutSeconds: 15,
    label: (config) => sourceNames(config).commits,
    url,
    read: (io, config, signal) =>
      getJson<typeof wireCommits, Outcome<readonly Commit[]>>(io, {
        url: url(config, io.base),
        signal,
        schema: wireCommits,
        what: WHAT,
        refused: (status, text) => (isEmptyRepository(status, text) ? listed([]) : undefined),
        convert: (list, headers) =>
          listed(
            fitting(list, WHAT)
              .map(({ sha, commit: { author, message } }) => ({
                sha,
                author: authorName(author.name),
                authoredAt: Date.parse(author.date),
                title: firstLine(message),
              }))
              // Without a readable date the commit has no place in time: leave it out.
              .filter(({ authoredAt }) => Number.isFinite(authoredAt)),
            knownSinceOf(headers),
          ),
      }),
    target: (state) => state.readings.commits,
    after: (state, { knownSince }) => state.commitsKnownSince.set(knownSince),
  };
}

/** The latest commits, in the code host's own order. */
export const commits = commitsSource('');

/** The same, and besides them all of the last days where the home's own gateway is asked. */
export const commitsOfDays = commitsSource(`&days=${COMMIT_DAYS}`);
