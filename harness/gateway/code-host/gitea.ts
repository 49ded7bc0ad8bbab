import * as v from 'valibot';
import { MAX_LIMIT } from './recent.ts';
import { type RemoteCheck, type RemoteKind, type Repository, isEmptyRepository } from './remote-kind.ts';

const path = ({ owner, repo }: Repository): string =>
  `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`;
const same = (raw: unknown): unknown => raw;

/** An internal repository is for everybody who has an account. */
const publicRepository = v.object({ private: v.literal(false), internal: v.optional(v.literal(false)) });

const combined = v.object({
  // Gitea sends null instead of an empty list.
  statuses: v.nullish(v.array(v.object({ context: v.string(), status: v.string() })), []),
});

/** The states of a status of a commit; others, such as `skipped`, are no result. */
const states: Readonly<Record<string, RemoteCheck['state']>> = {
  pending: 'pending',
  success: 'passed',
  warning: 'passed',
  error: 'failed',
  failure: 'failed',
};

/** Gitea and Forgejo. Their records have the form that pages read. */
export const gitea: RemoteKind = {
  name: 'Gitea or Forgejo',
  api: (url) => `${url}/api/v1`,
  lists: {
    commits: {
      // The three parameters with `false` save the server several git processes for each commit.
      path: (repository) =>
        `${path(repository)}/commits?limit=${MAX_LIMIT}&stat=false&verification=false&files=false`,
      record: same,
    },
    pulls: {
      path: (repository) => `${path(repository)}/pulls?state=closed&limit=${MAX_LIMIT}`,
      record: same,
    },
  },
  work: {
    pulls: {
      path: (repository) => `${path(repository)}/pulls?state=open&limit=${MAX_LIMIT}`,
      record: same,
    },
    checks: [
      [
        {
          path: (repository, sha) => `${path(repository)}/commits/${sha}/status?limit=${MAX_LIMIT}`,
          checks(raw) {
            const parsed = v.safeParse(combined, raw);
            if (!parsed.success) return undefined;
            const statuses = parsed.output.statuses ?? [];
            const checks = statuses.flatMap(({ context: name, status }) => {
              const state = states[status];
              return state ? [{ name, state }] : [];
            });
            return { checks, count: statuses.length };
          },
        },
      ],
    ],
    release: { path: (repository) => `${path(repository)}/releases/latest`, record: same },
    pages: {
      pull: (number) => `/pulls/${number}`,
      checks: (sha) => `/commit/${sha}`,
      release: (tag) => `/releases/tag/${encodeURIComponent(tag)}`,
    },
  },
  diff: (repository, change) => ({
    path:
      'commit' in change
        ? `${path(repository)}/git/commits/${change.commit}.diff`
        : `${path(repository)}/pulls/${change.pull}.diff`,
  }),
  repository: path,
  isPublic: (raw) => v.is(publicRepository, raw),
  headers: (token) => ({
    accept: 'application/json',
    ...(token !== undefined && { authorization: `token ${token}` }),
  }),
  hasNext: (_headers, count) => count >= MAX_LIMIT,
  renamedTo: '/repos/',
  isEmpty: isEmptyRepository,
  isLimit: () => false,
  runsPath: '/actions',
  token: 'a token with the permission “repository: Read” (Settings → Applications)',
};
