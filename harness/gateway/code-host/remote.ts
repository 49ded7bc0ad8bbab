import { readBody } from '../../../data/core/http.ts';
import { type Fetch, causeOf } from '../../outbound/fetch.ts';
import {
  type CodeHost,
  type CodeHostAnswer,
  type CodeHostList,
  type CodeHostRefusal,
  type PublicRecord,
  emptyRepository,
  isRefusal,
  notFound,
  refusal,
} from './code-host.ts';
import { looksLike, publicRecords } from './public-records.ts';
import { MAX_LIMIT, startOfDays } from './recent.ts';

const CODE_HOST_TIMEOUT_MS = 8_000;
/** A list of 50 commits with all their files has about 100 kB. The limit allows messages of 100 kB each. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/**
 * To get all commits of the last days, at most this many pages are read. No page is requested after
 * `MAX_PAGES_MS`.
 */
const MAX_PAGES = 5;
const MAX_PAGES_MS = 3_000;
/**
 * If the request for a further page fails, the pages are read again after this time, even without a new
 * commit.
 */
const RETRY_PAGES_MS = 60_000;
/** The longest wait that a code host can ask for. */
const MAX_RETRY_AFTER_MS = 3_600_000;

/**
 * The requests do not depend on what a visitor asks for. The three parameters with `false` save the server
 * several git processes for each commit.
 */
const QUERIES: Readonly<Record<CodeHostList, string>> = {
  commits: `limit=${MAX_LIMIT}&stat=false&verification=false&files=false`,
  pulls: `state=closed&limit=${MAX_LIMIT}`,
};

/** `Retry-After` in milliseconds. The header has seconds or a date (RFC 9110, 10.2.3). */
function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.min(MAX_RETRY_AFTER_MS, Math.max(0, wait)) : undefined;
}

interface Page {
  readonly records: readonly PublicRecord[];
  /** Whether another page may follow. */
  readonly isFull: boolean;
  /** The body as received, to tell whether it has changed. */
  readonly text: string;
}

interface FurtherPages {
  readonly answer: CodeHostAnswer;
  /**
   * The answer is used until this time, as long as the first page stays the same. Milliseconds since the
   * epoch.
   */
  readonly validUntil: number;
}

/** A Gitea or Forgejo server. The home sends its token only to this server. */
export class RemoteCodeHost implements CodeHost {
  readonly owner: string;
  readonly repo: string;
  readonly description: string;
  /** The address of the code host, without a slash at its end. */
  readonly url: string;
  readonly #token: string | undefined;
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;
  readonly #now: () => number;
  /** The last page of each address whose answer has an ETag. */
  readonly #tagged = new Map<string, { readonly etag: string; readonly page: Page }>();
  /** The last list of commits that has several pages, with its first page. */
  #cached: (FurtherPages & { readonly first: string }) | undefined;

  constructor(options: {
    url: string;
    owner: string;
    repo: string;
    token?: string | undefined;
    fetch: Fetch;
    timeoutMs?: number;
    now?: () => number;
  }) {
    this.owner = options.owner;
    this.repo = options.repo;
    this.url = options.url.replace(/\/+$/, '');
    this.#token = options.token;
    this.#fetch = options.fetch;
    this.#timeoutMs = options.timeoutMs ?? CODE_HOST_TIMEOUT_MS;
    this.#now = options.now ?? Date.now;
    const access = options.token === undefined ? 'public access' : 'with a token';
    this.description = `${this.url}, ${options.owner}/${options.repo}, ${access}`;
  }

