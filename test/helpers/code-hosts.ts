import { createHash } from 'node:crypto';
import type { CodeHostKind } from '../../harness/config/server-config.ts';
import { type Loopback, type SeenRequest, listen } from './loopback.ts';
import { recorded } from './recorded.ts';

/** An answer of a code host, as `test/recorded/code-hosts` has it. */
export interface Exchange {
  readonly name: string;
  readonly request?: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** What pages get of a list. */
  readonly shown?: readonly unknown[];
  readonly hasNext?: boolean;
}
export interface RecordedHost {
  readonly repository: { readonly owner: string; readonly repo: string };
  readonly url: string;
  readonly exchanges: readonly Exchange[];
}

interface GiteaRecording {
  readonly name: string;
  readonly response: Pick<Exchange, 'status' | 'headers' | 'body'>;
}

/** The real recordings of a Gitea, under the names that the other hosts have. */
function giteaExchanges(): Exchange[] {
  const recordings = recorded<GiteaRecording[]>('gitea/http-recordings.json');
  const named = (name: string, recording: string): Exchange => {
    const found = recordings.find((entry) => entry.name === recording);
    if (!found) throw new Error(`no recording named ${recording}`);
    // The length of a recorded answer is not that of a stand-in's.
    const { 'transfer-encoding': _chunks, 'content-length': _length, ...headers } = found.response.headers;
    return { name, ...found.response, headers };
  };
  const merged = named('pulls', 'pull-after-merge');
  return [
    { ...named('commits', 'commits-lit-50'), body: recorded('gitea/commits-lit-50.json'), hasNext: true },
    {
      ...merged,
      body: [merged.body],
      hasNext: false,
      shown: [
        {
          number: 2,
          title: 'ok1',
          merged: true,
          merged_at: '2026-11-20T23:36:17Z',
          user: { login: 'timmy' },
        },
      ],
    },
    named('empty', 'commits-empty-repo'),
    named('missing', 'commits-missing-repo'),
  ];
}

export function recordedHost(kind: CodeHostKind): RecordedHost {
  const host = recorded<RecordedHost>(`code-hosts/${kind}.json`);
  return kind === 'gitea' ? { ...host, exchanges: [...giteaExchanges(), ...host.exchanges] } : host;
}

export const exchangeOf = (kind: CodeHostKind, name: string): Exchange => {
  const found = recordedHost(kind).exchanges.find((exchange) => exchange.name === name);
  if (!found) throw new Error(`${kind} has no recorded answer named ${name}`);
  return found;
};

export interface StandInCommit {
  readonly sha: string;
  readonly author: string;
  /** ISO 8601. */
  readonly date: string;
  readonly message: string;
}

export interface StandInPull {
  readonly number: number;
  readonly title: string;
  /** Null for an account that was deleted. */
  readonly login: string | null;
  /** Null for a pull request that was closed without a merge. */
  readonly mergedAt: string | null;
}

export interface StandInOpenPull {
  readonly number: number;
  readonly title: string;
  readonly login: string;
  /** ISO 8601. */
  readonly openedAt: string;
  readonly isDraft?: boolean;
  readonly reviewers?: readonly string[];
}

/** What is open in a stand-in. */
interface StandInWork {
  pulls: readonly StandInOpenPull[];
  /** The checks of every commit, in the host's own words. */
  checks: readonly (readonly [name: string, state: string])[];
  release: { readonly tag: string; readonly name: string; readonly at: string } | undefined;
  /** GitHub: whether the token may read check runs. */
  mayReadChecks: boolean;
}

/** How the repository of a stand-in is at the moment. A test changes it. */
export interface StandInState {
  /** Newest first. */
  commits: readonly StandInCommit[];
  pulls: readonly StandInPull[];
  work: StandInWork;
  /** Set for a private repository: only this token may read it. */
  token: string | undefined;
  /** Whether the repository has another name now. */
  isRenamed: boolean;
  /** The number of requests that are answered until the time in seconds since the epoch. */
  allowance: { left: number; readonly resetAt: number } | undefined;
}

/** A server on loopback that answers as a code host for one repository. */
export interface StandIn extends AsyncDisposable {
  readonly kind: CodeHostKind;
  readonly repository: { readonly owner: string; readonly repo: string };
  /** The address for `codeHost.url`. */
  readonly url: string;
  readonly state: StandInState;
  /** Every request, with the status of its answer. */
  readonly answers: readonly { readonly request: SeenRequest; readonly status: number }[];
  close(): Promise<void>;
}

