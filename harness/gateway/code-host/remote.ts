import { readBody } from '../../../data/core/http.ts';
import { isLocalHost } from '../../../data/readings/sovereignty-count.ts';
import { DIFF_CUT_HEADER } from '../../../data/readings/sources/code-host.ts';
import { TOKEN_VARIABLE } from '../../config/server-config.ts';
import { retryAfterMs } from '../../core/retry-after.ts';
import { type Fetch, causeOf } from '../../outbound/fetch.ts';
import { Allowance, MAX_WAIT_MS } from './allowance.ts';
import {
  type ChangeName,
  type CodeHost,
  type CodeHostAnswer,
  type CodeHostList,
  type CodeHostRefusal,
  type Diff,
  type PublicRecord,
  diffOf,
  emptyRepository,
  isRefusal,
  notFound,
  refusal,
} from './code-host.ts';
import { gitea } from './gitea.ts';
import { looksLike, publicRecords } from './public-records.ts';
import { startOfDays } from './recent.ts';
import type { RemoteKind } from './remote-kind.ts';
import { RemoteWork, type Sent } from './work.ts';

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
/**
 * How long an answer is used before the code host is asked again, if it reports no change. Two lists and what
 * is open make fewer than three requests a minute.
 */
const KEEP_MS = 55_000;
/**
 * How requests are shared if the code host limits them: four of five are for the two lists, one is for what is
 * open. `Allowance.paceMs` takes the number of parts.
 */
const LIST_PARTS = 2.5;
const WORK_PARTS = 5;
/** The wait after a refusal for too many requests that does not say how long. */
const LIMIT_MS = 60_000;

/** How long the home relies on what the code host said about who may read, and when it asks after a failure. */
const VISIBILITY_MS = 600_000;
const RETRY_VISIBILITY_MS = 60_000;

interface Page {
  readonly records: readonly PublicRecord[];
  /** The number of records that were sent, with those that are not shown. */
  readonly count: number;
  /** Whether another page follows. */
  readonly hasNext: boolean;
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

/** What the owner can do if the code host shows no such repository. */
function missingAdvice(
  kind: RemoteKind,
  token: string | undefined,
  { field, variable }: { readonly field: string; readonly variable: string },
): string {
  const where = `Check ${field}.owner and ${field}.repo in config.json.`;
  const mayRead =
    token === undefined
      ? `A private repository also needs ${variable}: ${kind.token}.`
      : `Or the token in ${variable} may not read it: make ${kind.token}.`;
  return kind === gitea
    ? `${where} ${mayRead} If the server is a GitHub Enterprise Server or a GitLab, set ${field}.kind, too.`
    : `${where} ${mayRead}`;
}

/** The value of a JSON text; undefined for another text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The hour and minute at or after a time, in UTC. */
const minuteOf = (at: number): string =>
  new Date(Math.ceil(at / 60_000) * 60_000).toISOString().slice(11, 16);

/** A server with repositories. The home sends its token only to this server. */
export class RemoteCodeHost implements CodeHost {
  readonly owner: string;
  readonly repo: string;
  readonly description: string;
  /** The address of the code host, without a slash at its end. */
  readonly url: string;
  readonly #kind: RemoteKind;
  /** The address of the API, without a slash at its end. */
  readonly #api: string;
  readonly #token: string | undefined;
  /** The names of its field in `config.json` and of the variable with its token, for the owner. */
  readonly #names: { readonly field: string; readonly variable: string };
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;
  readonly #now: () => number;
  readonly #allowance = new Allowance();
  /** The last page of each address whose answer has an ETag. */
  readonly #tagged = new Map<string, { readonly etag: string; readonly page: Page }>();
  /** The last answer of each request for what is open. */
  readonly #sent = new Map<string, { readonly path: string; readonly etag: string; readonly sent: Sent }>();
  /** Missing for a recording, which has only lists. */
  readonly work?: RemoteWork;
  /** The last list of commits that has several pages, with its first page. */
  #cached: (FurtherPages & { readonly first: string }) | undefined;

