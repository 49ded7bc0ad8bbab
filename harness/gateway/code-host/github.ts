import * as v from 'valibot';
import { type RemoteKind, type Repository, isEmptyRepository, linksToNext } from './remote-kind.ts';

/** The largest page that GitHub sends. */
const PAGE = 100;

const path = ({ owner, repo }: Repository): string =>
  `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;

const PUBLIC = /^(?:www\.|api\.)?github\.com$/;
/** GitHub Enterprise Cloud with data residency. */
const TENANT = /^(?:api\.)?([\w-]+\.ghe\.com)$/;

export const isGithubHost = (host: string): boolean => PUBLIC.test(host) || TENANT.test(host);

/** The address of the API on GitHub’s own servers; an Enterprise Server has it below its own address. */
function api(url: string): string {
  const { host } = new URL(url);
  if (PUBLIC.test(host)) return 'https://api.github.com';
  const tenant = TENANT.exec(host)?.[1];
  return tenant === undefined ? `${url}/api/v3` : `https://api.${tenant}`;
}

const publicRepository = v.object({ private: v.literal(false) });

/** The list of pull requests does not say `merged`, but when. */
function pull(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || !('merged_at' in raw)) return raw;
  return { ...raw, merged: raw.merged_at !== null };
}

/**
 * GitHub and GitHub Enterprise, version 3 of the REST API. Shapes, limits and redirects:
 * https://docs.github.com/en/rest/using-the-rest-api and github/rest-api-description.
 */
export const github: RemoteKind = {
  name: 'GitHub',
  api,
  lists: {
    commits: {
      path: (repository) => `${path(repository)}/commits?per_page=${PAGE}`,
      record: (raw) => raw,
    },
    pulls: {
      path: (repository) =>
        `${path(repository)}/pulls?state=closed&sort=updated&direction=desc&per_page=${PAGE}`,
      record: pull,
    },
  },
  diff: (repository, change) => ({
    path:
      'commit' in change
        ? `${path(repository)}/commits/${change.commit}`
        : `${path(repository)}/pulls/${change.pull}`,
    accept: 'application/vnd.github.diff',
  }),
  repository: path,
  isPublic: (raw) => v.is(publicRepository, raw),
  headers: (token) => ({
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    // GitHub refuses requests without a name.
    'user-agent': 'home-world',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }),
  hasNext: (headers) => linksToNext(headers),
  renamedTo: '/repositories/',
  isEmpty: isEmptyRepository,
  isLimit: (headers, text) =>
    headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after') || /rate limit/i.test(text),
  runsPath: '/actions',
  token:
    'a fine-grained token for this repository with the permissions “Contents” and “Pull requests”, each “Read-only” (https://github.com/settings/personal-access-tokens)',
  anonymousLimit:
    'Without a token, GitHub answers 60 requests an hour, for all programs at this address together.',
};