type List = 'commits' | 'pulls';

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What differs between the hosts. Records have the shape of the first record of the recorded list. */
interface Host {
  readonly paths: Readonly<Record<List, string>>;
  /** The path of the repository. */
  readonly root: string;
  readonly pageSize: (query: URLSearchParams) => number;
  readonly tokenIn: (request: SeenRequest) => string | undefined;
  readonly commit: (commit: StandInCommit, template: object) => object;
  readonly pull: (pull: StandInPull, template: object) => object;
  /** Whether a 304 counts among the allowed requests. */
  readonly counts304: (token: string | undefined) => boolean;
  /**
   * The answer about what is open at an address; undefined for another address. The shapes are documented at
   * docs.github.com/en/rest (pulls, checks/runs, commits/statuses, actions/workflow-runs, releases), in
   * modules/structs of go-gitea/gitea (pull.go, status.go, release.go) and in doc/api of gitlab-org/gitlab
   * (merge_requests.md, commits.md, releases/_index.md).
   */
  readonly work: (work: StandInWork, path: string, query: URLSearchParams) => Answer | undefined;
  readonly allowance: (left: number, resetAt: number) => Readonly<Record<string, string>>;
  readonly pages: (page: number, hasNext: boolean, self: string) => Readonly<Record<string, string>>;
}

/** GitLab's project is in a group of a group. */
const REPOSITORY = 'timmy/lit';
const PROJECT = encodeURIComponent('timmy/tools/lit');
const signature = ({ author: name, date }: StandInCommit) => ({ name, email: 'masked@example.com', date });
const giteaCommit: Host['commit'] = (commit, template) => ({
  ...template,
  sha: commit.sha,
  commit: {
    ...(template as { commit: object }).commit,
    author: signature(commit),
    committer: signature(commit),
    message: commit.message,
  },
});
const userOf = (login: string | null): object | null => (login === null ? null : { id: 1, login });
const linkToNext = (page: number, hasNext: boolean, self: string) =>
  hasNext ? { link: `<${self}&page=${page + 1}>; rel="next", <${self}&page=99>; rel="last"` } : {};

const ok = (body: unknown): Answer => ({ status: 200, body });
const gone = (message: string): Answer => ({ status: 404, body: { message } });
const FORBIDDEN: Answer = {
  status: 403,
  body: { message: 'Resource not accessible by personal access token', status: '403' },
};
const reviewersOf = ({ reviewers = [] }: StandInOpenPull) => reviewers.map((login) => ({ id: 1, login }));
const openPull = (pull: StandInOpenPull): object => ({
  number: pull.number,
  state: 'open',
  title: pull.title,
  user: userOf(pull.login),
  created_at: pull.openedAt,
  draft: pull.isDraft ?? false,
  requested_reviewers: reviewersOf(pull),
  head: { ref: 'topic', sha: 'f'.repeat(40) },
});
const release = ({ tag, name, at }: NonNullable<StandInWork['release']>): object => ({
  tag_name: tag,
  name,
  draft: false,
  prerelease: false,
  published_at: at,
});
const latest = (work: StandInWork): Answer => (work.release ? ok(release(work.release)) : gone('Not Found'));
/** GitHub has the progress of a run in one field, and its result in another. */
const runOf = ([name, state]: readonly [string, string]): object => {
  const isRunning = ['queued', 'in_progress'].includes(state);
  return { name, status: isRunning ? state : 'completed', conclusion: isRunning ? null : state };
};

