import { basename, dirname } from 'node:path';
import { MAX_COMMITS } from '../../../data/readings/schemas/code-host.ts';
import {
  type CodeHost,
  type CodeHostAnswer,
  type CodeHostList,
  type CodeHostRefusal,
  emptyRepository,
  refusal,
} from './code-host.ts';
import { type GitResult, git } from './git.ts';
import { HeadWatch } from './head-watch.ts';
import { MERGE_FORMAT, type MergedCommit, mergedPulls, readMerges } from './merges.ts';
import { publicRecords } from './public-records.ts';
import { MAX_LIMIT } from './recent.ts';

const COMMIT_FIELDS = 5;
/**
 * Hash, author, author's date, committer's date and message, with NUL between them: none of them
 * holds a NUL.
 */
const COMMIT_FORMAT = '%H%x00%an%x00%aI%x00%cI%x00%B';
/** How many commits of the main line are searched for merges. */
const MERGE_SCAN = 2_000;

const slugOf = (name: string): string => {
  const slug = name
    .replace(/\.git$/, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return slug.slice(0, 100) || 'home';
};

/** The commits in the form of `GET /repos/{owner}/{repo}/commits`, as far as git has the fields. */
function commitRecords(log: string): unknown[] {
  const tokens = log.split('\0');
  const records: unknown[] = [];
  for (let at = 0; at + COMMIT_FIELDS <= tokens.length; at += COMMIT_FIELDS) {
    const [sha = '', name = '', date = '', committed = '', message = ''] = tokens.slice(
      at,
      at + COMMIT_FIELDS,
    );
    records.push({ sha, commit: { author: { name, date }, committer: { date: committed }, message } });
  }
  return records;
}

const unreadable = (cause: string): CodeHostRefusal =>
  refusal(500, `The local git history cannot be read: ${cause}.`);

/** A local git repository instead of a code host. */
export class LocalGit implements CodeHost {
  readonly owner = 'local';
  readonly repo: string;
  readonly description: string;
  readonly #folder: string;
  readonly #trusted: boolean;
  /** The last answers, each with the HEAD at which it was read: an answer is valid until HEAD changes. */
  readonly #known = new Map<CodeHostList, { readonly head: string; readonly answer: CodeHostAnswer }>();

  private constructor(folder: string, trusted: boolean) {
    this.#folder = folder;
    this.#trusted = trusted;
    this.repo = slugOf(basename(folder) === '.git' ? basename(dirname(folder)) : basename(folder));
    this.description = `local git repository ${folder}`;
  }

  /**
   * Returns the repository of a folder, or a text that says why it has none.
   * @param trusted Whether the owner named this folder.
   */
  static async open(
    folder: string,
    trusted: boolean,
  ): Promise<{ ok: true; repository: LocalGit } | { ok: false; cause: string }> {
    const bare = await git(folder, trusted, ['rev-parse', '--is-bare-repository']);
    if (!bare.ok) return bare;
    const where = bare.text.trim() === 'true' ? '--absolute-git-dir' : '--show-toplevel';
    const found = await git(folder, trusted, ['rev-parse', where]);
    // Removes only the line break that git adds: the folder's name may itself end in a line break.
    const path = found.ok ? found.text.replace(/\n$/, '') : folder;
    return { ok: true, repository: new LocalGit(path || folder, trusted) };
  }

  #run(args: readonly string[]): Promise<GitResult> {
    return git(this.#folder, this.#trusted, args);
  }

  watch(changed: () => void): () => void {
    const head = new HeadWatch(this.#folder, (args) => this.#run(args), changed);
    return () => head.close();
  }

  async read(list: CodeHostList): Promise<CodeHostAnswer> {
    const head = await this.#run(['rev-parse', '--verify', '--quiet', 'HEAD']);
    if (!head.ok) {
      const alive = await this.#run(['rev-parse', '--git-dir']);
      return alive.ok ? emptyRepository() : unreadable(alive.publicCause);
    }
    const known = this.#known.get(list);
    if (known?.head === head.text) return known.answer;
    const answer = list === 'commits' ? await this.#commits() : await this.#pulls();
    if (answer.status === 200) this.#known.set(list, { head: head.text, answer });
    return answer;
  }

  #log(format: string, ...range: readonly string[]): Promise<GitResult> {
    return this.#run(['log', '-z', `--format=${format}`, '--no-color', ...range, 'HEAD', '--']);
  }

  async #commits(): Promise<CodeHostAnswer> {
    const shallow = await this.#run(['rev-parse', '--is-shallow-repository']);
    let log = await this.#log(COMMIT_FORMAT, `--max-count=${MAX_COMMITS}`);
    let most = MAX_COMMITS;
    // If the messages of all these commits are too long, only the latest commits are read: they are enough
    // for every page.
    if (!log.ok) log = await this.#log(COMMIT_FORMAT, `--max-count=${(most = MAX_LIMIT)}`);
    if (!log.ok) return unreadable(log.publicCause);
    const records = commitRecords(log.text);
    return {
      status: 200,
      records: publicRecords('commits', records),
      isWhole: records.length < most && shallow.ok && shallow.text.trim() === 'false',
    };
  }

  async #pulls(): Promise<CodeHostAnswer> {
    const [log, count] = await Promise.all([
      this.#log(MERGE_FORMAT, '--first-parent', `--max-count=${MERGE_SCAN}`),
      this.#run(['rev-list', '--count', '--first-parent', 'HEAD', '--']),
    ]);
    if (!log.ok) return unreadable(log.publicCause);
    const all = readMerges(log.text, count.ok ? Number(count.text.trim()) : 0);
    const some = all.slice(0, MAX_LIMIT);
    return {
      status: 200,
      records: publicRecords('pulls', mergedPulls(some, await this.#branchAuthors(some))),
      isWhole: all.length === some.length,
    };
  }

  /**
   * The author of the last commit of each merged branch, by the hash of that commit. The author of the merge
   * commit only merged the branch.
   */
  async #branchAuthors(merges: readonly MergedCommit[]): Promise<ReadonlyMap<string, string>> {
    const tips = merges.flatMap(({ branchTip }) => branchTip ?? []);
    if (tips.length === 0) return new Map();
    const log = await this.#run([
      'log',
      '-z',
      '--no-walk',
      '--format=%H%x00%an',
      '--no-color',
      ...tips,
      '--',
    ]);
    const tokens = log.ok ? log.text.split('\0') : [];
    return new Map(
      tokens.flatMap((token, at) =>
        at % 2 === 0 && token !== '' ? [[token, tokens[at + 1] ?? ''] as const] : [],
      ),
    );
  }
}
