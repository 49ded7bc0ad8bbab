import * as v from 'valibot';
import { MAX_OPEN_PULLS } from '../../../data/readings/schemas/open-work.ts';
import {
  type RemoteCheck,
  type RemoteKind,
  type Repository,
  isEmptyRepository,
  linksToNext,
} from './remote-kind.ts';

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

/** The results of a run; others, such as `skipped`, are no result. */
const conclusions: Readonly<Record<string, RemoteCheck['state']>> = {
  success: 'passed',
  neutral: 'passed',
  failure: 'failed',
  cancelled: 'failed',
  timed_out: 'failed',
  action_required: 'failed',
  startup_failure: 'failed',
};
const run = v.object({ name: v.nullish(v.string()), status: v.string(), conclusion: v.nullish(v.string()) });
const checkRuns = v.object({ check_runs: v.array(run) });
const workflowRun = v.object({ ...run.entries, workflow_id: v.number(), event: v.string() });
const workflowRuns = v.object({ workflow_runs: v.array(workflowRun) });

function checkOf({ name, status, conclusion }: v.InferOutput<typeof run>): RemoteCheck[] {
  const state = status === 'completed' ? conclusions[conclusion ?? ''] : 'pending';
  return state ? [{ name: name ?? '', state }] : [];
}

/** The newest run of each workflow: an older one for the same event was repeated. */
function newestRuns(
  runs: readonly v.InferOutput<typeof workflowRun>[],
): readonly v.InferOutput<typeof workflowRun>[] {
  const newest = new Map<string, v.InferOutput<typeof workflowRun>>();
  for (const one of runs) {
    const key = `${one.workflow_id} ${one.event}`;
    if (!newest.has(key)) newest.set(key, one);
  }
  return [...newest.values()];
}

const statusStates: Readonly<Record<string, RemoteCheck['state']>> = {
  pending: 'pending',
  success: 'passed',
  error: 'failed',
  failure: 'failed',
};
const combined = v.object({ statuses: v.array(v.object({ context: v.string(), state: v.string() })) });

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
  work: {
    pulls: {
      path: (repository) => `${path(repository)}/pulls?state=open&per_page=${MAX_OPEN_PULLS}`,
      record: (raw) => raw,
    },
    checks: [
      [
        {
          path: (repository, sha) => `${path(repository)}/commits/${sha}/check-runs?per_page=${PAGE}`,
          checks(raw) {
            const parsed = v.safeParse(checkRuns, raw);
            if (!parsed.success) return undefined;
            const { check_runs: runs } = parsed.output;
            return { checks: runs.flatMap(checkOf), count: runs.length };
          },
        },
        // No fine-grained token can have the permission “Checks”, but it can have “Actions”.
        {
          path: (repository, sha) => `${path(repository)}/actions/runs?head_sha=${sha}&per_page=${PAGE}`,
          checks(raw) {
            const parsed = v.safeParse(workflowRuns, raw);
            if (!parsed.success) return undefined;
            const { workflow_runs: runs } = parsed.output;
            return { checks: newestRuns(runs).flatMap(checkOf), count: runs.length };
          },
        },
      ],
      [
        {
          path: (repository, sha) => `${path(repository)}/commits/${sha}/status?per_page=${PAGE}`,
          checks(raw) {
            const parsed = v.safeParse(combined, raw);
            if (!parsed.success) return undefined;
            const { statuses } = parsed.output;
            const checks = statuses.flatMap(({ context: name, state: sent }) => {
              const state = statusStates[sent];
              return state ? [{ name, state }] : [];
            });
            return { checks, count: statuses.length };
          },
        },
      ],
    ],
    release: { path: (repository) => `${path(repository)}/releases/latest`, record: (raw) => raw },
    pages: {
      pull: (number) => `/pull/${number}`,
      checks: (sha) => `/commit/${sha}/checks`,
      release: (tag) => `/releases/tag/${encodeURIComponent(tag)}`,
    },
  },
  site: (url) => (isGithubHost(new URL(url).host) ? url.replace('://api.', '://') : url),
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
    'a fine-grained token for this repository with the permissions “Contents”, “Pull requests”, “Actions” and “Commit statuses”, each “Read-only” (Settings → Developer settings → Fine-grained tokens)',
  anonymousLimit:
    'Without a token, GitHub answers 60 requests an hour, for all programs at this address together.',
};
