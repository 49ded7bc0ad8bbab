import type { CodeHost, CodeHostAnswer, CodeHostList } from './code-host.ts';

/** Milliseconds an answer serves everybody. */
export const CACHE_MS = 15_000;
/** Failures are asked again sooner, but a broken code host is not asked by every visitor. */
const FAILURE_MS = 3_000;
const MAX_ENTRIES = 64;

interface Entry {
  readonly answer: Promise<CodeHostAnswer>;
  /** Infinity while the question is on its way: everybody waits for the same one. */
  until: number;
}

/** A code host that is asked the same thing once, however many visitors want to know. */
export class CachedCodeHost implements CodeHost {
  readonly owner: string;
  readonly repo: string;
  readonly description: string;
  private readonly inner: CodeHost;
  private readonly now: () => number;
  private readonly entries = new Map<string, Entry>();

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
    if (held && held.until > this.now()) return held.answer;
    const entry: Entry = { answer: this.inner.read(list, query), until: Infinity };
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > MAX_ENTRIES) this.entries.delete(this.entries.keys().next().value ?? key);
    void entry.answer.then(
      ({ status }) => (entry.until = this.now() + (status < 500 ? CACHE_MS : FAILURE_MS)),
      () => this.entries.delete(key),
    );
    return entry.answer;
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
