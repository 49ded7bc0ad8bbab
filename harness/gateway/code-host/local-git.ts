import { basename, dirname } from 'node:path';
import { MAX_COMMITS } from '../../../data/readings/schemas/code-host.ts';
import {
  type ChangeName,
  type CodeHost,
  type CodeHostAnswer,
  type CodeHostList,
  type CodeHostRefusal,
  type Diff,
  diffOf,
  emptyRepository,
  isRefusal,
  notFound,
  refusal,
} from './code-host.ts';
import { slugOf } from '../../core/folders.ts';
import { type GitResult, git, gitFetch } from './git.ts';
import { HeadWatch } from './head-watch.ts';
import { MERGE_FORMAT, type MergedCommit, mergedPulls, readMerges } from './merges.ts';
import { publicRecords } from './public-records.ts';
import { MAX_LIMIT } from './recent.ts';
import type { Repository } from './remote-kind.ts';

const COMMIT_FIELDS = 5;
/**
 * Hash, author, author's date, committer's date and message, with NUL between them: none of them
 * holds a NUL.
 */
const COMMIT_FORMAT = '%H%x00%an%x00%aI%x00%cI%x00%B';
/** How many commits of the main line are searched for merges. */
const MERGE_SCAN = 2_000;

/** No program that the repository's configuration names runs, and a merge is compared with its first parent. */
const DIFF_FLAGS = [
  '--format=',
  '--patch',
  '--find-renames',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--diff-merges=first-parent',
];

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

/** A fetch that failed. */
interface FailedFetch {
  /** When a fetch succeeded last, or when the home started. Milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** For the owner. */
  readonly cause: string;
}

/**
 * A local git repository instead of a code host: the commits of HEAD. If its remote is fetched, also those of
 * the branch that HEAD follows there, or of the remote's default branch.
 */
export class LocalGit implements CodeHost {
  readonly owner: string;
  readonly repo: string;
  readonly description: string;
  readonly #folder: string;
  readonly #trusted: boolean;
  /** How often the remote is fetched; 0 for never. */
  readonly #fetchMinutes: number;
  readonly #end = new AbortController();
  #fetchedAt = Date.now();
  #failed: FailedFetch | undefined;
  #fetching: Promise<void> = Promise.resolve();
  /** The fetch that begins after the present one. */
  #next: Promise<void> | undefined;
  /** The last answers, each with the commits at which it was read: an answer is valid until they change. */
  readonly #known = new Map<CodeHostList, { readonly tips: string; readonly answer: CodeHostAnswer }>();

  private constructor(folder: string, trusted: boolean, fetchMinutes: number, named?: Repository) {
    this.#folder = folder;
    this.#trusted = trusted;
    this.#fetchMinutes = fetchMinutes;
    this.owner = named?.owner ?? 'local';
    this.repo = named?.repo ?? slugOf(basename(folder) === '.git' ? dirname(folder) : folder);
    this.description = `local git repository ${folder}`;
  }

  /**
   * Returns the repository of a folder, or a text that says why it has none.
   * @param trusted Whether the owner named this folder.
   * @param fetchMinutes How often its remote is fetched; 0 for never.
   * @param named What the home calls it; by its folder if left out.
   */
  static async open(
    folder: string,
    trusted: boolean,
    fetchMinutes = 0,
    named?: Repository,
  ): Promise<{ ok: true; repository: LocalGit } | { ok: false; cause: string }> {
    const bare = await git(folder, trusted, ['rev-parse', '--is-bare-repository']);
    if (!bare.ok) return bare;
    const where = bare.text.trim() === 'true' ? '--absolute-git-dir' : '--show-toplevel';
    const found = await git(folder, trusted, ['rev-parse', where]);
    // Removes only the line break that git adds: the folder's name may itself end in a line break.
    const path = found.ok ? found.text.replace(/\n$/, '') : folder;
    return { ok: true, repository: new LocalGit(path || folder, trusted, fetchMinutes, named) };
  }

  #run(args: readonly string[]): Promise<GitResult> {
    return git(this.#folder, this.#trusted, args);
  }

