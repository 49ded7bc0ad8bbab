import { basename, dirname } from 'node:path';
import {
  type CodeHost,
  type CodeHostAnswer,
  type CodeHostList,
  MASKED_MAIL,
  MAX_MESSAGE_CHARACTERS,
  limitOf,
  pageOf,
  refusal,
} from './code-host.ts';
import { git } from './git.ts';
import { MERGE_FORMAT, type MergedCommit, mergedPulls, readMerges } from './merges.ts';

const ZERO_DATE = '0001-01-01T00:00:00Z';
const COMMIT_FIELDS = 7;
/** sha, author and date, committer and date, parents, message; NUL between them, for NUL is in none of them. */
const COMMIT_FORMAT = '%H%x00%an%x00%aI%x00%cn%x00%cI%x00%P%x00%B';
/** How far back merged work is looked for, in commits of the main line. */
const MERGE_SCAN = 2_000;

const slugOf = (name: string): string => {
  const slug = name
    .replace(/\.git$/, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return slug.slice(0, 100) || 'home';
};

function commitRecord(fields: readonly string[]): unknown {
  const [sha = '', author = '', authored = '', committer = '', committed = '', parents = '', message = ''] =
    fields;
  return {
    url: '',
    sha,
    created: committed,
    html_url: '',
    commit: {
      url: '',
      author: { name: author, email: MASKED_MAIL, date: authored },
      committer: { name: committer, email: MASKED_MAIL, date: committed },
      message: message.slice(0, MAX_MESSAGE_CHARACTERS),
      tree: null,
      verification: null,
    },
    author: null,
    committer: null,
    parents: parents
      .split(' ')
      .filter((parent) => parent !== '')
      .map((parent) => ({ url: '', sha: parent, created: ZERO_DATE })),
    files: null,
    stats: null,
  };
}

/** The headers of a real list: total, page numbers and the `Link` of the next and last page. */
function pageHeaders(path: string, total: number, query: URLSearchParams): Record<string, string> {
  const [limit, page] = [limitOf(query), pageOf(query)];
  const pages = Math.max(1, Math.ceil(total / limit));
  const link = (number: number, rel: string): string => {
    const next = new URLSearchParams(query);
    next.set('limit', String(limit));
    next.set('page', String(number));
    return `<${path}?${next}>; rel="${rel}"`;
  };
  const links = [
    ...(page < pages ? [link(page + 1, 'next'), link(pages, 'last')] : []),
    ...(page > 1 ? [link(1, 'first'), link(page - 1, 'prev')] : []),
  ];
  return {
    'x-total-count': String(total),
    'x-page': String(page),
    'x-perpage': String(limit),
    'x-total': String(total),
    'x-pagecount': String(pages),
    'x-hasmore': String(page < pages),
    ...(links.length > 0 ? { link: links.join(',') } : {}),
  };
}

/** A local git repository that answers as a code host would: the commits of a home that has no other. */
export class LocalGit implements CodeHost {
  readonly owner = 'local';
  readonly repo: string;
  readonly description: string;
  private readonly folder: string;
  private readonly trusted: boolean;

  private constructor(folder: string, trusted: boolean) {
    this.folder = folder;
    this.trusted = trusted;
    this.repo = slugOf(basename(folder) === '.git' ? basename(dirname(folder)) : basename(folder));
    this.description = `local git repository ${folder}`;
  }

  /** The repository a folder is in, or in plain words why there is none. `trusted`: the owner named this folder. */
  static async open(
    folder: string,
    trusted: boolean,
  ): Promise<{ ok: true; repository: LocalGit } | { ok: false; cause: string }> {
    const bare = await git(folder, trusted, ['rev-parse', '--is-bare-repository']);
    if (!bare.ok) return bare;
    const where = bare.text.trim() === 'true' ? '--absolute-git-dir' : '--show-toplevel';
    const found = await git(folder, trusted, ['rev-parse', where]);
    // One line end is git's; a folder's own name may end in anything.
    const path = found.ok ? found.text.replace(/\n$/, '') : folder;
    return { ok: true, repository: new LocalGit(path || folder, trusted) };
  }

  private run(args: readonly string[]) {
    return git(this.folder, this.trusted, args);
  }

  async read(list: CodeHostList, query: URLSearchParams): Promise<CodeHostAnswer> {
    const head = await this.run(['rev-parse', '--verify', '--quiet', 'HEAD']);
    if (!head.ok) {
      const alive = await this.run(['rev-parse', '--git-dir']);
      // The real server's words; a home on an empty repository shows NO COMMITS.
      return alive.ok
        ? refusal(409, 'Git Repository is empty.')
        : refusal(500, `The local git repository cannot be read: ${alive.cause}`);
    }
    return list === 'commits' ? this.commits(query) : this.pulls(query);
  }

  private async commits(query: URLSearchParams): Promise<CodeHostAnswer> {
    const [limit, page] = [limitOf(query), pageOf(query)];
    const range = [`--max-count=${limit}`, `--skip=${(page - 1) * limit}`];
    const [log, count] = await Promise.all([
      this.run(['log', '-z', `--format=${COMMIT_FORMAT}`, '--no-color', ...range, 'HEAD', '--']),
      this.run(['rev-list', '--count', 'HEAD', '--']),
    ]);
    if (!log.ok) return refusal(500, `The local git history cannot be read: ${log.cause}`);
    const tokens = log.text.split('\0');
    const records: unknown[] = [];
    for (let at = 0; at + COMMIT_FIELDS <= tokens.length; at += COMMIT_FIELDS)
      records.push(commitRecord(tokens.slice(at, at + COMMIT_FIELDS)));
    const total = count.ok ? Number(count.text.trim()) : records.length;
    return {
      status: 200,
      body: JSON.stringify(records),
      headers: pageHeaders(`/api/v1/repos/${this.owner}/${this.repo}/commits`, total, query),
    };
  }

  private async pulls(query: URLSearchParams): Promise<CodeHostAnswer> {
    const path = `/api/v1/repos/${this.owner}/${this.repo}/pulls`;
    // Git knows what was merged, never what is open.
    if ((query.get('state') ?? 'open') === 'open')
      return { status: 200, body: '[]', headers: pageHeaders(path, 0, query) };
    const mainLine = ['--first-parent', `--max-count=${MERGE_SCAN}`];
    const [log, count] = await Promise.all([
      this.run(['log', '-z', `--format=${MERGE_FORMAT}`, '--no-color', ...mainLine, 'HEAD', '--']),
      this.run(['rev-list', '--count', '--first-parent', 'HEAD', '--']),
    ]);
    if (!log.ok) return refusal(500, `The local git history cannot be read: ${log.cause}`);
    const all = readMerges(log.text, count.ok ? Number(count.text.trim()) : 0);
    const [limit, page] = [limitOf(query), pageOf(query)];
    const some = all.slice((page - 1) * limit, page * limit);
    return {
      status: 200,
      body: JSON.stringify(mergedPulls(some, await this.branchAuthors(some))),
      headers: pageHeaders(path, all.length, query),
    };
  }

  /** Who wrote what was merged: the author of the branch's last commit, not the one who pressed the button. */
  private async branchAuthors(merges: readonly MergedCommit[]): Promise<ReadonlyMap<string, string>> {
    const tips = merges.flatMap(({ branchTip }) => branchTip ?? []);
    if (tips.length === 0) return new Map();
    const log = await this.run(['log', '-z', '--no-walk', '--format=%H%x00%an', '--no-color', ...tips, '--']);
    const tokens = log.ok ? log.text.split('\0') : [];
    return new Map(
      tokens.flatMap((token, at) =>
        at % 2 === 0 && token !== '' ? [[token, tokens[at + 1] ?? ''] as const] : [],
      ),
    );
  }
}