  /** Whether everybody may read the repository, until when this is used. Milliseconds since the epoch. */
  #visibility = { isPublic: false, until: 0 };

  constructor(options: {
    kind?: RemoteKind;
    url: string;
    owner: string;
    repo: string;
    token?: string | undefined;
    /** The owner's name at the code host; the owner of the repository if left out. */
    login?: string | undefined;
    /** Its field in `config.json`, and the environment variable with its token, for what the owner is told. */
    field?: string;
    variable?: string;
    fetch: Fetch;
    timeoutMs?: number;
    now?: () => number;
    /** For a recording in the home itself, which everybody may read. */
    isRecorded?: boolean;
  }) {
    this.#kind = options.kind ?? gitea;
    this.owner = options.owner;
    this.repo = options.repo;
    this.url = options.url.replace(/\/+$/, '');
    this.#api = this.#kind.api(this.url);
    this.#token = options.token;
    this.#names = { field: options.field ?? 'codeHost', variable: options.variable ?? TOKEN_VARIABLE };
    this.#fetch = options.fetch;
    this.#timeoutMs = options.timeoutMs ?? CODE_HOST_TIMEOUT_MS;
    this.#now = options.now ?? Date.now;
    if (options.isRecorded) this.#visibility = { isPublic: true, until: Infinity };
    else {
      this.work = new RemoteWork({
        kind: this.#kind,
        owner: this.owner,
        repo: this.repo,
        login: options.login ?? this.owner,
        page: `${this.#kind.site?.(this.url) ?? this.url}/${this.owner}/${this.repo}`,
        now: this.#now,
        get: (slot, path, signal) => this.#sentFor(slot, path, signal),
        paceMs: (requests) => this.#allowance.paceMs(WORK_PARTS * requests, this.#now()),
      });
    }
    const access = options.token === undefined ? 'public access' : 'with a token';
    this.description = `${this.#kind.name}, ${this.url}, ${options.owner}/${options.repo}, ${access}`;
  }

  async read(list: CodeHostList, signal?: AbortSignal): Promise<CodeHostAnswer> {
    const answer = await this.#read(list, signal);
    if (isRefusal(answer)) return answer;
    return { ...answer, keepMs: Math.max(KEEP_MS, this.#paceMs()) };
  }

  /** The time between two requests for a list, so that the requests that the code host allows last. */
  #paceMs(): number {
    return this.#allowance.paceMs(LIST_PARTS, this.#now());
  }

  async #read(list: CodeHostList, signal?: AbortSignal): Promise<CodeHostAnswer> {
    const first = await this.#page(list, 1, signal);
    if (isRefusal(first)) return first;
    if (list === 'pulls') return { status: 200, records: first.records, isWhole: !first.hasNext };
    if (first.count === 0) return emptyRepository();
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
    for (let number = 2; last.hasNext && number <= MAX_PAGES; number++) {
      if (records.some(({ at }) => at < start) || performance.now() - began > MAX_PAGES_MS) break;
      if (this.#allowance.reservedMs('page', this.#now()) > 0) {
        validUntil = this.#now() + this.#paceMs();
        break;
      }
      const page = await this.#page('commits', number, signal);
      if (isRefusal(page)) {
        validUntil = this.#now() + Math.max(RETRY_PAGES_MS, page.retryAfterMs ?? 0);
        break;
      }
      // A push between two requests moves the pages, so the next page repeats the last commits of the page
      // before.
      const added = page.records.filter(({ json }) => !seen.has(JSON.stringify(json)));
      if (page.hasNext && added.length === 0) break;
      for (const record of added) {
        records.push(record);
        seen.add(JSON.stringify(record.json));
      }
      last = page;
    }
    return { answer: { status: 200, records, isWhole: !last.hasNext }, validUntil };
  }

