import { MAX_BODY_BYTES, RequestError, isFromProxy, readBody } from '../core/http.ts';
import { DAY_MS } from '../core/time.ts';

/** The name of the cache, shared by all homes of this origin. */
export const ANSWERS_CACHE = 'home-world answers';
/** A header of a stored answer: when it was received, in milliseconds since the epoch. */
const KEPT_AT = 'x-home-world-kept-at';
/** The headers that readings need. */
const HEADERS: readonly string[] = ['content-type', 'x-known-since'];
/**
 * The maximum number of stored answers. A home has about twelve URLs; other answers are from earlier
 * configurations.
 */
const MAX_ANSWERS = 40;
const MAX_AGE_MS = 30 * DAY_MS;
/**
 * If the home has not answered after this time, it counts as gone. The first wait is shorter, because the
 * page shows nothing yet.
 */
const PATIENCE_MS = { first: 3_000, later: 8_000 };

const CHECK_TIMEOUT_MS = 10_000;

const UNREACHABLE = 'this home cannot be reached';
const NO_NETWORK = 'this browser has no network';

interface Means {
  readonly fetch: typeof globalThis.fetch;
  /** Undefined if the browser has no cache for this origin, for example over plain HTTP. */
  readonly caches: Pick<CacheStorage, 'open'> | undefined;
  readonly now: () => number;
  readonly isOnline: () => boolean;
  /** Where the home is served, with a trailing slash. */
  readonly base: string;
  readonly patienceMs?: typeof PATIENCE_MS;
}

/** The repository that an address of the home chooses. The rest of its query only limits a list. */
const repositoryIn = (url: string): string | null => new URL(url).searchParams.get('repo');

/** Rejects for an answer that must not be stored. */
type Check = (answer: Response) => Promise<unknown>;

/** When a stored answer was received. */
export const keptAt = ({ headers }: Response): number => Number(headers.get(KEPT_AT));

/**
 * Requests the home and its upstreams, and stores the last good answer of each URL. `kept` returns that
 * answer after a failure.
 */
export class LastAnswers {
  readonly #means: Means;
  readonly #requested = new Set<string>();
  /** The pending requests that are late, by URL. */
  readonly #late = new Map<string, AbortController>();
  #isHomeGone = false;
  /** Resolves when answers may be stored. */
  readonly #begun: Promise<void>;
  #begin: () => void = () => undefined;

  constructor(means: Means) {
    this.#means = means;
    this.#begun = new Promise((resolve) => (this.#begin = resolve));
  }

  /** Whether the last request to the home itself failed. */
  get isHomeGone(): boolean {
    return this.#isHomeGone;
  }

