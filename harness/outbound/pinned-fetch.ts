import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { Readable } from 'node:stream';
import { NULL_BODY_STATUSES } from './fetch.ts';

/**
 * A fetch that follows no redirect and connects to one of these IP addresses, whatever the host
 * name.
 */
export type PinnedFetch = (
  url: string,
  init: RequestInit | undefined,
  addresses: readonly string[],
) => Promise<Response>;

/** Returns a look-up for `net.connect` that asks no name server and always gives these addresses. */
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
    'accept-encoding': 'identity',
    'user-agent': 'node',
    // Every `fetch` sends this header for `no-cache`.
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
  if (method !== 'HEAD' && !NULL_BODY_STATUSES.has(status))
    return new Response(Readable.toWeb(message) as ReadableStream, { status, headers });
  message.resume();
  return new Response(null, { status, headers });
}

/**
 * `fetch` looks the host name up again when it connects, so it may reach another address than the one that
 * was checked. The `Agent` of undici could fix the address, but Node does not export it. So this function
 * uses `http.request` of Node. It asks for no compression. Each request has its own connection, because a
 * connection that is kept open could lead to an address of an earlier look-up. The caller limits time and
 * size, with the signal and `readBody`. A body that is sent is a `Uint8Array`.
 *
 * Rejects as `fetch` does: with the signal's reason, or with a `TypeError` whose `cause` is the error of the
 * system. A body that breaks off rejects with the signal's reason or the error of the system.
 */
export const pinnedFetch: PinnedFetch = (input, init = {}, addresses) =>
  new Promise((resolve, reject) => {
    const url = new URL(input);
    const method = init.method ?? 'GET';
    const { signal } = init;
    signal?.throwIfAborted();
    const fail = (cause: unknown): void =>
      reject(signal?.aborted ? (signal.reason as Error) : new TypeError('fetch failed', { cause }));
    // `fetch` also refuses credentials in a URL. Node would send them in the header `authorization`.
    if (url.username !== '' || url.password !== '') return fail(new Error('a URL with credentials'));
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method,
      headers: headersOf(init),
      agent: false,
      lookup: lookupOf(addresses),
    });
    // Destroys the request or the response itself: with the option `signal` of `http.request`, a body would
    // break off without the signal's reason.
    let running: ClientRequest | IncomingMessage = request;
    const abort = (): void => void running.destroy(signal?.reason as Error);
    signal?.addEventListener('abort', abort);
    request.on('close', () => signal?.removeEventListener('abort', abort));
    request.on('error', fail);
    request.on('response', (message) => {
      running = message;
      try {
        resolve(responseOf(message, method));
      } catch (error) {
        // The response has a status or a header that a `Response` may not have.
        message.destroy();
        fail(error);
      }
    });
    request.end(init.body instanceof Uint8Array ? init.body : undefined);
  });