const hosts: Readonly<Record<CodeHostKind, Host>> = {
  gitea: {
    root: `/api/v1/repos/${REPOSITORY}`,
    paths: {
      commits: `/api/v1/repos/${REPOSITORY}/commits`,
      pulls: `/api/v1/repos/${REPOSITORY}/pulls`,
    },
    pageSize: (query) => Math.min(50, Number(query.get('limit') ?? 30)),
    tokenIn: ({ headers }) => headers.authorization?.replace('token ', ''),
    commit: giteaCommit,
    pull: ({ number, title, login, mergedAt }, template) => ({
      ...template,
      number,
      title,
      user: userOf(login),
      merged: mergedAt !== null,
      merged_at: mergedAt,
    }),
    work: (work, path, query) => {
      if (path === '/pulls' && query.get('state') === 'open') return ok(work.pulls.map(openPull));
      if (/^\/commits\/[\da-f]{40}\/status$/.test(path))
        return ok({
          state: '',
          total_count: work.checks.length,
          // A list without elements is null in Go.
          statuses:
            work.checks.length === 0 ? null : work.checks.map(([context, status]) => ({ context, status })),
        });
      return path === '/releases/latest' ? latest(work) : undefined;
    },
    counts304: () => true,
    allowance: () => ({}),
    pages: linkToNext,
  },
  github: {
    root: `/api/v3/repos/${REPOSITORY}`,
    paths: {
      commits: `/api/v3/repos/${REPOSITORY}/commits`,
      pulls: `/api/v3/repos/${REPOSITORY}/pulls`,
    },
    pageSize: (query) => Math.min(100, Number(query.get('per_page') ?? 30)),
    tokenIn: ({ headers }) => headers.authorization?.replace('Bearer ', ''),
    commit: giteaCommit,
    pull: ({ number, title, login, mergedAt }, template) => ({
      ...template,
      number,
      title,
      user: userOf(login),
      merged_at: mergedAt,
    }),
    work: (work, path, query) => {
      if (path === '/pulls' && query.get('state') === 'open') return ok(work.pulls.map(openPull));
      if (/^\/commits\/[\da-f]{40}\/status$/.test(path))
        return ok({ state: 'pending', statuses: [], total_count: 0 });
      if (/^\/commits\/[\da-f]{40}\/check-runs$/.test(path))
        return work.mayReadChecks
          ? ok({ total_count: work.checks.length, check_runs: work.checks.map(runOf) })
          : FORBIDDEN;
      if (path === '/actions/runs')
        return ok({
          total_count: work.checks.length,
          workflow_runs: work.checks.map((check) => ({
            ...runOf(check),
            workflow_id: check[0].length,
            event: 'push',
          })),
        });
      return path === '/releases/latest' ? latest(work) : undefined;
    },
    counts304: (token) => token === undefined,
    allowance: (left, resetAt) => ({
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': String(left),
      'x-ratelimit-reset': String(resetAt),
    }),
    pages: linkToNext,
  },
  gitlab: {
    root: `/api/v4/projects/${PROJECT}`,
    paths: {
      commits: `/api/v4/projects/${PROJECT}/repository/commits`,
      pulls: `/api/v4/projects/${PROJECT}/merge_requests`,
    },
    pageSize: (query) => Math.min(100, Number(query.get('per_page') ?? 20)),
    tokenIn: ({ headers }) => headers['private-token']?.toString(),
    commit: ({ sha: id, author: author_name, date, message }, template) => ({
      ...template,
      id,
      author_name,
      authored_date: date,
      committed_date: date,
      created_at: date,
      title: message.split('\n')[0],
      message,
    }),
    pull: ({ number: iid, title, login, mergedAt }, template) => ({
      ...template,
      iid,
      title,
      author: login === null ? null : { id: 1, username: login },
      state: mergedAt === null ? 'closed' : 'merged',
      merged_at: mergedAt,
    }),
    work: (work, path, query) => {
      if (path === '/merge_requests' && query.get('state') === 'opened')
        return ok(
          work.pulls.map(({ number: iid, title, login, openedAt, isDraft = false, reviewers = [] }) => ({
            iid,
            title,
            state: 'opened',
            created_at: openedAt,
            draft: isDraft,
            sha: 'f'.repeat(40),
            author: { id: 1, username: login },
            reviewers: reviewers.map((username) => ({ id: 2, username })),
          })),
        );
      if (/^\/repository\/commits\/[\da-f]{40}\/statuses$/.test(path))
        return ok(work.checks.map(([name, status]) => ({ name, status, allow_failure: false })));
      if (path !== '/releases') return undefined;
      const { release: newest } = work;
      return ok(
        newest
          ? [
              {
                tag_name: 'v9',
                name: 'Planned',
                released_at: '2099-01-01T00:00:00Z',
                upcoming_release: true,
              },
              { tag_name: newest.tag, name: newest.name, released_at: newest.at, upcoming_release: false },
            ]
          : [],
      );
    },
    counts304: () => true,
    allowance: (left, resetAt) => ({
      'ratelimit-limit': '500',
      'ratelimit-remaining': String(left),
      'ratelimit-reset': String(resetAt),
    }),
    pages: (page, hasNext, self) => ({
      ...linkToNext(page, hasNext, self),
      'x-next-page': hasNext ? String(page + 1) : '',
    }),
  },
};

const refusalLike = (kind: CodeHostKind, name: string): Answer => exchangeOf(kind, name);
const templateOf = (kind: CodeHostKind, list: List): object =>
  (exchangeOf(kind, list).body as readonly object[])[0] ?? {};

