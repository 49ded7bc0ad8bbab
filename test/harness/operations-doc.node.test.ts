import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { before, describe, it } from 'node:test';
import { encode } from 'fast-png';
import { parse } from 'yaml';
import { findProgram } from '../../ci/programs.ts';
import type { Config } from '../../data/config/config.ts';
import { listen } from '../helpers/loopback.ts';
import { raw } from './gateway/raw-requests.ts';
import { PLAY_ID, playRecordOf } from '../helpers/plays.ts';
import { freePort } from '../helpers/free-port.ts';
import { Client, startHome, temporaryFolder } from './helpers.ts';
import { until } from '../helpers/waiting.ts';

const root = resolve(import.meta.dirname, '../..');
const text = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
const noNginx = findProgram('nginx') === undefined && 'no nginx on this machine';
const caddy = ['/usr/bin/caddy', '/usr/local/bin/caddy'].find((path) => existsSync(path));

/** The blocks of one language. */
const blocks = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, body = '']) => body,
  );

type StartProxy = (home: URL, port: number, folder: string) => Promise<readonly [string, readonly string[]]>;

const token = 'the-secret-of-the-bridge';
const homeOptions = {
  trustProxy: 1,
  hostNames: ['home.example'],
  requestsPerMinute: 1_000,
  bridge: { token },
};

/** Runs a real proxy, which `start` names, in front of a home, while `body` runs with its address. */
async function withProxy(
  start: StartProxy,
  body: (url: string) => Promise<void>,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  await using home = await startHome(homeOptions);
  await using folder = await temporaryFolder();
  const port = await freePort();
  const [program, args] = await start(new URL(home.url), port, folder.path);
  const given = { PATH: process.env['PATH'], HOME: folder.path, XDG_DATA_HOME: folder.path, ...env };
  const proxy = spawn(program, [...args], { env: given, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((done) => proxy.once('exit', done));
  let said = '';
  proxy.stderr.setEncoding('utf8').on('data', (words: string) => (said += words));
  const url = `http://127.0.0.1:${port}`;
  try {
    let isUp = false;
    // /healthz has no rate limit, so a request that is still open does not count in later tests.
    const ask = (): void =>
      void raw(url, '/healthz', { host: 'home.example' }).then(
        ({ status }) => (isUp = status === 200),
        () => undefined,
      );
    await until(
      () => `the proxy answers: ${said}`,
      () => (ask(), isUp || proxy.exitCode !== null),
    );
    assert.ok(isUp, said);
    await body(url);
  } finally {
    proxy.kill('SIGTERM');
    await ended;
  }
}

/** Asks the resident through a proxy. */
async function converse(url: string): Promise<void> {
  const visitor = new Client(url, { headers: { host: 'home.example' } });
  await visitor.hello();
  visitor.send({ type: 'chat', id: 'q1', text: 'help' });
  assert.match((await visitor.answerTo('q1')).text, /status/i);
  await visitor.close();
}

/** A small PNG, filled up to this size. */
const pngOf = (bytes: number): Buffer => {
  const head = encode({ width: 4, height: 3, data: new Uint8Array(36), channels: 3, depth: 8 });
  return Buffer.concat([head, Buffer.alloc(bytes - head.length)]);
};

/** Sends the largest kind of body that the home accepts: a screenshot of a play. */
async function sendScreenshot(url: string): Promise<void> {
  const player = new Client(url, { headers: { host: 'home.example' } });
  await player.hello({ role: 'resident', token });
  player.send({ type: 'play', play: playRecordOf() });
  await player.frame('play');
  const headers = { host: 'home.example', authorization: `Bearer ${token}`, 'content-type': 'image/png' };
  const { status } = await raw(url, `/api/plays/${PLAY_ID}/screens/1`, headers, 'PUT', pngOf(1_900_000));
  assert.equal(status, 204);
  await player.close();
}

/** What a proxy has to pass on, tried through a real one. */
const tryProxy = (start: StartProxy, env?: NodeJS.ProcessEnv): Promise<void> =>
  withProxy(
    start,
    async (url) => {
      const remaining = async (forwarded: string): Promise<number> => {
        const headers = { host: 'home.example', 'x-forwarded-for': forwarded };
        return Number((await raw(url, '/config.json', headers)).headers['x-ratelimit-remaining']);
      };
      const first = await remaining('203.0.113.1');
      assert.equal(await remaining('203.0.113.2'), first - 1, 'what a visitor writes does not count');
      await converse(url);
      await sendScreenshot(url);
    },
    env,
  );

/** The example for nginx, without its certificate, on a port of the test. */
const nginxSite = (page: string, port: number, folder: string): string =>
  (blocks(page, 'nginx')[0] ?? '')
    .replaceAll(/^ *ssl_certificate.*\n/gm, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('listen 80;', `listen unix:${folder}/80.sock;`);

/** Writes the whole configuration of an nginx that runs in a folder, and returns its file. */
async function writeNginx(site: string, folder: string): Promise<string> {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const file = join(folder, 'nginx.conf');
  // As root, nginx keeps large bodies as another user.
  await chmod(folder, 0o755);
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${site} }\n`,
  );
  return file;
}

describe('the proxies of docs/operations.md', () => {
  let page = '';
  before(async () => (page = await text('docs/operations.md')));

  it(
    'nginx carries pages, a conversation and a screenshot, and forwards the visitor’s address',
    { skip: noNginx },
    () =>
      tryProxy(async (home, port, folder) => {
        const site = nginxSite(page, port, folder).replace('http://127.0.0.1:4200', home.origin);
        assert.ok(site.includes(home.origin));
        const file = await writeNginx(site, folder);
        return [findProgram('nginx') ?? '', ['-c', file, '-e', 'stderr']] as const;
      }),
  );

  it(
    'nginx takes turns between two gateways, and goes on with one when the other has ended',
    { skip: noNginx },
    async () => {
      const other = await startHome({ ...homeOptions, settings: { resident: { name: 'Ada', persona: '' } } });
      const start: StartProxy = async (home, port, folder) => {
        const gateways = (blocks(page, 'nginx')[1] ?? '')
          .replace('127.0.0.1:4201', home.host)
          .replace('127.0.0.1:4202', new URL(other.url).host);
        const site = nginxSite(page, port, folder).replace('http://127.0.0.1:4200', 'http://gateways');
        assert.ok(gateways.includes(home.host) && site.includes('http://gateways'));
        return [
          findProgram('nginx') ?? '',
          ['-c', await writeNginx(gateways + site, folder), '-e', 'stderr'],
        ];
      };
      await withProxy(start, async (url) => {
        const residents = async (): Promise<string[]> => {
          const names = new Set<string>();
          for (let request = 0; request < 6; request += 1) {
            const { status, body } = await raw(url, '/config.json', { host: 'home.example' });
            assert.equal(status, 200);
            names.add((JSON.parse(String(body)) as Config).resident.name);
          }
          return [...names].sort();
        };
        assert.deepEqual(await residents(), ['Ada', 'Timmy']);
        await other.close();
        assert.deepEqual(await residents(), ['Timmy']);
        await converse(url);
      });
    },
  );

  it(
    'Caddy carries pages, a conversation and a screenshot, and forwards the visitor’s address',
    { skip: caddy === undefined ? 'no Caddy on this machine' : false },
    () =>
      tryProxy(async (home, port, folder) => {
        const site = (blocks(page, 'caddyfile')[0] ?? '')
          .replace('home.example {', `http://home.example:${port} {`)
          .replace('127.0.0.1:4200', home.host);
        assert.ok(site.includes(home.host));
        const file = join(folder, 'Caddyfile');
        await writeFile(file, `{\n\tadmin off\n}\n${site}`);
        return [caddy ?? '', ['run', '--adapter', 'caddyfile', '--config', file]] as const;
      }),
  );

  it('Caddy’s example is that of deploy/caddy/, for a home without containers', async () => {
    const shipped = (await text('deploy/caddy/Caddyfile')).replaceAll(/^#.*\n/gm, '');
    const example = (blocks(page, 'caddyfile')[0] ?? '')
      .replace('home.example', '{$HOME_WORLD_DOMAIN}')
      .replace('127.0.0.1:4200', 'main:80');
    assert.ok(example !== '' && shipped.includes(example), example);
  });

  it('Traefik’s two files parse, and name each other’s parts', () => {
    const [main, home] = blocks(page, 'yaml').map((block): unknown => parse(block)) as [
      { entryPoints: object; certificatesResolvers: object; providers: { file: object } },
      {
        http: {
          routers: Record<string, { entryPoints: string[]; service: string; tls: { certResolver: string } }>;
          services: Record<string, { loadBalancer: { servers: { url: string }[] } }>;
        };
      },
    ];
    const [router] = Object.values(home.http.routers);
    for (const point of router?.entryPoints ?? ['none']) assert.ok(Object.hasOwn(main.entryPoints, point));
    assert.ok(Object.hasOwn(main.certificatesResolvers, router?.tls.certResolver ?? ''));
    const { servers } = home.http.services[router?.service ?? '']?.loadBalancer ?? { servers: [] };
    assert.deepEqual(servers, [{ url: 'http://127.0.0.1:4200' }]);
  });
});