  watch(changed: () => void): () => void {
    const head = new HeadWatch(this.#folder, (args) => this.#run(args), changed);
    if (this.#fetchMinutes === 0) return () => head.close();
    const fetch = async (): Promise<void> => {
      const before = await this.#tips();
      await this.fetchNew();
      if ((await this.#tips()).join() !== before.join()) changed();
    };
    const timer = setInterval(() => void fetch(), this.#fetchMinutes * 60_000).unref();
    void fetch();
    return () => {
      head.close();
      clearInterval(timer);
      this.#end.abort();
    };
  }

  /** Fetches the remote. Calls during a fetch cause one more: the running one may have missed something. */
  fetchNew(): Promise<void> {
    if (this.#fetchMinutes === 0) return Promise.resolve();
    this.#next ??= this.#fetching.then(() => {
      this.#next = undefined;
      return (this.#fetching = this.#fetch());
    });
    return this.#next;
  }

  async #fetch(): Promise<void> {
    const fetched = await gitFetch(this.#folder, this.#trusted, this.#end.signal);
    if (fetched.ok) this.#fetchedAt = Date.now();
    this.#failed = fetched.ok ? undefined : { fetchedAt: this.#fetchedAt, cause: fetched.cause };
  }

  /** Why the last fetch failed, for the owner; undefined if it did not. */
  get fetchFailure(): string | undefined {
    return this.#failed?.cause;
  }

  /** The commits whose history is read. Empty for a repository without commits. */
  async #tips(): Promise<readonly string[]> {
    const head = await this.#commitAt('HEAD');
    if (head === undefined) return [];
    if (this.#fetchMinutes === 0) return [head];
    const remote = (await this.#commitAt('@{upstream}')) ?? (await this.#commitAt('origin/HEAD'));
    return [...new Set([head, remote ?? head])];
  }

  async #commitAt(name: string): Promise<string | undefined> {
    const found = await this.#run(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
    return found.ok ? found.text.trim() : undefined;
  }

  async read(list: CodeHostList): Promise<CodeHostAnswer> {
    const answer = await this.#read(list);
    if (isRefusal(answer) || !this.#failed) return answer;
    return { ...answer, stale: { fetchedAt: this.#failed.fetchedAt, cause: 'git fetch failed' } };
  }

  async #read(list: CodeHostList): Promise<CodeHostAnswer> {
    const tips = await this.#tips();
    if (tips.length === 0) {
      const alive = await this.#run(['rev-parse', '--git-dir']);
      return alive.ok ? emptyRepository() : unreadable(alive.publicCause);
    }
    const known = this.#known.get(list);
    if (known?.tips === tips.join()) return known.answer;
    const answer = list === 'commits' ? await this.#commits(tips) : await this.#pulls(tips);
    if (answer.status === 200) this.#known.set(list, { tips: tips.join(), answer });
    return answer;
  }

  #log(format: string, tips: readonly string[], ...range: readonly string[]): Promise<GitResult> {
    return this.#run(['log', '-z', `--format=${format}`, '--no-color', ...range, ...tips, '--']);
  }

  async #commits(tips: readonly string[]): Promise<CodeHostAnswer> {
    const shallow = await this.#run(['rev-parse', '--is-shallow-repository']);
    let log = await this.#log(COMMIT_FORMAT, tips, `--max-count=${MAX_COMMITS}`);
    let most = MAX_COMMITS;
    // If the messages of all these commits are too long, only the latest commits are read: they are enough
    // for every page.
    if (!log.ok) log = await this.#log(COMMIT_FORMAT, tips, `--max-count=${(most = MAX_LIMIT)}`);
    if (!log.ok) return unreadable(log.publicCause);
    const records = commitRecords(log.text);
    return {
      status: 200,
      records: publicRecords('commits', records),
      isWhole: records.length < most && shallow.ok && shallow.text.trim() === 'false',
    };
  }

  /** The merges of the main line, newest first. */
  async #merges(tips: readonly string[]): Promise<readonly MergedCommit[] | CodeHostRefusal> {
    const [log, count] = await Promise.all([
      this.#log(MERGE_FORMAT, tips, '--first-parent', `--max-count=${MERGE_SCAN}`),
      this.#run(['rev-list', '--count', '--first-parent', ...tips, '--']),
    ]);
    if (!log.ok) return unreadable(log.publicCause);
    return readMerges(log.text, count.ok ? Number(count.text.trim()) : 0);
  }

  /** The diff of a merge is what it brought to the main line. */
  async diff(change: ChangeName): Promise<Diff | CodeHostRefusal> {
    let sha = 'commit' in change ? change.commit : undefined;
    if ('pull' in change) {
      const merges = await this.#merges(await this.#tips());
      if (isRefusal(merges)) return merges;
      sha = merges.find(({ number }) => number === change.pull)?.sha;
    }
    if (sha === undefined) return notFound();
    const shown = await this.#run(['show', ...DIFF_FLAGS, sha, '--']);
    return shown.ok ? diffOf(shown.text) : unreadable(shown.publicCause);
  }

  /** The home cannot know who else has the repository. */
  isPublic(): Promise<boolean> {
    return Promise.resolve(false);
  }

  async #pulls(tips: readonly string[]): Promise<CodeHostAnswer> {
    const all = await this.#merges(tips);
    if (isRefusal(all)) return all;
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
