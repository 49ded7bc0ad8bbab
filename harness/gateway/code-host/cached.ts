import { TokenBucket } from '../../../data/core/token-bucket.ts';
import type { StaleAnswer } from '../../../data/readings/sources/source.ts';
import {
  type ChangeName,
  type ChecksRecords,
  type CodeHost,
  type CodeHostAnswer,
  type CodeHostList,
  type CodeHostRecords,
  type CodeHostRefusal,
  type Diff,
  type OpenWorkAnswer,
  type OpenWorkRecords,
  emptyRepository,
  isRefusal,
  notFound,
  refusal,
} from './code-host.ts';

/** How long an answer is used for all visitors, if it does not say so itself. */
const CACHE_MS = 15_000;
/** Pages mark a value as stale at this age. An answer is older only while the code host limits requests. */
const STALE_MS = 180_000;
/** Failures are tried again sooner, but a broken code host is not asked for every visitor. */
const FAILURE_MS = 3_000;

/** The diff of a commit or a merged pull request never changes; this many are kept, and checks of as many. */
const KEPT_CHANGES = 20;
/** How many diffs and checks that are not kept are read for all visitors together. */
const OPENED_RATE = { burst: 60, perSecond: 0.4 };
const KEPT_CHECKS_MS = 60_000;
const TOO_MANY = refusal(429, 'Many changes have been opened in the last minutes. Try again in a minute.');

/** Adds an entry, and removes the oldest one of too many. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > KEPT_CHANGES && oldest !== undefined) map.delete(oldest);
}

/** A good answer: a list, or what is open. */
interface Good {
  readonly status: 200;
  readonly stale?: StaleAnswer;
  readonly keepMs?: number;
}

interface Entry<T extends Good> {
  readonly answer: Promise<T | CodeHostRefusal>;
  /** The time of the answer; undefined while the request is running: all readers wait for it. */
  givenAt: number | undefined;
  keepMs: number;
}

/** Whether the code host refused the request: the repository is gone, or the home may not read it. */
export const isNo = ({ status }: CodeHostRefusal): boolean => status < 500 && status !== 429;

const keepMsOf = (answer: Good | CodeHostRefusal): number => {
  if (!isRefusal(answer)) return answer.keepMs ?? CACHE_MS;
  return Math.max(answer.status < 500 ? CACHE_MS : FAILURE_MS, answer.retryAfterMs ?? 0);
};

/** One answer of the code host, for all visitors. While the code host fails, the last good one is stale. */
class Kept<T extends Good> {
  readonly #now: () => number;
  #entry: Entry<T> | undefined;
  /** The last good answer, with the time when it came. */
  #last: { readonly answer: T; readonly fetchedAt: number } | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  read(ask: () => Promise<T | CodeHostRefusal>): Promise<T | CodeHostRefusal> {
    const held = this.#entry;
    if (held && this.#isFresh(held)) return held.answer.then((answer) => this.#orOld(answer, held));
    const request = ask();
    const entry: Entry<T> = {
      answer: request.then((answer) => this.#orLast(answer)),
      givenAt: undefined,
      keepMs: FAILURE_MS,
    };
    this.#entry = entry;
    void request.then(
      (answer) => {
        entry.givenAt = this.#now();
        entry.keepMs = keepMsOf(answer);
      },
      () => {
        if (this.#entry === entry) this.#entry = undefined;
      },
    );
    return entry.answer;
  }

  /** The next reader gets a new answer. */
  forget(): void {
    this.#entry = undefined;
  }

  /** Returns the answer, or the last good answer if the code host fails for a time. */
  #orLast(answer: T | CodeHostRefusal): T | CodeHostRefusal {
    if (!isRefusal(answer)) this.#last = { answer, fetchedAt: this.#now() };
    else if (isNo(answer)) this.#last = undefined;
    const last = this.#last;
    if (!isRefusal(answer) || !last) return answer;
    // The cause becomes a part of sentences, which have a full stop of their own.
    return { ...last.answer, stale: { fetchedAt: last.fetchedAt, cause: answer.message.replace(/\.$/, '') } };
  }

  /** Returns the answer, marked as stale if the code host allows no newer one for a long time. */
  #orOld(answer: T | CodeHostRefusal, { givenAt }: Entry<T>): T | CodeHostRefusal {
    if (isRefusal(answer) || answer.stale || givenAt === undefined) return answer;
    if (this.#now() - givenAt <= STALE_MS) return answer;
    return { ...answer, stale: { fetchedAt: givenAt, cause: 'The code host limits requests' } };
  }

  #isFresh({ givenAt, keepMs }: Entry<T>): boolean {
    if (givenAt === undefined) return true;
    const age = this.#now() - givenAt;
    // A negative age shows that the clock was set back: the real age is not known.
    return age >= 0 && age < keepMs;
  }
}

/**
 * Sends one request to the code host, however many visitors ask: for each of the two lists, for what is open,
 * and at a limited rate for diffs and checks. So visitors cannot use up the requests that the home itself needs. While
 * the code host fails, its last good answer is returned, marked as stale.
 */
export class CachedCodeHost implements Omit<CodeHost, 'work'> {
  readonly owner: string;
  readonly repo: string;
  readonly description: string;
  readonly #inner: CodeHost;
  readonly #lists: Readonly<Record<CodeHostList, Kept<CodeHostRecords>>>;
  readonly #work: Kept<OpenWorkRecords>;
  /** The commit that the kept open work belongs to, and whether the code host has reported a change since. */
  #workOf: string | undefined;
  #hasNews = false;
  readonly #diffs = new Map<string, Promise<Diff | CodeHostRefusal>>();
  readonly #checks = new Map<string, Kept<ChecksRecords>>();
  readonly #opened: TokenBucket;
  readonly #now: () => number;

