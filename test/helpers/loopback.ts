import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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

export type Handler = (request: SeenRequest, response: ServerResponse) => void;

/** A real HTTP server on 127.0.0.1, on a port the system chooses. */
export async function listen(handler: Handler): Promise<Loopback> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const entry: SeenRequest = {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      headers: request.headers,
    };
    seen.push(entry);
    handler(entry, response);
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
