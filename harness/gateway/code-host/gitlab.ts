import * as v from 'valibot';
import { MAX_OPEN_PULLS } from '../../../data/readings/schemas/open-work.ts';
import {
  type RemoteCheck,
  type RemoteKind,
  type Repository,
  type SentDiff,
  linksToNext,
} from './remote-kind.ts';

/** The largest page that GitLab sends. */
const PAGE = 100;

/** The owner may be a group in groups: the path of a project is one part of the address. */
const path = ({ owner, repo }: Repository): string => `/projects/${encodeURIComponent(`${owner}/${repo}`)}`;

const commit = v.object({
  id: v.string(),
  message: v.string(),
  author_name: v.string(),
  authored_date: v.optional(v.string()),
  committed_date: v.optional(v.string()),
  created_at: v.string(),
});

const mergeRequest = v.object({
  iid: v.number(),
  title: v.string(),
  merged_at: v.nullish(v.string()),
  merge_commit_sha: v.nullish(v.string()),
  squash_commit_sha: v.nullish(v.string()),
  sha: v.nullish(v.string()),
  author: v.nullish(v.object({ username: v.string() })),
});

function commitRecord(raw: unknown): unknown {
  const parsed = v.safeParse(commit, raw);
  if (!parsed.success) return raw;
  const { id, message, author_name: name, created_at: created, ...dates } = parsed.output;
  return {
    sha: id,
    commit: {
      author: { name, date: dates.authored_date ?? created },
      committer: { date: dates.committed_date ?? created },
      message,
    },
  };
}

function pullRecord(raw: unknown): unknown {
  const parsed = v.safeParse(mergeRequest, raw);
  if (!parsed.success) return raw;
  const { iid, title, merged_at: mergedAt, author, ...commits } = parsed.output;
  return {
    number: iid,
    title,
    merged: typeof mergedAt === 'string',
    merged_at: mergedAt,
    // A merge request that was fast-forwarded has only its own newest commit.
    merge_commit_sha: commits.merge_commit_sha ?? commits.squash_commit_sha ?? commits.sha,
    user: author && { login: author.username },
  };
}

const openMergeRequest = v.object({
  iid: v.number(),
  title: v.string(),
  created_at: v.string(),
  draft: v.optional(v.boolean()),
  sha: v.nullish(v.string()),
  author: v.nullish(v.object({ username: v.string() })),
  reviewers: v.nullish(v.array(v.object({ username: v.string() }))),
});

function openRecord(raw: unknown): unknown {
  const parsed = v.safeParse(openMergeRequest, raw);
  if (!parsed.success) return raw;
  const { iid, title, created_at: created, draft, sha, author, reviewers } = parsed.output;
  return {
    number: iid,
    title,
    created_at: created,
    draft,
    head: { sha },
    user: author && { login: author.username },
    requested_reviewers: (reviewers ?? []).map(({ username }) => ({ login: username })),
  };
}

/** The states of a job or of a status from outside; others, such as `skipped` or `manual`, are no result. */
const states: Readonly<Record<string, RemoteCheck['state']>> = {
  created: 'pending',
  waiting_for_resource: 'pending',
  preparing: 'pending',
  pending: 'pending',
  running: 'pending',
  success: 'passed',
  failed: 'failed',
  canceled: 'failed',
};
const commitStatuses = v.array(
  v.object({ name: v.string(), status: v.string(), allow_failure: v.optional(v.boolean(), false) }),
);

const releases = v.array(
  v.object({
    tag_name: v.string(),
    name: v.nullish(v.string()),
    released_at: v.string(),
    upcoming_release: v.optional(v.boolean(), false),
  }),
);

/** The newest release that is out; undefined if there is none. */
function releaseRecord(raw: unknown): unknown {
  const parsed = v.safeParse(releases, raw);
  if (!parsed.success) return raw;
  const newest = parsed.output.find(({ upcoming_release: isUpcoming }) => !isUpcoming);
  return newest && { tag_name: newest.tag_name, name: newest.name, published_at: newest.released_at };
}

/** Off for everybody is not private. */
const notPrivate = v.optional(v.picklist(['enabled', 'disabled']));
/** The code of a public project, its merge requests, checks or releases may be for its members only. */
const publicProject = v.object({
  visibility: v.literal('public'),
  repository_access_level: v.optional(v.literal('enabled')),
  merge_requests_access_level: notPrivate,
  builds_access_level: notPrivate,
  releases_access_level: notPrivate,
  public_jobs: v.optional(v.literal(true)),
});