describe('the check of docs/examples/check-home.sh', () => {
  const check = (...args: readonly string[]): Promise<{ code: number; output: string }> =>
    new Promise((done) => {
      execFile('sh', [join(root, 'docs/examples/check-home.sh'), ...args], (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      );
    });

  it('says nothing about a home that has just started', async () => {
    await using home = await startHome();
    assert.deepEqual(await check(home.url, root), { code: 0, output: '' });
    assert.deepEqual(await check(`${home.url}/`), { code: 0, output: '' });
  });

  it('names a reading that failed, and one that cannot be asked for', async () => {
    await using home = await startHome();
    const { weather, blockHeight } = home.app.home.state.readings;
    weather.set({ state: 'error', source: 'weather.example', cause: 'It answered 500.' });
    blockHeight.set({ state: 'offline', source: 'chain.example', cause: 'No network.' });
    const { code, output } = await check(home.url);
    assert.equal(code, 1);
    assert.deepEqual(output.trim().split('\n'), [
      `${home.url}: reading weather is error`,
      `${home.url}: reading block-height is offline`,
    ]);
  });

  it('names what /healthz says, and a home that does not answer', async () => {
    const sick = await listen((_, response) => response.writeHead(503).end('{"store":"the disk is full"}'));
    const first = await check(sick.url);
    await sick.close();
    assert.equal(first.code, 1);
    assert.match(first.output, /\/healthz: \{"store":"the disk is full"\} 503\n/);
    const { code, output } = await check(sick.url);
    assert.equal(code, 1);
    assert.match(output, /\/healthz: no answer: /);
  });

  it('names a full disk', async () => {
    await using home = await startHome();
    const { code, output } = await check(home.url, '/proc');
    assert.deepEqual([code, output], [1, `${home.url}: only 0 MB free for /proc\n`]);
  });
});
