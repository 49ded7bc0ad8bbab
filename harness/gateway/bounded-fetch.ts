import { RequestError } from '../../data/core/http.ts';

/**
 * The gateway's own requests: always with a time-out, never with more bytes than somebody planned
 * for.
 */
export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/**
 * The result of `work`, or a rejection with the signal's reason as soon as that is aborted. The
 * work itself goes on.
 */
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

class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** The body as text; stops reading and throws `TooLarge` once it passes `maxBytes`. */
export async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const declared = Number(response.headers.get('content-length') ?? 0);
  if (declared > maxBytes) {
    await response.body?.cancel();
    throw new TooLarge(`more than ${maxBytes} bytes`);
  }
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop cancels the stream.
    if (size > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Why a request failed, in plain words; addresses and credentials stay out of it. */
export function causeOf(thrown: unknown, timeoutMs: number): string {
  if (thrown instanceof DOMException && (thrown.name === 'TimeoutError' || thrown.name === 'AbortError'))
    return `no answer within ${Math.round(timeoutMs / 100) / 10} s`;
  if (thrown instanceof RequestError) return thrown.message;
  if (thrown instanceof TooLarge) return 'its answer was too large';
  const inner = thrown instanceof Error ? thrown.cause : undefined;
  const code = inner instanceof Error && 'code' in inner ? String(inner.code) : '';
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'it refused the connection',
    ENOTFOUND: 'its name is not known',
    EAI_AGAIN: 'its name could not be looked up',
    ECONNRESET: 'it broke the connection off',
    UND_ERR_SOCKET: 'it broke the connection off',
    CERT_HAS_EXPIRED: 'its certificate has expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  };
  return known[code] ?? 'it could not be reached';
}
