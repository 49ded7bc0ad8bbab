import type { Config } from '../../config/config.ts';
import type { Reading } from '../reading.ts';
import type { Signal } from '../../core/signal.ts';
import type { PortalProblem } from '../records.ts';
import type { ReadingsState } from '../readings-state.ts';

/** What a source reaches the world with. The browser's own, or Node's, or a test's. */
export interface SourceIo {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Where the home is served, with a trailing slash. */
  readonly base: string;
  /**
   * True under Node: ETag and Last-Modified are remembered here and sent back. In the browser the HTTP cache does the same
   * with `cache: 'no-cache'`; headers of our own would cost every call a CORS preflight.
   */
  readonly conditional: boolean;
}

export type Outcome<T> = (
  | { readonly kind: 'value'; readonly value: T }
  /** The source answered, and truthfully has nothing. */
  | { readonly kind: 'empty'; readonly cause?: string }
) & {
  /** Records that were refused, each alone. */
  readonly problems?: readonly PortalProblem[];
  /** Commits only: from when on the list has every one. Milliseconds since the epoch; undefined where it is not known. */
  readonly knownSince?: number | undefined;
};

/** One outside reading: where it is asked for, how its answer is read, and where it goes. */
export interface Source<T> {
  /** For the debug overlay and tests. */
  readonly name: string;
  readonly intervalSeconds: number;
  readonly timeoutSeconds: number;
  /** What the reading's origin is called. */
  label(config: Config): string;
  url(config: Config, base: string): string;
  /** Throws a `SourceError`, or whatever fetch throws. */
  read(io: SourceIo, config: Config, signal: AbortSignal): Promise<Outcome<T>>;
  target(state: ReadingsState): Signal<Reading<T>>;
  /** Whether what it depends on is there; it is not asked before. */
  ready?(state: ReadingsState): boolean;
  /** Called after each good answer, for what does not fit into the reading. */
  after?(state: ReadingsState, outcome: Outcome<T>): void;
}

/** A failure whose message is the cause, in plain words, as the visitor reads it. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** HTTP status, where there was an answer. */
  readonly status: number | undefined;

  constructor(cause: string, status?: number) {
    super(cause);
    this.status = status;
  }
}

/** 2 MB: 50 commits with their files are 92 kB; ten times that is still somebody's honest answer. */
export const MAX_BODY_BYTES = 2_000_000;

export const hostOf = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
};

/** Who was asked, as a person would say it: a file of this home, this home, or a host. */
export function askedName(url: string, base: string): string {
  const { origin, host, pathname } = new URL(url);
  if (origin !== new URL(base).origin) return host;
  return /[^/]+\.\w+$/.exec(pathname)?.[0] ?? 'this home';
}

const tooLarge = (url: string, limit: number): SourceError =>
  new SourceError(`${hostOf(url)} sent more than ${Math.floor(limit / 1000)} kB`);

/** Reads a body up to a limit and not a byte further: a hostile upstream cannot fill the memory. */
async function readBody(response: Response, limit: number, url: string): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > limit) {
    await response.body?.cancel();
    throw tooLarge(url, limit);
  }
  if (!response.body) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > limit) {
      await reader.cancel();
      throw tooLarge(url, limit);
    }
    text += decoder.decode(value, { stream: true });
  }
}

const MAX_REASON_CHARACTERS = 160;

/** What the upstream itself says went wrong: `reason` (Open-Meteo), `message` (Gitea), `error` (mempool). */
function reasonIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return '';
    const { reason, message, error } = body as Record<string, unknown>;
    const found = [reason, message, error].find((said) => typeof said === 'string' && said !== '');
    return typeof found === 'string' ? found.slice(0, MAX_REASON_CHARACTERS) : '';
  } catch {
    return '';
  }
}

/** What this home says itself is a sentence; of anybody else one wants to know who said it, and with which status. */
function refusalText(url: string, base: string, status: number, reason: string): string {
  const asked = askedName(url, base);
  if (reason !== '' && asked === 'this home') return reason.replace(/\.$/, '');
  return `${asked} answered ${status}${reason && `: ${reason}`}`;
}

interface Remembered {
  readonly headers: Readonly<Record<string, string>>;
  readonly value: unknown;
}
/** Per io, so that two homes in one process never share an answer. */
const memories = new WeakMap<SourceIo, Map<string, Remembered>>();
const memoryOf = (io: SourceIo): Map<string, Remembered> => {
  const memory = memories.get(io) ?? new Map<string, Remembered>();
  memories.set(io, memory);
  return memory;
};

export interface Question<T> {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly parse: (text: string, headers: Headers) => T;
  readonly accept?: string;
  readonly maxBytes?: number;
  /** Turns an answer that is not OK into a value; undefined means that it is a failure. */
  readonly refused?: (status: number, text: string) => T | undefined;
}

/** Asks, within limits, and parses; throws a `SourceError` that says what is wrong. */
export async function getText<T>(io: SourceIo, question: Question<T>): Promise<T> {
  const { url, signal, parse, accept, maxBytes = MAX_BODY_BYTES, refused } = question;
  const memory = io.conditional ? memoryOf(io) : undefined;
  const known = memory?.get(url);
  let response: Response;
  try {
    response = await io.fetch(url, {
      signal,
      cache: 'no-cache',
      credentials: 'same-origin',
      ...(accept !== undefined || known ? { headers: { ...(accept && { accept }), ...known?.headers } } : {}),
    });
  } catch (error) {
    if (signal.aborted || error instanceof SourceError) throw error;
    throw new SourceError(`${hostOf(url)} cannot be reached`);
  }
  if (response.status === 304 && known) {
    await response.body?.cancel();
    return known.value as T;
  }
  let text: string;
  try {
    text = await readBody(response, maxBytes, url);
  } catch (error) {
    if (signal.aborted || error instanceof SourceError) throw error;
    throw new SourceError(`${hostOf(url)} broke off in the middle of its answer`);
  }
  if (!response.ok) {
    const value = refused?.(response.status, text);
    if (value !== undefined) return value;
    throw new SourceError(refusalText(url, io.base, response.status, reasonIn(text)), response.status);
  }
  const value = parse(text, response.headers);
  const etag = response.headers.get('etag');
  const modified = response.headers.get('last-modified');
  // Kept with its value, and only once that value was good: a 304 must always have something to stand for.
  if (memory && (etag || modified))
    memory.set(url, {
      headers: { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) },
      value,
    });
  return value;
}
