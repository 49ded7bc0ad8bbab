import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, createServer, request as forward } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Finding } from '../../../harness/doctor/finding.ts';
import { checkProxy } from '../../../harness/doctor/proxy.ts';
import { freePort } from '../../helpers/free-port.ts';
import { listen } from '../../helpers/loopback.ts';
import { type TestHome, startHome, temporaryFolder, writeDist } from '../helpers.ts';

const PATIENT_MS = 30_000;
const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find((path) => existsSync(path));

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let home: TestHome;
before(async () => {
  place = await temporaryFolder();
  const dist = await writeDist(place.path);
  await writeFile(join(dist, 'index.html'), '<!doctype html><hw-home></hw-home>');
  // This home accepts no host name but that of the proxy, as a home with --public-url does.
  home = await startHome({ dist, hostNames: ['proxy.test'], trustProxy: 1 });
});
after(async () => {
  await home.close();
  await place.dispose();
});

const check = (publicUrl: string, more: { timeoutMs?: number; trustProxy?: number; home?: string } = {}) =>
  checkProxy({ publicUrl, timeoutMs: PATIENT_MS, trustProxy: 1, home: `${home.url}/`, ...more });
const summary = (findings: readonly Finding[]): string[] =>
  findings.map(({ name, state }) => `${name}: ${state}`);
const words = ({ says, fix = '' }: Finding): string => `${says} ${fix}`;

type Headers = Record<string, string | string[] | undefined>;

/** A proxy that may change what it passes on. Without `sockets` it answers WebSockets as any request. */
async function startProxy(
  options: {
    request?: (headers: Headers) => Headers;
    response?: (headers: Headers) => Headers;
    sockets?: boolean;
  } = {},
) {
  const { request = (headers) => headers, response = (headers) => headers, sockets = false } = options;
  const port = Number(new URL(home.url).port);
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    // As a proxy of HTTP/1.0: without the two headers of a connection.
    const { connection: _connection, upgrade: _upgrade, ...headers } = incoming.headers;
    const upstream = forward(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers: request(headers) },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, response(answer.headers));
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(upstream);
  });
  if (sockets)
    server.on('upgrade', (incoming, socket) => {
      const upstream = connect(port, '127.0.0.1', () => {
        const lines = Object.entries(request(incoming.headers)).map(
          ([name, value]) => `${name}: ${String(value)}`,
        );
        upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
        upstream.pipe(socket).pipe(upstream);
      });
      for (const end of [upstream, socket]) end.on('error', () => socket.destroy());
    });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, [Symbol.asyncDispose]: close };
}

test('finds nothing wrong with a proxy that passes everything on', async () => {
  await using proxy = await startProxy({ sockets: true });
  const found = await check(proxy.url);
  assert.deepEqual(
    summary(found),
    ['public address: ok', 'proxy headers: ok', 'proxy websocket: ok'],
    words(found[2]!),
  );
});

test('finds nothing wrong with the caching of a home of which visitors see only a part', async () => {
  const dist = await writeDist(join(place.path, 'private'));
  await writeFile(join(dist, 'index.html'), '<!doctype html><hw-home></hw-home>');
  await using open = await startHome({ dist, settings: { access: { visitorsSee: ['weather'] } } });
  const [, headers] = await check(`${open.url}/`, { home: `${open.url}/` });
  assert.deepEqual(summary([headers!]), ['proxy headers: ok'], words(headers!));
});

test('names each thing that a proxy does wrong, and what to do', async () => {
  for (const [options, name, expected] of [
    [{ sockets: false }, 'proxy websocket', /it answered 426 [\s\S]*Upgrade and Connection/],
    [
      { request: (headers: Headers) => ({ ...headers, host: 'backend' }) },
      'proxy headers',
      /does not know the host name[\s\S]*Host \$http_host/,
    ],
    [
      { request: (headers: Headers) => ({ ...headers, host: '10.0.0.7:4200' }) },
      'proxy headers',
      /asked for 10\.0\.0\.7:4200, and visitors ask for 127\.0\.0\.1:\d+/,
    ],
    [
      { sockets: true, request: (headers: Headers) => ({ ...headers, host: '10.0.0.7:4200' }) },
      'proxy websocket',
      /it answered 403 [\s\S]*Host \$http_host/,
    ],
    [
      { response: (headers: Headers) => ({ ...headers, 'cache-control': 'public, max-age=600' }) },
      'proxy headers',
      /“public, max-age=600”/,
    ],
    [
      { response: ({ 'content-security-policy': _policy, ...headers }: Headers) => headers },
      'proxy headers',
      /removes the header Content-Security-Policy/,
    ],
  ] as const) {
    await using proxy = await startProxy(options);
    const found = (await check(proxy.url)).find((finding) => finding.name === name);
    assert.equal(found?.state, 'problem', words(found!));
    assert.match(words(found!), expected);
  }
});

