/** The functions that requests use. A browser, Node or a test provides them. */
export interface HttpIo {
  readonly fetch: typeof globalThis.fetch;
  /** Where the home is served, with a trailing slash. */
  readonly base: string;
  /**
   * The cache of answers under Node (`harness/gateway/answer-cache.ts`). Browsers have the HTTP cache
   * (`cache: 'no-cache'`); additional headers would cost a CORS preflight for each request.
   */
  readonly cache?: {
    /** Headers of a conditional request; undefined if no answer is cached. */
    headers(url: string): Readonly<Record<string, string>> | undefined;
    value(url: string): unknown;
    /** Call it for valid values only, because a 304 refers to the cached value. */
    keep(url: string, headers: Headers, value: unknown): void;
  };
}

/** The last answer before a failed request. `fetchedAt` in milliseconds since the epoch. */
type LastAnswer = { readonly fetchedAt: number } & (
  | { readonly state: 'stale'; readonly value: unknown }
  | { readonly state: 'empty'; readonly value: undefined }
);

const TOO_MANY_REQUESTS = 429;

/** A failure. Its message is the cause in plain words, which the visitor reads. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** Set if the last answer is stored (`data/offline/`). */
  declare last?: LastAnswer;
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;

  constructor(cause: string, status?: number) {
    super(cause);
    this.status = status;
  }

  /** Whether the server refused the request, for example with 404. Other failures may be temporary. */
  get isRefusal(): boolean {
    const { status = 0 } = this;
    return status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS;
  }
}

/** 2 MB: 50 commits with their files are 92 kB, and a correct answer may be ten times as large. */
export const MAX_BODY_BYTES = 2_000_000;
const MAX_REASON_CHARACTERS = 160;

/** Host and port of a URL; the text itself if it is not a URL. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

/** A name of the upstream for people: a file of this home, “this home” (also for a diff), or a host. */
export function upstreamName(url: string, base: string): string {
  const { origin, host, pathname } = new URL(url);
  if (origin !== new URL(base).origin) return host;
  return /[^/]+\.(?!diff$)\w+$/.exec(pathname)?.[0] ?? 'this home';
}

/** A server that gave no answer. */
export class UnreachableError extends RequestError {}

/** An answer larger than the limit of its reader. */
export class TooLargeError extends RequestError {}

const tooLarge = (url: string, maxBytes: number): TooLargeError =>
  new TooLargeError(`${hostOf(url)} sent more than ${Math.floor(maxBytes / 1000)} kB`);

/** Reads a body of limited size. Throws a `TooLargeError`. */
export async function readParts(
  { headers, body }: Response,
  maxBytes: number,
  url: string,
): Promise<Uint8Array<ArrayBuffer>[]> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) {
    await body?.cancel();
    throw tooLarge(url, maxBytes);
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  if (!body) return parts;
  const reader = body.getReader();
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw tooLarge(url, maxBytes);
    }
    parts.push(value);
  }
}

/** Reads a body of limited size as text. Throws a `TooLargeError`. */
export const readBody = async (response: Response, maxBytes: number, url: string): Promise<string> =>
  new Blob(await readParts(response, maxBytes, url)).text();

/** The upstream's own reason: `reason` (Open-Meteo), `message` (Gitea) or `error` (mempool). */
function reasonIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return '';
    const { reason, message, error } = body as Record<string, unknown>;
    for (const found of [reason, message, error])
      if (typeof found === 'string' && found !== '') return found.slice(0, MAX_REASON_CHARACTERS);
    return '';
  } catch {
    return '';
  }
}

/** The reason from this home's gateway; for another upstream its name, the status and the reason. */
function refusalText(url: string, base: string, status: number, text: string): string {
  const reason = reasonIn(text);
  const upstream = upstreamName(url, base);
  if (reason !== '' && upstream === 'this home') return reason.replace(/\.$/, '');
  return `${upstream} answered ${status}${reason && `: ${reason}`}`;
}

export interface TextRequest<T> {
  readonly url: string;
  readonly signal: AbortSignal;
  /** Throws a `RequestError` for a text that it cannot read. */
  readonly parse: (text: string, headers: Headers, url: string) => T;
  readonly maxBytes?: number | undefined;
  /** Turns an answer that is not OK into a value; undefined means that it is a failure. */
  readonly refused?: ((status: number, text: string) => T | undefined) | undefined;
}

/** Fetches and parses. Throws a `RequestError` with the cause, or the signal's reason. */
export async function getText<T>(io: HttpIo, request: TextRequest<T>): Promise<T> {
  const { url, signal, parse, maxBytes = MAX_BODY_BYTES, refused } = request;
  const headers = io.cache?.headers(url);
  /** Returns an abort or a `RequestError` unchanged, and a new error with `text` for any other error. */
  const failure = (error: unknown, text: string, Failure = RequestError): unknown =>
    signal.aborted || error instanceof RequestError ? error : new Failure(`${hostOf(url)} ${text}`);

  let response: Response;
  try {
    response = await io.fetch(url, {
      signal,
      cache: 'no-cache',
      credentials: 'same-origin',
      ...(headers && { headers }),
    });
  } catch (error) {
    throw failure(error, 'cannot be reached', UnreachableError);
  }
  if (response.status === 304 && headers) {
    await response.body?.cancel();
    return io.cache?.value(url) as T;
  }
  let text: string;
  try {
    text = await readBody(response, maxBytes, url);
  } catch (error) {
    throw failure(error, 'broke off in the middle of its answer');
  }
  if (!response.ok) {
    const value = refused?.(response.status, text);
    if (value !== undefined) return value;
    throw new RequestError(refusalText(url, io.base, response.status, text), response.status);
  }
  const value = parse(text, response.headers, url);
  io.cache?.keep(url, response.headers, value);
  return value;
}

/** The statuses with which a proxy answers if the home behind it does not run. */
const PROXY_STATUS: readonly number[] = [502, 503, 504];

/**
 * Whether a proxy answered instead of the home. If the home itself answers with such a status, the body is
 * JSON and names the upstream that failed.
 */
export const isFromProxy = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  PROXY_STATUS.includes(status) && !headers.get('content-type')?.includes('json');
