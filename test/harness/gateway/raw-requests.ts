import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';

export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends these lines unchanged, and returns the answer once the home has closed the connection. */
export const send = (url: string, ...lines: readonly string[]): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', ...body] = text.split('\r\n\r\n');
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body: body.join('\r\n\r\n') });
    });
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });

export const get = (url: string, path: string, host: string, ...more: readonly string[]): Promise<Answer> =>
  send(url, `GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...more);

export const upgrade = (url: string, host: string): Promise<Answer> =>
  send(
    url,
    'GET /api/world/ws HTTP/1.1',
    `Host: ${host}`,
    `Origin: http://${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  );

/** Requests an unchanged path with any headers, `Host` included: `fetch` would normalise them. */
export const raw = (
  url: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  sent: Uint8Array = new Uint8Array(),
) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    request({ hostname, port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        });
      });
    })
      .on('error', reject)
      .end(sent);
  });

/** The attributes of every element with this name, in order. */
export function elementsIn(html: string, name: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  const walk = (node: Tree.Node): void => {
    if ('tagName' in node && node.tagName === name)
      found.push(Object.fromEntries(node.attrs.map(({ name: key, value }) => [key, value])));
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(parse(html));
  return found;
}
