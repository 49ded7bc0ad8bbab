import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  BIG_SCRIPT,
  INLINE_SCRIPT,
  INLINE_STYLE,
  READINGS,
  type TestHome,
  startHome,
} from '../../helpers.ts';
import { raw } from '../raw-requests.ts';

const hashed = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

describe('the static files of the gateway', () => {
  let home: TestHome;
  before(async () => {
    home = await startHome({
      settings: { modules: ['https://panels.example/a.js'], relays: ['wss://relay.example'] },
    });
  });
  after(() => home.close());

  test('have pages that are revalidated: /, the heartbeat page, the door and the gallery', async () => {
    for (const [path, word] of [
      ['/', 'home'],
      ['/heartbeat.html', 'heartbeat'],
      ['/door', 'door'],
      ['/door.html', 'door'],
      ['/widgets.html', 'widgets'],
    ] as const) {
      const response = await fetch(home.url + path);
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
      assert.equal(response.headers.get('cache-control'), 'no-cache');
      assert.match(await response.text(), new RegExp(`<body>${word}`));
    }
  });

  test('are cached for a year only when hashed or vendored', async () => {
    const control = async (path: string) => (await fetch(home.url + path)).headers.get('cache-control');
    for (const path of [
      '/assets/index-AbCd1234.js',
      '/assets/widgets-0123456789ab/embed.js',
      '/vendor/three-0.183.0/three.module.min.js',
    ])
      assert.equal(await control(path), 'public, max-age=31536000, immutable', path);
    for (const path of ['/embed.js', '/sw.js', '/portals.json', '/version.json', '/config.json'])
      assert.equal(await control(path), 'no-cache', path);
  });

  test('are sent as brotli or gzip when the client accepts it, else plain', async () => {
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const answer = await raw(home.url, '/assets/index-AbCd1234.js', { 'accept-encoding': accepted });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['content-encoding'], encoding);
      assert.match(String(answer.headers['content-type']), /javascript/);
      assert.match(String(answer.headers['vary']), /accept-encoding/i);
      if (encoding) assert.ok(answer.body.length < BIG_SCRIPT.length / 4, 'it is smaller');
      else assert.equal(String(answer.body), BIG_SCRIPT);
    }
  });

  test('answer 304 to a known ETag', async () => {
    for (const path of ['/', '/portals.json', '/config.json']) {
      const etag = (await raw(home.url, path)).headers.etag ?? '';
      assert.notEqual(etag, '', path);
      assert.equal((await raw(home.url, path, { 'if-none-match': etag })).status, 304, path);
    }
  });

  test('let pages of other origins load the widgets’ script, and read nothing', async () => {
    const headers = { origin: 'https://blog.example' };
    for (const path of SCRIPTS) {
      const response = await fetch(home.url + path, { headers });
      assert.equal(response.headers.get('access-control-allow-origin'), '*', path);
      await response.body?.cancel();
    }
    for (const path of ['/', ...READINGS]) {
      const response = await fetch(home.url + path, { headers });
      assert.equal(response.headers.get('access-control-allow-origin'), null, path);
      const asked = await fetch(home.url + path, {
        method: 'OPTIONS',
        headers: { ...headers, 'access-control-request-method': 'GET' },
      });
      assert.equal(asked.headers.get('access-control-allow-origin'), null, path);
      await response.body?.cancel();
    }
  });

  test('allow exactly the inline script and style of the built page', async () => {
    const policy = (await fetch(`${home.url}/`)).headers.get('content-security-policy') ?? '';
    const directive = (name: string) =>
      policy
        .split(';')
        .find((part) => part.startsWith(`${name} `))
        ?.split(' ')
        .slice(1) ?? [];
    assert.deepEqual(directive('script-src'), ["'self'", hashed(INLINE_SCRIPT), 'https://panels.example']);
    assert.deepEqual(directive('style-src'), ["'self'", hashed(INLINE_STYLE)]);
    assert.deepEqual(directive('worker-src'), ["'self'"]);
    assert.deepEqual(directive('object-src'), ["'none'"]);
    const { host } = new URL(home.url);
    for (const source of [
      `ws://${host}`,
      `wss://${host}`,
      'https://api.open-meteo.com',
      'https://mempool.space',
      'wss://relay.example',
    ])
      assert.ok(directive('connect-src').includes(source), source);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|\*/);
    assert.doesNotMatch(policy, /upgrade-insecure-requests/);
  });

  test('have no foreign host header in the policy', async () => {
    const answer = await raw(home.url, '/', { host: "evil.example; script-src 'unsafe-inline'" });
    assert.doesNotMatch(String(answer.headers['content-security-policy'] ?? ''), /evil|unsafe/);
  });

  test('stay within their folders and leave out dotfiles', async () => {
    await writeFile(join(home.folder, 'secret.txt'), 'SECRET');
    await mkdir(join(home.folder, 'public'), { recursive: true });
    await writeFile(join(home.folder, 'public', '.env'), 'SECRET');
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/../../secret.txt',
      '/assets/..%5c..%5csecret.txt',
      '//etc/passwd',
      '/%00',
      '/.env',
      '/.git/config',
      '/conversations.sqlite',
      '/%E0%A4%A',
    ]) {
      const answer = await raw(home.url, path);
      assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status}`);
      assert.doesNotMatch(String(answer.body), /SECRET|root:/, path);
    }
  });

  test('answer 405 to other methods, and name the allowed ones', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await fetch(`${home.url}/api/v1/repos/local/home/commits`, { method });
      assert.equal(response.status, 405, method);
      assert.equal(response.headers.get('allow'), 'GET, HEAD');
    }
  });

  test('come with a health route that names the build', async () => {
    const body = (await (await fetch(`${home.url}/healthz`)).json()) as Record<string, unknown>;
    assert.deepEqual(
      { ...body, uptimeSeconds: 0 },
      { status: 'ok', version: '9.9.9', build: 'abc', uptimeSeconds: 0 },
    );
    assert.equal(typeof body['uptimeSeconds'], 'number');
  });
});

const SCRIPTS = ['/embed.js', '/assets/index-AbCd1234.js'];
test('prefer the owner’s files over the shipped ones, compressed copies included', async () => {
  await using home = await startHome();
  await writeFile(join(home.folder, 'public', 'sovereignty-status.json'), '{"score":91,"label":"own"}');
  await writeFile(join(home.folder, 'public', 'embed.js'), '// mine');
  await writeFile(join(home.folder, 'public', 'soul.md'), '# Soul');
  const response = await fetch(`${home.url}/sovereignty-status.json`);
  assert.deepEqual(await response.json(), { score: 91, label: 'own' });
  assert.equal(response.headers.get('cache-control'), 'no-cache');
  assert.equal(await (await fetch(`${home.url}/embed.js`)).text(), '// mine');
  assert.equal(await (await fetch(`${home.url}/soul.md`)).text(), '# Soul');
});

test('have a manifest with the name of the home, or that of the owner', async () => {
  await using home = await startHome({ settings: { appName: 'The Lighthouse', description: 'By the sea.' } });
  const manifest = async (): Promise<unknown> => (await fetch(`${home.url}/manifest.json`)).json();
  assert.deepEqual(await manifest(), {
    name: 'The Lighthouse',
    short_name: 'The Lighthouse',
    description: 'By the sea.',
  });
  await writeFile(join(home.folder, 'public', 'manifest.json'), '{"name":"Mine"}');
  assert.deepEqual(await manifest(), { name: 'Mine' });
});

test('have a manifest of the door with the name of the home', async () => {
  await using home = await startHome({ settings: { appName: 'Harbour' } });
  assert.deepEqual(await (await fetch(`${home.url}/door-manifest.json`)).json(), {
    name: 'Harbour: door',
    short_name: 'Door',
  });
});

test('have the short name of the manifest for a home without a name of its own', async () => {
  await using home = await startHome();
  const manifest = (await (await fetch(`${home.url}/manifest.json`)).json()) as Record<string, unknown>;
  assert.deepEqual([manifest['name'], manifest['short_name']], ['Home World', 'Home']);
});

test('follow a symbolic link among the owner’s files, as documented', async () => {
  await using home = await startHome();
  await writeFile(join(home.folder, 'elsewhere.txt'), 'linked');
  await symlink(join(home.folder, 'elsewhere.txt'), join(home.folder, 'public', 'linked.txt'));
  assert.equal(await (await fetch(`${home.url}/linked.txt`)).text(), 'linked');
});
