import { type CodeHost, type CodeHostAnswer, type CodeHostList, refusal } from './code-host.ts';

/** Milliseconds an answer serves everybody. */
const CACHE_MS = 15_000;
/** Failures are asked again sooner, but a broken code host is not asked by every visitor. */
const FAILURE_MS = 3_000;
const MAX_ENTRIES = 64;
/** Questions on their way at once: each is a request, or three processes of git. */
const AT_ONCE = 4;
/** Questions that wait for one of those; beyond it the answer is 503. */
const MAX_WAITING = 64;

interface Entry {
  readonly answer: Promise<CodeHostAnswer>;
  /** When it was given; undefined while the question is on its way: everybody waits for the same one. */
  givenAt: number | undefined;
  keepMs: number;
}

/** A code host that is asked the same thing once, however many visitors want to know. */
export class CachedCodeHost implements CodeHost {
  readonly owner: string;
  readonly repo: string;
  readonly description: string;
  private readonly inner: CodeHost;
  private readonly now: () => number;
  private readonly entries = new Map<string, Entry>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(inner: CodeHost, now: () => number = Date.now) {
    this.inner = inner;
    this.now = now;
    this.owner = inner.owner;
    this.repo = inner.repo;
    this.description = inner.description;
  }

  read(list: CodeHostList, query: URLSearchParams): Promise<CodeHostAnswer> {
    const key = `${list}?${query}`;
    const held = this.entries.get(key);
    if (held && this.isFresh(held)) return held.answer;
    const entry: Entry = { answer: this.ask(list, query), givenAt: undefined, keepMs: FAILURE_MS };
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value ?? key);
    void entry.answer.then(
      ({ status }) => {
        entry.givenAt = this.now();
        if (status < 500) entry.keepMs = CACHE_MS;
      },
      () => this.entries.delete(key),
    );
    return entry.answer;
  }

  private isFresh({ givenAt, keepMs }: Entry): boolean {
    if (givenAt === undefined) return true;
    const age = this.now() - givenAt;
    // Negative: the clock was set back, and nobody knows how old the answer is.
    return age >= 0 && age < keepMs;
  }

  /** Visitors choose the page numbers: however many they ask for, the code host gets a few questions at a time. */
  private async ask(list: CodeHostList, query: URLSearchParams): Promise<CodeHostAnswer> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= MAX_WAITING)
        return refusal(503, 'The code host is being asked too much at once. Try again in a moment.');
      await new Promise<void>((go) => this.waiting.push(go));
    } else this.running += 1;
    try {
      return await this.inner.read(list, query);
    } finally {
      const next = this.waiting.shift();
      // The next one takes the place over.
      if (next) next();
      else this.running -= 1;
    }
  }
}

/** A home with no code host and no repository: every question gets the reason and what to do. */
export class NoCodeHost implements CodeHost {
  readonly owner = 'local';
  readonly repo = 'home';
  readonly description: string;
  private readonly answer: CodeHostAnswer;

  constructor(cause: string) {
    this.description = `none: ${cause}`;
    const message =
      'This home has no code host and was not started in a git repository. ' +
      'Set codeHost in config.json, or start it with --repo FOLDER.';
    this.answer = { status: 503, body: JSON.stringify({ message, url: '' }), headers: {} };
  }

  read(): Promise<CodeHostAnswer> {
    return Promise.resolve(this.answer);
  }
}
