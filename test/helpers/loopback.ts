import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

export interface Loopback extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`, no trailing slash. */
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage & SeenRequest, response: ServerResponse) => void;

/** A real HTTP server on 127.0.0.1, on a port the system chooses. */
export async function listen(handler: Handler): Promise<Loopback> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    seen.push({ method, url, headers });
    handler(Object.assign(request, { method, url }), response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const close = (): Promise<void> =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, seen, close, [Symbol.asyncDispose]: close };
}

/** The same while a test runs; resolves with the address. */
export async function listenFor(
  t: { after(end: () => Promise<void>): void },
  handler: Handler,
): Promise<string> {
  const { url, close } = await listen(handler);
  t.after(close);
  return url;
}

/** A handler that waits for the body. A request that breaks off has none. */
export const withBody =
  (
    handler: (request: IncomingMessage & SeenRequest, body: string, response: ServerResponse) => unknown,
  ): Handler =>
  (request, response) =>
    void text(request).then(
      (body) => handler(request, body, response),
      () => undefined,
    );
