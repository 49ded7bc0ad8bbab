import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { type Server, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { type PinnedFetch, pinnedFetch } from '../../../harness/outbound/pinned-fetch.ts';
import { temporaryFolder } from '../helpers.ts';

/** The hosts of the push service; visitors need the name of a known one. */
export const OWN_HOST = 'push.example';
export const KNOWN_HOST = 'fcm.googleapis.com';

export interface Received {
  readonly host: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** `performance.now()` */
  readonly at: number;
}

type Answer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

/** Makes a certificate authority and a certificate of it for the hosts of the push service. */
function certificates(folder: string): { ca: string; key: string; cert: string } {
  const openssl = (words: string): void =>
    void execFileSync('openssl', words.split(' '), { stdio: 'pipe', cwd: folder });
  const names = `subjectAltName=DNS:${OWN_HOST},DNS:${KNOWN_HOST}`;
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2';
  openssl(`req -x509 ${key} -keyout ca.key -out ca.pem -subj /CN=test-CA`);
  openssl(
    `req -x509 ${key} -CA ca.pem -CAkey ca.key -keyout key.pem -out cert.pem -subj /CN=push ` +
      `-addext ${names} -addext basicConstraints=critical,CA:FALSE`,
  );
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return { ca: read('ca.pem'), key: read('key.pem'), cert: read('cert.pem') };
}

/** A push service on this machine, over TLS, that counts what it gets. */
export class PushHost {
  readonly received: Received[] = [];
  /** What it answers next, for each path; then 201. */
  readonly answers = new Map<string, Answer[]>();
  readonly #server: Server;
  readonly #dispose: () => Promise<void>;

  private constructor(server: Server, dispose: () => Promise<void>) {
    this.#server = server;
    this.#dispose = dispose;
  }

  static async start(): Promise<PushHost> {
    const { path, dispose } = await temporaryFolder();
    const { ca, key, cert } = certificates(path);
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ca]);
    const server = createServer({ key, cert });
    const host = new PushHost(server, dispose);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { headers, url = '' } = request;
        const body = Buffer.concat(parts);
        host.received.push({ host: headers.host ?? '', path: url, headers, body, at: performance.now() });
        const { status, headers: sent } = host.answers.get(url)?.shift() ?? { status: 201 };
        response.writeHead(status, sent).end();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return host;
  }

  /** Sends what is for the internet to this server, with the name in the URL. */
  get fetch(): PinnedFetch {
    const { port } = this.#server.address() as AddressInfo;
    return (url, init) => {
      const here = new URL(url);
      here.port = String(port);
      return pinnedFetch(here.href, init, ['127.0.0.1']);
    };
  }

  at(path: string): readonly Received[] {
    return this.received.filter((one) => one.path === path);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
    await this.#dispose();
  }
}