  async #page(list: CodeHostList, number: number, signal?: AbortSignal): Promise<Page | CodeHostRefusal> {
    const path = this.#kind.lists[list].path(this);
    const url = `${this.#api}${path}${number === 1 ? '' : `&page=${number}`}`;
    const tagged = this.#tagged.get(url);
    const answer = await this.#get(url, tagged && { 'if-none-match': tagged.etag }, signal);
    if (isRefusal(answer)) return answer;
    const { response, text } = answer;
    if (response.status === 304 && tagged) return tagged.page;
    if (!response.ok) return this.#refusalOf(response, text);
    const page = this.#pageOf(list, response.headers, text);
    const etag = response.headers.get('etag');
    if (etag !== null && !isRefusal(page)) this.#tagged.set(url, { etag, page });
    return page;
  }

  /** The JSON at a path below the API. */
  async #sentFor(slot: string, path: string, signal?: AbortSignal): Promise<Sent | CodeHostRefusal> {
    const held = this.#sent.get(slot);
    const known = held?.path === path ? held : undefined;
    const answer = await this.#get(`${this.#api}${path}`, known && { 'if-none-match': known.etag }, signal);
    if (isRefusal(answer)) return answer;
    const { response, text } = answer;
    if (response.status === 304 && known) return known.sent;
    if (!response.ok) return this.#refusalOf(response, text);
    const { headers } = response;
    const sent: Sent = { raw: parsed(text), hasNext: (count) => this.#kind.hasNext(headers, count) };
    const etag = headers.get('etag');
    if (etag !== null) this.#sent.set(slot, { path, etag, sent });
    return sent;
  }

  async diff(change: ChangeName, signal?: AbortSignal): Promise<Diff | CodeHostRefusal> {
    const wait = this.#allowance.reservedMs('diff', this.#now());
    if (wait > 0) return this.#limited(wait);
    const { path, accept, read } = this.#kind.diff(this, change);
    const answer = await this.#get(`${this.#api}${path}`, accept === undefined ? {} : { accept }, signal);
    if (isRefusal(answer)) return answer;
    const { response, text } = answer;
    const { headers } = response;
    // So GitHub refuses a diff of more than 300 files or 20,000 lines.
    if (response.status === 406)
      return refusal(413, 'The change is so large that the code host sends no diff of it.');
    if (!response.ok) return this.#refusalOf(response, text);
    const sent = read ? read(text, headers) : { text, isWhole: !headers.has(DIFF_CUT_HEADER) };
    if (!sent) return refusal(502, 'The code host answered with something that is not a diff.');
    const diff = diffOf(sent.text);
    return { ...diff, isWhole: diff.isWhole && sent.isWhole };
  }

