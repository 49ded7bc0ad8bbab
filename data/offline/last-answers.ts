import { MAX_BODY_BYTES, RequestError, readBody } from '../core/http.ts';
import { DAY_MS } from '../core/time.ts';
import { isFromProxy } from './unreachable.ts';

/** The cache of all homes of this origin. */
export const ANSWERS_CACHE = 'home-world answers';
/** Of a kept answer: when it came, in milliseconds since the epoch. */
const KEPT_AT = 'x-home-world-kept-at';
/** What readings need of an answer besides its body. */
const HEADERS: readonly string[] = ['content-type', 'x-known-since'];
/** A home has a dozen addresses; the others are of earlier configurations. */
const MAX_ANSWERS = 40;
const MAX_AGE_MS = 30 * DAY_MS;
/** A home that is silent this long counts as gone: the first time nothing is shown yet. */
const PATIENCE_MS = { first: 3_000, later: 8_000 };

const CHECK_TIMEOUT_MS = 10_000;

const UNREACHABLE = 'this home cannot be reached';
const NO_NETWORK = 'this browser has no network';

interface Means {
  readonly fetch: typeof globalThis.fetch;
  /** Undefined where the browser has none for this address, as over plain HTTP. */
  readonly caches: Pick<CacheStorage, 'open'> | undefined;
  readonly now: () => number;
  readonly isOnline: () => boolean;
  /** Where the home is served, with a trailing slash. */
  readonly base: string;
  readonly patienceMs?: typeof PATIENCE_MS;
}

/** When a kept answer came. */
export const keptAt = ({ headers }: Response): number => Number(headers.get(KEPT_AT));

/**
 * Requests the home and its upstreams, and keeps the last good answer of each address. `kept` returns it after
 * a failure.
 */
export class LastAnswers {
  readonly #means: Means;
  readonly #requested = new Set<string>();
  /** The requests that are late, by their addresses. */
  readonly #late = new Map<string, AbortController>();
  #isHomeGone = false;
  /** Resolves when answers may be written. */
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

  /** Asks the home whether it answers; not without a network. */
  async checkHome(end: AbortSignal): Promise<void> {
    const { isOnline, base } = this.#means;
    if (!isOnline()) return;
    const signal = AbortSignal.any([end, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
    const init = { method: 'HEAD', cache: 'no-store', signal } as const;
    await this.#fetchOwn(new URL('version.json', base).href, init).catch(() => undefined);
  }

  /** Answers are written from now on, also those that came before: at first the page needs the machine more. */
  begin(): void {
    this.#begin();
  }

  /** As the global `fetch`, for addresses that are read with GET. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const { fetch, isOnline, base } = this.#means;
    if (!isOnline()) throw new RequestError(NO_NETWORK);
    const response = await (url.startsWith(base) ? this.#fetchOwn(url, init) : fetch(url, init));
    if (this.#mayKeep(response)) void this.#keep(url, response.clone());
    return response;
  }

  /**
   * The last good answer of an address, which says when it came (`keptAt`). At the
   * home's own addresses, the query only says how much of a list a page asks for, so it is ignored: a longer
   * or shorter list is better than none.
   */
  async kept(url: string): Promise<Response | undefined> {
    const { caches, now, base } = this.#means;
    try {
      const cache = await caches?.open(ANSWERS_CACHE);
      const all = (await cache?.matchAll(url, { ignoreSearch: url.startsWith(base) })) ?? [];
      const [newest] = all.toSorted((one, other) => keptAt(other) - keptAt(one));
      return newest && now() - keptAt(newest) < MAX_AGE_MS ? newest : undefined;
    } catch {
      // The browser refuses storage.
      return undefined;
    }
  }

  /**
   * Rejects if the home does not answer in time and an answer is kept. A late one is kept too, until the
   * next request ends it: a browser has six connections for a home, and the hanging ones would fill them.
   */
  async #fetchOwn(url: string, init: RequestInit): Promise<Response> {
    const { fetch, patienceMs = PATIENCE_MS } = this.#means;
    this.#late.get(url)?.abort();
    this.#late.delete(url);
    const ending = new AbortController();
    const signals = [ending.signal, ...(init.signal ? [init.signal] : [])];
    let isLate = false;
    const request = fetch(url, { ...init, signal: AbortSignal.any(signals) }).then((response) => {
      if (isFromProxy(response)) throw new RequestError(UNREACHABLE);
      if (isLate && this.#mayKeep(response)) void this.#keep(url, response);
      return response;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const check = async (): Promise<void> => {
        isLate = (await this.kept(url)) !== undefined;
        if (!isLate) return;
        this.#late.set(url, ending);
        reject(new RequestError('this home is slow to answer'));
      };
      timer = setTimeout(() => void check(), patienceMs[this.#requested.has(url) ? 'later' : 'first']);
    });
    this.#requested.add(url);
    try {
      const response = await Promise.race([request, late]);
      this.#isHomeGone = false;
      return response;
    } catch (error) {
      if (init.signal?.aborted) throw error;
      this.#isHomeGone = true;
      throw error instanceof RequestError ? error : new RequestError(UNREACHABLE);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Only such an answer is cloned: a clone that nobody reads holds the rest of the answer. */
  #mayKeep({ ok, headers }: Response): boolean {
    return ok && this.#means.caches !== undefined && !headers.get('cache-control')?.includes('no-store');
  }

  async #keep(url: string, response: Response): Promise<void> {
    const { caches, now } = this.#means;
    const headers = new Headers({ [KEPT_AT]: String(now()) });
    for (const name of HEADERS) {
      const value = response.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    try {
      // With the limit of the reader: the request ends only when both have given up.
      const body = await readBody(response, MAX_BODY_BYTES, url);
      await this.#begun;
      const cache = await caches?.open(ANSWERS_CACHE);
      if (!cache) return;
      await cache.put(url, new Response(body, { headers }));
      // In the order in which they were put: the oldest goes.
      const all = await cache.keys();
      if (all.length > MAX_ANSWERS && all[0]) await cache.delete(all[0]);
    } catch {
      // No storage, no room, too large, or the answer broke off: what was kept before stays.
    }
  }
}