const changedFile = v.object({
  old_path: v.string(),
  new_path: v.string(),
  a_mode: v.string(),
  b_mode: v.string(),
  new_file: v.boolean(),
  renamed_file: v.boolean(),
  deleted_file: v.boolean(),
  diff: v.string(),
});
const changedFiles = v.array(changedFile);

/** GitLab sends an empty diff of a file that has too many changes, and old versions do not say so. */
const isLeftOut = (file: v.InferOutput<typeof changedFile>): boolean =>
  file.diff === '' &&
  !(file.new_file || file.renamed_file || file.deleted_file) &&
  file.a_mode === file.b_mode;

/** GitLab has the files of a commit as a list, in pages; git has them as one text. */
function diffIn(body: string, headers: Headers): SentDiff | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(body);
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(changedFiles, raw);
  if (!parsed.success) return undefined;
  const text = parsed.output
    .map(({ old_path: before, new_path: after, new_file: isNew, deleted_file: isDeleted, diff }) => {
      const head = `diff --git a/${before} b/${after}\n`;
      const names = `--- ${isNew ? '/dev/null' : `a/${before}`}\n+++ ${isDeleted ? '/dev/null' : `b/${after}`}\n`;
      return `${head}${diff === '' ? '' : names}${diff}`;
    })
    .join('');
  return { text, isWhole: !hasNext(headers) && !parsed.output.some(isLeftOut) };
}

// A proxy may remove one of the two.
const hasNext = (headers: Headers): boolean =>
  (headers.get('x-next-page') ?? '') !== '' || linksToNext(headers);

/**
 * GitLab, version 4 of the REST API. Shapes, pages and redirects: doc/api/commits.md, merge_requests.md and
 * rest/_index.md of gitlab-org/gitlab.
 */
export const gitlab: RemoteKind = {
  name: 'GitLab',
  api: (url) => `${url}/api/v4`,
  lists: {
    commits: {
      path: (repository) => `${path(repository)}/repository/commits?per_page=${PAGE}`,
      record: commitRecord,
    },
    pulls: {
      path: (repository) =>
        `${path(repository)}/merge_requests?state=merged&order_by=updated_at&sort=desc&per_page=${PAGE}`,
      record: pullRecord,
    },
  },
  work: {
    pulls: {
      path: (repository) => `${path(repository)}/merge_requests?state=opened&per_page=${MAX_OPEN_PULLS}`,
      record: openRecord,
    },
    checks: [
      [
        {
          path: (repository, sha) =>
            `${path(repository)}/repository/commits/${sha}/statuses?per_page=${PAGE}`,
          checks(raw) {
            const parsed = v.safeParse(commitStatuses, raw);
            if (!parsed.success) return undefined;
            const checks = parsed.output.flatMap(({ name, status, allow_failure: mayFail }) => {
              const state = states[status];
              return state && !(mayFail && state === 'failed') ? [{ name, state }] : [];
            });
            return { checks, count: parsed.output.length };
          },
        },
      ],
    ],
    release: {
      // A release may be announced for a later day.
      path: (repository) => `${path(repository)}/releases?per_page=5`,
      record: releaseRecord,
    },
    pages: {
      pull: (number) => `/-/merge_requests/${number}`,
      checks: (sha) => `/-/commit/${sha}/pipelines`,
      release: (tag) => `/-/releases/${encodeURIComponent(tag)}`,
    },
  },
  diff: (repository, change) =>
    'commit' in change
      ? {
          path: `${path(repository)}/repository/commits/${change.commit}/diff?per_page=${PAGE}`,
          read: diffIn,
        }
      : { path: `${path(repository)}/merge_requests/${change.pull}/raw_diffs` },
  repository: path,
  isPublic: (raw) => v.is(publicProject, raw),
  headers: (token) => ({
    accept: 'application/json',
    ...(token !== undefined && { 'private-token': token }),
  }),
  hasNext,
  renamedTo: '/projects/',
  isEmpty: (status, text) => status === 404 && /repository not found/i.test(text),
  isLimit: () => false,
  runsPath: '/-/pipelines',
  token:
    'a token of the project with the role “Reporter” and the scope “read_api” (Settings → Access tokens)',
};
