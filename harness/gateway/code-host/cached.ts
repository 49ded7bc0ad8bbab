import {
  type ChangeName,
  type CodeHost,
  type CodeHostAnswer,
  type CodeHostList,
  type CodeHostRecords,
  type CodeHostRefusal,
  type Diff,
  isRefusal,
  notFound,
  refusal,
} from './code-host.ts';

/** How long an answer is used for all visitors, if it does not say so itself. */
const CACHE_MS = 15_000;
/** Pages call a value stale at this age. An answer is older only while the code host limits requests. */
const STALE_MS = 180_000;
/** Failures are tried again sooner, but a broken code host is not asked for every visitor. */
const FAILURE_MS = 3_000;

/** A diff of a commit or a merged pull request never changes; this many are kept. */
const KEPT_DIFFS = 20;

interface Entry {
  readonly answer: Promise<CodeHostAnswer>;
  /** The time of the answer; undefined while the request is running: all readers wait for it. */
  givenAt: number | undefined;
  keepMs: number;
}

/** Whether the code host refused the request: the repository is gone, or the home may not read it. */
const isNo = ({ status }: CodeHostRefusal): boolean => status < 500 && status !== 429;

const keepMsOf = (answer: CodeHostAnswer): number => {
  if (!isRefusal(answer)) return answer.keepMs ?? CACHE_MS;
  return Math.max(answer.status < 500 ? CACHE_MS : FAILURE_MS, answer.retryAfterMs ?? 0);
};

/**
 * Sends one request to the code host, however many visitors ask. There are only two different requests, so
 * that visitors cannot use up the limit that the home's own requests need. While the code host fails, its
 * last good answer is returned, marked as stale.
 */
export class CachedCodeHost implements CodeHost {
  readonly owner: string;
  readonly repo: string;
  readonly description: string;
  readonly #inner: CodeHost;
  readonly #now: () => number;
  readonly #entries = new Map<CodeHostList, Entry>();
  /** The last good answers, with the time when they came. */
  readonly #last = new Map<CodeHostList, { readonly answer: CodeHostRecords; readonly fetchedAt: number }>();

  readonly #diffs = new Map<string, Promise<Diff | CodeHostRefusal>>();

  constructor(inner: CodeHost, now: () => number = Date.now) {
    this.#inner = inner;
    this.#now = now;
    this.owner = inner.owner;
    this.repo = inner.repo;
    this.description = inner.description;
  }

  read(list: CodeHostList): Promise<CodeHostAnswer> {
    const held = this.#entries.get(list);
    if (held && this.#isFresh(held)) return held.answer.then((answer) => this.#orOld(answer, held));
    const request = this.#inner.read(list);
    const entry: Entry = {
      answer: request.then((answer) => this.#orLast(list, answer)),
      givenAt: undefined,
      keepMs: FAILURE_MS,
    };
    this.#entries.set(list, entry);
    void request.then(
      (answer) => {
        entry.givenAt = this.#now();
        entry.keepMs = keepMsOf(answer);
      },
      () => {
        if (this.#entries.get(list) === entry) this.#entries.delete(list);
      },
    );
    return entry.answer;
  }

  /**
   * The diff of a change that the home shows. Others are not read, so that visitors can ask the code host for
   * a few diffs only.
   */
  async diff(change: ChangeName): Promise<Diff | CodeHostRefusal> {
    if (!(await this.#isShown(change))) return notFound();
    const key = JSON.stringify(change);
    const known = this.#diffs.get(key);
    if (known) return known;
    const request = this.#inner.diff(change);
    this.#diffs.set(key, request);
    const [oldest] = this.#diffs.keys();
    if (this.#diffs.size > KEPT_DIFFS && oldest !== undefined) this.#diffs.delete(oldest);
    const answer = await request;
    if (isRefusal(answer)) this.#diffs.delete(key);
    return answer;
  }

  async #isShown(change: ChangeName): Promise<boolean> {
    const answer = await this.read('commit' in change ? 'commits' : 'pulls');
    if (isRefusal(answer)) return false;
    return answer.records.some(({ json }) =>
      'sha' in json
        ? 'commit' in change && json.sha.toLowerCase() === change.commit
        : 'pull' in change && json.number === change.pull,
    );
  }

  isPublic(): Promise<boolean> {
    return this.#inner.isPublic();
  }

  /** The next readers get new answers: the code host reported a change. */
  forget(): void {
    this.#entries.clear();
  }

  /** Forgets the answers at all gateways. */
  async forgetShared(): Promise<void> {
    await this.#inner.forgetShared?.();
    // This comes last: in the meantime, a reader may have received a shared answer that is old.
    this.forget();
  }

  /** Returns the answer, or the last good answer if the code host fails for a time. */
  #orLast(list: CodeHostList, answer: CodeHostAnswer): CodeHostAnswer {
    if (!isRefusal(answer)) this.#last.set(list, { answer, fetchedAt: this.#now() });
    else if (isNo(answer)) this.#last.delete(list);
    const last = this.#last.get(list);
    if (!isRefusal(answer) || !last) return answer;
    // The cause becomes a part of sentences, which have a full stop of their own.
    return { ...last.answer, stale: { fetchedAt: last.fetchedAt, cause: answer.message.replace(/\.$/, '') } };
  }

  /** Returns the answer, marked as stale if the code host allows no newer one for a long time. */
  #orOld(answer: CodeHostAnswer, { givenAt }: Entry): CodeHostAnswer {
    if (isRefusal(answer) || answer.stale || givenAt === undefined) return answer;
    if (this.#now() - givenAt <= STALE_MS) return answer;
    return { ...answer, stale: { fetchedAt: givenAt, cause: 'The code host limits requests' } };
  }

  #isFresh({ givenAt, keepMs }: Entry): boolean {
    if (givenAt === undefined) return true;
    const age = this.#now() - givenAt;
    // A negative age shows that the clock was set back: the real age is not known.
    return age >= 0 && age < keepMs;
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