  /** Requests the home to find out whether it answers; does nothing without a network. */
  async checkHome(end: AbortSignal): Promise<void> {
    const { isOnline, base } = this.#means;
    if (!isOnline()) return;
    const signal = AbortSignal.any([end, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
    const init = { method: 'HEAD', cache: 'no-store', signal } as const;
    await this.#fetchOwn(new URL('version.json', base).href, init).catch(() => undefined);
  }

  /**
   * Starts to store answers, including those that have already arrived. The page calls this after it has
   * loaded, because storing answers would slow the loading down.
   */
  begin(): void {
    this.#begin();
  }

  /** Like the global `fetch`, for GET requests. The answer is stored when `check` has resolved. */
  async fetch(url: string, init: RequestInit = {}, check?: Check): Promise<Response> {
    const { fetch, isOnline, base } = this.#means;
    if (!isOnline()) throw new RequestError(NO_NETWORK);
    const response = await (url.startsWith(base) ? this.#fetchOwn(url, init, check) : fetch(url, init));
    if (this.#mayKeep(response)) void this.#keep(url, response.clone(), check);
    else if (response.status === 401) void this.#forget(url);
    return response;
  }

  /**
   * The last good answer of a URL; `keptAt` returns when it was received. For the home's own URLs, a list of another
   * length is better than none.
   */
  async kept(url: string): Promise<Response | undefined> {
    const { caches, now, base } = this.#means;
    try {
      const cache = await caches?.open(ANSWERS_CACHE);
      if (!cache) return undefined;
      const stored = await cache.keys(url, { ignoreSearch: url.startsWith(base) });
      const same = stored.filter((one) => repositoryIn(one.url) === repositoryIn(url));
      const all = (await Promise.all(same.map((one) => cache.match(one)))).flatMap((one) => one ?? []);
      const [newest] = all.toSorted((one, other) => keptAt(other) - keptAt(one));
      return newest && now() - keptAt(newest) < MAX_AGE_MS ? newest : undefined;
    } catch {
      // The browser blocks storage.
      return undefined;
    }
  }

  /**
   * Requests a URL of the home. Rejects if the home is late and an answer is stored. A late answer is still
   * stored, unless the next request for the URL aborts it: a browser has six connections per host, and
   * hanging requests would use all of them.
   */
  async #fetchOwn(url: string, init: RequestInit, check?: Check): Promise<Response> {
    const { fetch, patienceMs = PATIENCE_MS } = this.#means;
    this.#late.get(url)?.abort();
    this.#late.delete(url);
    const ending = new AbortController();
    const signals = [ending.signal, ...(init.signal ? [init.signal] : [])];
    let isLate = false;
    const request = fetch(url, { ...init, signal: AbortSignal.any(signals) }).then((response) => {
      if (isFromProxy(response)) throw new RequestError(UNREACHABLE);
      if (isLate && this.#mayKeep(response)) void this.#keep(url, response, check);
      return response;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const giveUp = async (): Promise<void> => {
        isLate = (await this.kept(url)) !== undefined;
        if (!isLate) return;
        this.#late.set(url, ending);
        reject(new RequestError('this home is slow to answer'));
      };
      timer = setTimeout(() => void giveUp(), patienceMs[this.#requested.has(url) ? 'later' : 'first']);
    });
    this.#requested.add(url);
    try {
      const response = await Promise.race([request, late]);
      this.#isHomeGone = false;
      return response;
    } catch (error) {
      const { aborted = false, reason } = init.signal ?? {};
      // A time limit has another reason than `abort()`.
      if ((reason as Error | undefined)?.name !== 'AbortError') this.#isHomeGone = true;
      if (aborted) throw error;
      throw error instanceof RequestError ? error : new RequestError(UNREACHABLE);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Whether the answer may be stored. Other answers are not cloned, because an unread clone keeps the rest of
   * the body in memory. No reading is HTML, which a source may take for the page of a static host.
   */
  #mayKeep({ ok, headers }: Response): boolean {
    return (
      ok &&
      this.#means.caches !== undefined &&
      !headers.get('cache-control')?.includes('no-store') &&
      !headers.get('content-type')?.includes('text/html')
    );
  }

  /** Removes the stored answer of a URL that the visitor may no longer read. */
  async #forget(url: string): Promise<void> {
    const cache = await this.#means.caches?.open(ANSWERS_CACHE).catch(() => undefined);
    await cache?.delete(url, { ignoreSearch: url.startsWith(this.#means.base) }).catch(() => undefined);
  }

  async #keep(url: string, response: Response, check?: Check): Promise<void> {
    const { caches, now } = this.#means;
    const headers = new Headers({ [KEPT_AT]: String(now()) });
    for (const name of HEADERS) {
      const value = response.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    try {
      // Uses the limit of the other reader, because the request ends only when both bodies are cancelled.
      const body = await readBody(response, MAX_BODY_BYTES, url);
      await check?.(new Response(body, { headers }));
      await this.#begun;
      const cache = await caches?.open(ANSWERS_CACHE);
      if (!cache) return;
      await cache.put(url, new Response(body, { headers }));
      // Keys are in the order of insertion, so the first is the oldest.
      const all = await cache.keys();
      if (all.length > MAX_ANSWERS && all[0]) await cache.delete(all[0]);
    } catch {
      // Storage is blocked or full, or the body is refused, too large or incomplete: the earlier answer stays.
    }
  }
}