  constructor(inner: CodeHost, now: () => number = Date.now) {
    this.#inner = inner;
    this.#now = now;
    this.#lists = { commits: new Kept(now), pulls: new Kept(now) };
    this.#work = new Kept(now);
    this.#opened = new TokenBucket(OPENED_RATE, now);
    this.owner = inner.owner;
    this.repo = inner.repo;
    this.description = inner.description;
  }

  read(list: CodeHostList): Promise<CodeHostAnswer> {
    return this.#lists[list].read(() => this.#inner.read(list));
  }

  /** Whether something can be open: not in a local repository, and not in a recording. */
  get hasOpenWork(): boolean {
    return this.#inner.work !== undefined;
  }

  /** What is open, with the checks of the newest commit. */
  async openWork(): Promise<OpenWorkAnswer> {
    const { work } = this.#inner;
    if (!work) return notFound();
    const commits = await this.read('commits');
    if (isRefusal(commits)) return commits;
    const [newest] = commits.records;
    if (!newest || !('sha' in newest.json)) return emptyRepository();
    const { sha } = newest.json;
    if (this.#workOf !== sha) this.#work.forget();
    this.#workOf = sha;
    return this.#work.read(() => {
      const hasNews = this.#hasNews;
      this.#hasNews = false;
      return work.read({ sha, at: newest.at }, hasNews);
    });
  }

  /**
   * The diff of a change that the home shows. Others are not read, so that visitors can ask the code host for
   * a few diffs only.
   */
  async diff(change: ChangeName): Promise<Diff | CodeHostRefusal> {
    const shown = await this.#find(change);
    if (!shown) return notFound();
    // An open pull request may get another commit.
    const key = JSON.stringify([change, shown.commit]);
    const known = this.#diffs.get(key);
    if (known) return known;
    if (!this.#opened.take()) return TOO_MANY;
    const request = this.#inner.diff(change);
    keep(this.#diffs, key, request);
    const answer = await request;
    if (isRefusal(answer)) this.#diffs.delete(key);
    return answer;
  }

  /** The checks of a change that the home shows: of a pull request, those of its newest or its merge commit. */
  async checks(change: ChangeName): Promise<ChecksRecords | CodeHostRefusal> {
    const { work } = this.#inner;
    const commit = (await this.#find(change))?.commit;
    if (!work || commit === undefined) return notFound();
    const kept = this.#checks.get(commit) ?? new Kept<ChecksRecords>(this.#now);
    keep(this.#checks, commit, kept);
    return kept.read(async () => {
      if (!this.#opened.take()) return TOO_MANY;
      const answer = await work.checks(commit);
      return isRefusal(answer) ? answer : { ...answer, keepMs: KEPT_CHECKS_MS };
    });
  }

  /** Whether the home shows this change. */
  async isShown(change: ChangeName): Promise<boolean> {
    return (await this.#find(change)) !== undefined;
  }

  /** A change that the home shows, with its commit, if that is known. */
  async #find(change: ChangeName): Promise<{ readonly commit?: string | undefined } | undefined> {
    if ('pull' in change && change.isOpen) {
      const open = await this.openWork();
      if (isRefusal(open) || !open.work.pulls.some(({ number }) => number === change.pull)) return undefined;
      return { commit: open.heads?.[change.pull] };
    }
    const answer = await this.read('commit' in change ? 'commits' : 'pulls');
    if (isRefusal(answer)) return undefined;
    const record = answer.records.find(({ json }) =>
      'sha' in json
        ? 'commit' in change && json.sha.toLowerCase() === change.commit
        : 'pull' in change && json.number === change.pull,
    );
    return record && { commit: 'commit' in change ? change.commit : record.mergeCommit };
  }

  isPublic(): Promise<boolean> {
    return this.#inner.isPublic();
  }

  /** The next readers get new answers: the code host reported a change. */
  forget(): void {
    for (const list of Object.values(this.#lists)) list.forget();
    this.forgetWork();
  }

  /** The code host reported a change of what is open only. */
  forgetWork(): void {
    this.#work.forget();
    this.#hasNews = true;
  }

  /** Forgets the answers at all gateways. */
  async forgetShared(onlyWork = false): Promise<void> {
    await this.#inner.forgetShared?.(onlyWork);
    // This comes last: in the meantime, a reader may have received a shared answer that is old.
    if (onlyWork) this.forgetWork();
    else this.forget();
  }
}

/** A home with no code host and no repository. Every answer gives the reason and what to do. */
export class NoCodeHost implements CodeHost {
  readonly owner = 'local';
  readonly repo = 'home';
  readonly description: string;
  readonly #answer: CodeHostRefusal = refusal(
    503,
    'This home has no code host and was not started in a git repository. ' +
      'Set codeHost in config.json, or start it with --repo FOLDER.',
  );

  constructor(cause: string) {
    this.description = `none: ${cause}`;
  }

  read(): Promise<CodeHostAnswer> {
    return Promise.resolve(this.#answer);
  }

  diff(): Promise<CodeHostRefusal> {
    return Promise.resolve(this.#answer);
  }

  isPublic(): Promise<boolean> {
    return Promise.resolve(false);
  }
}
