import { RequestError, TooLargeError } from '../../data/core/http.ts';

/** `fetch` as the gateway uses it: always with a signal that ends it after some time. */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** Statuses whose `Response` may have no body (Fetch standard, “null body status”). */
export const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/** Returns the result of `work`. Rejects with the signal's reason as soon as the signal is aborted. */
export async function unlessAborted<T>(
  signal: AbortSignal | null | undefined,
  work: PromiseLike<T>,
): Promise<T> {
  if (!signal) return work;
  const settled = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { signal: settled.signal });
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    settled.abort();
  }
}

/**
 * Returns a fetch whose requests are aborted when `end` is aborted. A request that still runs would keep the
 * process from ending.
 */
export const endedBy =
  (end: AbortSignal, fetch: Fetch): Fetch =>
  (input, init) =>
    fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, end]) : end });

/** Error codes of the system and of TLS, in plain words. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refused the connection',
  ENOTFOUND: 'its host name was not found',
  EAI_AGAIN: 'its host name could not be looked up',
  ECONNRESET: 'it broke the connection off',
  UND_ERR_SOCKET: 'it broke the connection off',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
};

/**
 * Why a request failed, in plain words and without addresses or credentials.
 * @param timeoutMs The time after which the signal of the request was aborted.
 */
export function causeOf(thrown: unknown, timeoutMs: number): string {
  if (thrown instanceof DOMException && (thrown.name === 'TimeoutError' || thrown.name === 'AbortError'))
    return `no answer within ${Math.round(timeoutMs / 100) / 10} s`;
  if (thrown instanceof TooLargeError) return 'its answer was too large';
  if (thrown instanceof RequestError) return thrown.message;
  const inner = thrown instanceof TypeError ? thrown.cause : thrown;
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
  return CAUSES[code] ?? 'it could not be reached';
}