  /** Asks the code host, and again after some minutes: an owner may make a repository private. */
  async isPublic(signal?: AbortSignal): Promise<boolean> {
    if (this.#now() < this.#visibility.until) return this.#visibility.isPublic;
    // Visitors elsewhere may not reach a server in the owner's network.
    if (isLocalHost(this.url)) return false;
    const answer = await this.#get(`${this.#api}${this.#kind.repository(this)}`, {}, signal);
    const isKnown = !isRefusal(answer) && answer.response.ok;
    const isPublic = isKnown && this.#kind.isPublic(parsed(answer.text));
    this.#visibility = { isPublic, until: this.#now() + (isKnown ? VISIBILITY_MS : RETRY_VISIBILITY_MS) };
    return isPublic;
  }

  async #get(
    url: string,
    headers: Readonly<Record<string, string>> | undefined,
    signal?: AbortSignal,
  ): Promise<{ readonly response: Response; readonly text: string } | CodeHostRefusal> {
    const wait = this.#allowance.waitMs(this.#now());
    if (wait > 0) return this.#limited(wait);
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await this.#fetch(url, {
        headers: { ...this.#kind.headers(this.#token), ...headers },
        // Redirects are not followed: they could lead to a host that is not configured.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      text = await readBody(response, MAX_BODY_BYTES, this.url);
    } catch (error) {
      const cause = causeOf(error, this.#timeoutMs);
      return refusal(cause.startsWith('no answer') ? 504 : 502, `The code host cannot be read: ${cause}.`);
    }
    this.#allowance.read(response.headers, this.#now());
    return { response, text };
  }

  #pageOf(list: CodeHostList, headers: Headers, text: string): Page | CodeHostRefusal {
    const raw = parsed(text);
    if (!Array.isArray(raw))
      return refusal(502, 'The code host answered with something that is not a JSON list. Is its URL right?');
    const sent = raw.map((record: unknown) => this.#kind.lists[list].record(record));
    if (!looksLike(list, sent))
      return refusal(502, `The code host answered with a list, but not with ${list}.`);
    const count = sent.length;
    return {
      records: publicRecords(list, sent),
      count,
      hasNext: count > 0 && this.#kind.hasNext(headers, count),
      text,
    };
  }

  /** Whether a redirect leads to another repository of the same server. */
  #isRenamed(headers: Headers): boolean {
    const repositories = new URL(`${this.#api}${this.#kind.renamedTo}`);
    const target = URL.parse(headers.get('location') ?? '', repositories);
    return target?.origin === repositories.origin && target.pathname.startsWith(repositories.pathname);
  }

  /** @param waitMs Undefined if the code host does not say how long to wait. */
  #limited(waitMs: number | undefined): CodeHostRefusal {
    const { anonymousLimit, token } = this.#kind;
    const when =
      waitMs === undefined
        ? 'has sent too many'
        : `may send none before ${minuteOf(this.#now() + waitMs)} UTC`;
    const limited = refusal(429, `The code host limits requests, and the home ${when}.`, waitMs ?? LIMIT_MS);
    if (this.#token !== undefined || anonymousLimit === undefined) return limited;
    return { ...limited, advice: `${anonymousLimit} Set ${this.#names.variable} to ${token}.` };
  }

  /**
   * The refusal in the home's own words: the code host's message may name its users, its folders or the
   * token.
   */
  #refusalOf({ status, headers }: Response, text: string): CodeHostRefusal {
    const asked = retryAfterMs(headers, this.#now(), MAX_WAIT_MS);
    if (status === 429 || (status === 403 && this.#kind.isLimit(headers, text))) {
      const limited = this.#limited(asked ?? (this.#allowance.waitMs(this.#now()) || undefined));
      this.#allowance.pause(limited.retryAfterMs ?? LIMIT_MS, this.#now());
      return limited;
    }
    // A refused request counts, too.
    const wait = Math.max(asked ?? 0, this.#paceMs()) || undefined;
    return { ...this.#reasonOf(status, headers, text), ...(wait !== undefined && { retryAfterMs: wait }) };
  }

  #reasonOf(status: number, headers: Headers, text: string): CodeHostRefusal {
    if ([301, 302, 303, 307, 308].includes(status))
      return refusal(
        502,
        `The code host redirects: has the repository ${this.#isRenamed(headers) ? 'been renamed' : 'moved'}?`,
      );
    if (status < 400) return refusal(502, `The code host answered ${status} instead of a list.`);
    if (this.#kind.isEmpty(status, text)) return emptyRepository();
    if (status === 404) return { ...notFound(), advice: missingAdvice(this.#kind, this.#token, this.#names) };
    if (status !== 401 && status !== 403) return refusal(status, `The code host answered ${status}.`);
    return this.#token === undefined
      ? {
          ...refusal(status, `The code host requires a token: set ${this.#names.variable}.`),
          advice: `Set ${this.#names.variable} in the environment to ${this.#kind.token}.`,
        }
      : {
          ...refusal(status, 'The code host refuses the token: may it read this repository?'),
          advice: `Give the token in ${this.#names.variable} the right to read the repository, or make a new one: ${this.#kind.token}.`,
        };
  }
}
