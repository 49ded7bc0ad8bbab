import { COMMITS_ASKED } from '../activity.ts';
import type { Config } from '../config.ts';
import type { Commit } from '../records.ts';
import { wireCommits } from '../schemas/code-host.ts';
import { sourceNames } from '../source-names.ts';
import { authorName, firstLine, repositoryUrl } from './code-host.ts';
import { getJson } from './json.ts';
import { type Outcome, type Source } from './source.ts';

/** The three switches spare the server several git processes a commit. */
const QUERY = `commits?limit=${COMMITS_ASKED}&stat=false&verification=false&files=false`;

const url = (config: Config, base: string): string => repositoryUrl(config, base, QUERY);

const listed = (commits: readonly Commit[]): Outcome<readonly Commit[]> =>
  commits.length > 0 ? { kind: 'value', value: commits } : { kind: 'empty', cause: 'no commits' };

/** An empty repository answers 409 with these words: that is "no commits", not a failure (specification 7). */
const isEmptyRepository = (status: number, text: string): boolean => status === 409 && /is empty/i.test(text);

/** The latest commits, in the code host's own order. */
export const commits: Source<readonly Commit[]> = {
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
      what: 'a list of commits',
      refused: (status, text) => (isEmptyRepository(status, text) ? listed([]) : undefined),
      convert: (list) =>
        listed(
          list
            .map(({ sha, commit: { author, message } }) => ({
              sha,
              author: authorName(author.name),
              authoredAt: Date.parse(author.date),
              title: firstLine(message),
            }))
            // A date nobody can read says nothing about when: better no commit than a wrong one.
            .filter(({ authoredAt }) => Number.isFinite(authoredAt)),
        ),
    }),
  target: (state) => state.readings.commits,
};
