import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { Readable } from 'node:stream';

/**
 * A fetch that follows no redirect and connects to one of these IP addresses, whatever the host
 * name.
 */
export type PinnedFetch = (
  url: string,
  init: RequestInit | undefined,
  addresses: readonly string[],
) => Promise<Response>;

/** Statuses whose response has no body (Fetch standard, “null body status”). */
const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** A look-up for `net.connect` that asks no name server: it always gives these addresses. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (hostname, { all }, callback) => {
    const [first] = found;
    if (!first) callback(new Error(`${hostname} has no address`), '');
    else if (all === true) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

function headersOf({ headers, cache }: RequestInit): Record<string, string> {
  return {
    accept: '*/*',
    'user-agent': 'node',
    // What every fetch sends for `no-cache`.
    ...(cache === 'no-cache' && { 'cache-control': 'max-age=0' }),
    ...Object.fromEntries(new Headers(headers)),
  };
}

function responseOf(message: IncomingMessage, method: string): Response {
  const { statusCode: status = 0, rawHeaders } = message;
  const headers = new Headers();
  rawHeaders.forEach((name, index) => {
    if (index % 2 === 0) headers.append(name, rawHeaders[index + 1] ?? '');
  });
  if (method !== 'HEAD' && !NO_BODY.has(status))
    return new Response(Readable.toWeb(message) as ReadableStream, { status, headers });
  message.resume();
  return new Response(null, { status, headers });
}

/**
 * `fetch` itself looks the host name up when it connects, and cannot be told where to connect to:
 * an address that was checked before may not be the one it reaches. So this one is made from Node's
 * `http.request`. It asks for no compression, and each request has a connection of its own: one
 * that is kept could lead to an address of an earlier look-up.
 *
 * Rejects as `fetch` does: with the signal's reason, or with a `TypeError` whose `cause` is the
 * system's error.
 */
export const pinnedFetch: PinnedFetch = (input, init = {}, addresses) =>
  new Promise((resolve, reject) => {
    const url = new URL(input);
    const method = init.method ?? 'GET';
    const { signal } = init;
    const fail = (cause: unknown): void =>
      reject(signal?.aborted ? (signal.reason as Error) : new TypeError('fetch failed', { cause }));
    // `fetch` refuses these too, and Node would send them as a password.
    if (url.username !== '' || url.password !== '') return fail(new Error('a URL with credentials'));
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      headers: headersOf(init),
      agent: false,
      lookup: lookupOf(addresses),
      ...(signal && { signal }),
    });
    request.on('error', fail);
    request.on('response', (message) => {
      try {
        resolve(responseOf(message, method));
      } catch (error) {
        // A status or a header that no `Response` may have.
        message.destroy();
        fail(error);
      }
    });
    request.end();
  });