test('says that a static host has no bridge', async () => {
  await using files = await listen(({ url }, response) => {
    if (url === '/healthz') return void response.end('{"status":"ok"}');
    response.writeHead(url === '/' ? 200 : 404, {
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'self'",
    });
    response.end('<hw-home></hw-home>');
  });
  const found = await check(`${files.url}/`);
  assert.deepEqual(summary(found), ['public address: ok', 'proxy headers: ok', 'proxy websocket: problem']);
  assert.match(words(found[2]!), /it answered 404 [\s\S]*a static host without a gateway has no bridge/);
});

test('says who answers instead of the home, and that no server does', async () => {
  await using page = await listen((_request, response) => void response.end('<p>Welcome to nginx!'));
  await using broken = await listen((_request, response) => void response.writeHead(502).end('Bad Gateway'));
  await using silent = await listen(() => undefined);
  for (const [url, ms, expected] of [
    [page.url, PATIENT_MS, /Something other than a home answers[\s\S]*pass requests on to http:\/\/127/],
    [broken.url, PATIENT_MS, /answers 502: it does not reach the home/],
    [silent.url, 200, /no answer within 0\.2 s/],
    ['http://127.0.0.1:2', PATIENT_MS, /refused the connection[\s\S]*leads to this machine/],
  ] as const) {
    const [found, ...more] = await check(`${url}/`, { timeoutMs: ms });
    assert.deepEqual(more, []);
    assert.match(words(found!), expected);
  }
});

test(
  'accepts nginx with the configuration of the documentation, and sees what a wrong one breaks',
  { skip: NGINX === undefined && 'there is no nginx' },
  async () => {
    const folder = join(place.path, 'nginx');
    await mkdir(folder);
    const port = await freePort();
    const page = await readFile(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
    const [, example = ''] = /^ {2}location \/ \{([^}]*)\}/m.exec(page) ?? [];
    const [size = ''] = /^ {2}client_max_body_size .*;$/m.exec(page) ?? [];
    const documented = size + example.replace('http://127.0.0.1:4200', home.url);
    assert.ok(documented.includes(home.url), 'the documentation has an example for nginx');
    const write = (location: string) =>
      writeFile(
        join(folder, 'nginx.conf'),
        `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  map $http_upgrade $connection_upgrade { default upgrade; '' close; }
  server { listen 127.0.0.1:${port}; location / { ${location} } }
}`,
      );
    const url = `http://127.0.0.1:${port}/`;
    const runNginx = async (location: string): Promise<readonly Finding[]> => {
      await write(location);
      const nginx = spawn(NGINX ?? '', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
      const ended = new Promise((done) => nginx.on('close', done));
      try {
        let isUp = false;
        while (!isUp && nginx.exitCode === null)
          isUp = await fetch(url).then(
            () => true,
            () => false,
          );
        return await check(url);
      } finally {
        nginx.kill('SIGQUIT');
        await ended;
      }
    };
    const good = await runNginx(documented);
    assert.deepEqual(
      summary(good),
      ['public address: ok', 'proxy headers: ok', 'proxy websocket: ok'],
      good.map(words).join('\n'),
    );
    const bad = await runNginx(`proxy_pass ${home.url};`);
    assert.deepEqual(summary(bad), [
      'public address: ok',
      'proxy headers: problem',
      'proxy websocket: problem',
      'proxy body size: note',
    ]);
    assert.match(words(bad[2]!), /it answered 4\d\d in place of a WebSocket/);
    assert.match(words(bad[3]!), /no request of 4 MB[\s\S]*client_max_body_size 4m/);
  },
);