/** The answer for a repository in this state, without the limit of requests. */
function answerOf(kind: CodeHostKind, state: StandInState, base: string, request: SeenRequest): Answer {
  const host = hosts[kind];
  const { pathname, searchParams } = new URL(request.url, base);
  const list = (['commits', 'pulls'] as const).find((name) => host.paths[name] === pathname);
  const mayRead = state.token === undefined || host.tokenIn(request) === state.token;
  const below = pathname.startsWith(host.root) ? pathname.slice(host.root.length) : '';
  const open = mayRead && !state.isRenamed ? host.work(state.work, below, searchParams) : undefined;
  if (open) return open;
  if (pathname === host.root && mayRead) {
    const isPublic = state.token === undefined;
    return ok({ private: !isPublic, internal: false, visibility: isPublic ? 'public' : 'private' });
  }
  if (list === undefined || !mayRead) return refusalLike(kind, 'missing');
  if (state.isRenamed) {
    const renamed = refusalLike(kind, 'renamed');
    const location = new URL(renamed.headers?.['location'] ?? '', base);
    // GitHub redirects below its API, which has a path at this address.
    const prefix = kind === 'github' ? '/api/v3' : '';
    return {
      ...renamed,
      headers: { ...renamed.headers, location: `${base}${prefix}${location.pathname}${location.search}` },
    };
  }
  if (list === 'commits' && state.commits.length === 0) return refusalLike(kind, 'empty');
  const size = host.pageSize(searchParams);
  const page = Number(searchParams.get('page') ?? 1);
  const template = templateOf(kind, list);
  const pulls = kind === 'gitlab' ? state.pulls.filter(({ mergedAt }) => mergedAt !== null) : state.pulls;
  const all = list === 'commits' ? state.commits : pulls;
  const part = all.slice((page - 1) * size, page * size);
  return {
    status: 200,
    headers: host.pages(page, all.length > page * size, `${base}${pathname}?per_page=${size}`),
    body: part.map((record) =>
      'sha' in record ? host.commit(record, template) : host.pull(record, template),
    ),
  };
}

/** The answer to a client that has sent too many requests. */
function tooMany(kind: CodeHostKind, resetAt: number, now: number): Answer {
  const answer = refusalLike(kind, 'too many requests');
  const wait = String(Math.max(0, resetAt - Math.floor(now / 1000)));
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...hosts[kind].allowance(0, resetAt),
      ...(kind !== 'github' && { 'retry-after': wait }),
    },
  };
}

/**
 * @param now The clock with which limits end.
 * @param named Another repository than the recorded one.
 */
export async function startStandIn(
  kind: CodeHostKind,
  now: () => number = Date.now,
  named?: StandIn['repository'],
): Promise<StandIn> {
  const repository = named ?? { owner: kind === 'gitlab' ? 'timmy/tools' : 'timmy', repo: 'lit' };
  const fullName = `${repository.owner}/${repository.repo}`;
  const [own, recordedName] =
    kind === 'gitlab' ? [encodeURIComponent(fullName), PROJECT] : [fullName, REPOSITORY];
  /** The request as it would be for the recorded repository. */
  const asRecorded = ({ method, url, headers }: SeenRequest): SeenRequest => ({
    method,
    url: named ? url.replace(recordedName, 'another').replace(own, recordedName) : url,
    headers,
  });
  const host = hosts[kind];
  const state: StandInState = {
    commits: [],
    pulls: [],
    work: { pulls: [], checks: [], release: undefined, mayReadChecks: true },
    token: undefined,
    isRenamed: false,
    allowance: undefined,
  };
  const answers: { request: SeenRequest; status: number }[] = [];
  const limited = (answer: Answer, request: SeenRequest): Answer => {
    const { allowance } = state;
    if (!allowance || now() >= allowance.resetAt * 1000) return answer;
    if (allowance.left === 0) return tooMany(kind, allowance.resetAt, now());
    if (answer.status !== 304 || host.counts304(host.tokenIn(request))) allowance.left -= 1;
    return {
      ...answer,
      headers: { ...answer.headers, ...host.allowance(allowance.left, allowance.resetAt) },
    };
  };
  const tagged = (answer: Answer, request: SeenRequest): Answer => {
    if (answer.status !== 200) return answer;
    const text = JSON.stringify(answer.body);
    const etag = `W/"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    return { status: isKnown ? 304 : 200, headers: { ...answer.headers, etag }, body: isKnown ? '' : text };
  };
  const server: Loopback = await listen((request, response) => {
    const answer = limited(tagged(answerOf(kind, state, server.url, asRecorded(request)), request), request);
    answers.push({ request, status: answer.status });
    const { body } = answer;
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const close = () => server.close();
  return { kind, repository, url: server.url, state, answers, close, [Symbol.asyncDispose]: close };
}

/** Commits at equal distances, the newest at `now`. */
export const commitsEvery = (milliseconds: number, count: number, now: number): StandInCommit[] =>
  Array.from({ length: count }, (_unused, index) => ({
    sha: (count - index).toString(16).padStart(40, '0'),
    author: index % 2 === 0 ? 'Ada' : 'Bob',
    date: new Date(now - index * milliseconds).toISOString(),
    message: `Commit ${count - index}\n\nWith a body.`,
  }));