  async read(list: CodeHostList, signal?: AbortSignal): Promise<CodeHostAnswer> {
    const first = await this.#page(list, 1, signal);
    if (isRefusal(first)) return first;
    if (list === 'pulls') return { status: 200, records: first.records, isWhole: !first.isFull };
    if (this.#cached?.first !== first.text || this.#now() >= this.#cached.validUntil)
      this.#cached = { first: first.text, ...(await this.#furtherPages(first, signal)) };
    return this.#cached.answer;
  }

  /** Reads pages until they reach back over the last days. A page that fails ends the list. */
  async #furtherPages(first: Page, signal?: AbortSignal): Promise<FurtherPages> {
    const began = performance.now();
    const start = startOfDays(this.#now());
    const records = [...first.records];
    const seen = new Set(first.records.map(({ json }) => JSON.stringify(json)));
    let last: Page = first;
    let validUntil = Infinity;
    for (let number = 2; last.isFull && number <= MAX_PAGES; number++) {
      if (records.some(({ at }) => at < start) || performance.now() - began > MAX_PAGES_MS) break;
      const page = await this.#page('commits', number, signal);
      if (isRefusal(page)) {
        validUntil = this.#now() + Math.max(RETRY_PAGES_MS, page.retryAfterMs ?? 0);
        break;
      }
      // A push between two requests moves the pages, so the next page repeats the last commits of the page
      // before.
      const added = page.records.filter(({ json }) => !seen.has(JSON.stringify(json)));
      if (page.isFull && added.length === 0) break;
      for (const record of added) {
        records.push(record);
        seen.add(JSON.stringify(record.json));
      }
      last = page;
    }
    return { answer: { status: 200, records, isWhole: !last.isFull }, validUntil };
  }

  async #page(list: CodeHostList, number: number, signal?: AbortSignal): Promise<Page | CodeHostRefusal> {
    const path = `/api/v1/repos/${encodeURIComponent(this.owner)}/${encodeURIComponent(this.repo)}/${list}`;
    const query = number === 1 ? QUERIES[list] : `${QUERIES[list]}&page=${number}`;
    const url = `${this.url}${path}?${query}`;
    const tagged = this.#tagged.get(url);
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await this.#fetch(url, {
        headers: {
          accept: 'application/json',
          ...(this.#token === undefined ? {} : { authorization: `token ${this.#token}` }),
          ...(tagged && { 'if-none-match': tagged.etag }),
        },
        // Redirects are not followed: they could lead to a host that is not configured.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      text = await readBody(response, MAX_BODY_BYTES, this.url);
    } catch (error) {
      const cause = causeOf(error, this.#timeoutMs);
      return refusal(cause.startsWith('no answer') ? 504 : 502, `The code host cannot be read: ${cause}.`);
    }
    if (response.status === 304 && tagged) return tagged.page;
    if (!response.ok) return this.#refusalOf(response, text);
    const page = this.#listOf(list, text);
    const etag = response.headers.get('etag');
    if (etag !== null && !isRefusal(page)) this.#tagged.set(url, { etag, page });
    return page;
  }

  #listOf(list: CodeHostList, text: string): Page | CodeHostRefusal {
    let raw: unknown;
    try {
      raw = JSON.parse(text);
    } catch {
      // A text that is not JSON is refused below.
    }
    if (!Array.isArray(raw))
      return refusal(502, 'The code host answered with something that is not a JSON list. Is its URL right?');
    if (!looksLike(list, raw))
      return refusal(502, `The code host answered with a list, but not with ${list}.`);
    return { records: publicRecords(list, raw), isFull: raw.length >= MAX_LIMIT, text };
  }

  /** Whether a redirect leads to another repository of the same server. */
  #isRenamed(headers: Headers): boolean {
    const repositories = new URL(`${this.url}/api/v1/repos/`);
    const target = URL.parse(headers.get('location') ?? '', repositories);
    return target?.origin === repositories.origin && target.pathname.startsWith(repositories.pathname);
  }

  /**
   * The refusal in the home's own words: the code host's message may name its users, its folders or the
   * token.
   */
  #refusalOf({ status, headers }: Response, text: string): CodeHostRefusal {
    if ([301, 302, 303, 307, 308].includes(status))
      return refusal(
        502,
        `The code host redirects: has the repository ${this.#isRenamed(headers) ? 'been renamed' : 'moved'}?`,
      );
    const wait = retryAfterMs(headers.get('retry-after'), this.#now());
    if (status < 400) return refusal(502, `The code host answered ${status} instead of a list.`, wait);
    if (status === 404) return notFound();
    // The text is checked too, because other refusals have the same status.
    if (status === 409 && /is empty/i.test(text)) return emptyRepository();
    if (status === 401 || status === 403)
      return refusal(
        status,
        this.#token === undefined
          ? 'The code host requires a token: set HOME_WORLD_CODE_HOST_TOKEN.'
          : 'The code host refuses the token: may it read this repository?',
        wait,
      );
    if (status === 429)
      return refusal(429, 'The code host limits requests, and the home has sent too many.', wait);
    return refusal(status, `The code host answered ${status}.`, wait);
  }
}
