import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { raw } from '../../harness/gateway/raw-requests.ts';
import { startHome } from '../../harness/helpers.ts';
import { type RunningNginx, dist, startNginx, whyNoNginx } from '../../helpers/nginx.ts';

const ANY = { 'accept-encoding': 'br, gzip' };

/**
 * The headers of a page without those that differ between answers, and its policy without the allowed
 * connections.
 */
function lasting(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(
    ([name]) =>
      !/^(?:accept-ranges|connection|content-(?:encoding|length)|date|etag|keep-alive|last-modified|server|transfer-encoding|vary|x-ratelimit-.+)$/.test(
        name,
      ),
  );
  const policy = String(headers['content-security-policy']).replace(/connect-src [^;]*/, '');
  return { ...Object.fromEntries(kept), 'content-security-policy': policy };
}

describe('nginx without a gateway', { skip: whyNoNginx }, () => {
  let nginx: RunningNginx;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    raw(nginx.url, path, headers, method);
  const asset = `/assets/${readdirSync(join(dist, 'assets')).find((name) => /^world-.*\.js$/.test(name))}`;

  before(async () => {
    nginx = await startNginx({ HOME_WORLD_CONNECT_TO: 'https://weather.example wss://relay.example:7000' });
    writeFileSync(join(nginx.files, 'config.json'), '{"appName":"Harbour"}');
    writeFileSync(join(nginx.files, '.htpasswd'), 'hidden');
    mkdirSync(join(nginx.files, 'modules'));
    writeFileSync(
      join(nginx.files, 'modules/mine.js'),
      `export {};\n${'// long enough to be compressed\n'.repeat(90)}`,
    );
  });
  after(async () => nginx?.[Symbol.asyncDispose]());

  it('sends a page with the headers of the gateway, and lets it connect to the named origins only', async () => {
    await using home = await startHome({ dist });
    const [fromNginx, fromGateway] = [await get('/'), await raw(home.url, '/')];
    assert.deepEqual(lasting(fromNginx.headers), lasting(fromGateway.headers));
    const policy = String(fromNginx.headers['content-security-policy']);
    assert.match(policy, /connect-src 'self' https:\/\/weather\.example wss:\/\/relay\.example:7000;/);
    assert.doesNotMatch(policy, /unsafe/);
  });

  it('sends the compressed files of the build, and each form under a tag of its own', async () => {
    for (const path of ['/', '/wall', '/heartbeat.html', asset, '/portals.json']) {
      const file = readFileSync(join(dist, path === '/' || path === '/wall' ? 'index.html' : path));
      const plain = await get(path);
      assert.deepEqual(plain.body, file, path);
      const brotli = await get(path, ANY);
      assert.equal(brotli.headers['content-encoding'], 'br', path);
      assert.deepEqual(brotliDecompressSync(brotli.body), file, path);
      const gzip = await get(path, { 'accept-encoding': 'gzip' });
      assert.equal(gzip.headers['content-encoding'], 'gzip', path);
      assert.deepEqual(gunzipSync(gzip.body), file, path);
      const answers = [plain, brotli, gzip];
      for (const { headers } of answers) assert.match(headers.vary ?? '', /Accept-Encoding/i, path);
      assert.equal(new Set(answers.map(({ headers }) => headers.etag)).size, 3, path);
      const again = await get(path, { ...ANY, 'if-none-match': brotli.headers.etag ?? '' });
      assert.equal(again.status, 304, path);
    }
    const mine = await get('/modules/mine.js', { 'accept-encoding': 'gzip' });
    assert.equal(mine.headers['content-encoding'], 'gzip', 'the owner’s files have no copies beside them');
  });

  it('sends the painted start view in the first HTML, and its pictures as what they are', async () => {
    const page = String((await get('/')).body);
    const names = page.match(/painted\/[\w.-]+/g) ?? [];
    assert.ok(page.indexOf('<picture class="paint"') > 0 && names.length === 6);
    for (const name of names) {
      const { status, headers } = await get(`/${name}`);
      assert.equal(status, 200, name);
      assert.equal(headers['content-type'], `image/${name.split('.').at(-1)}`, name);
    }
  });

  it('lets browsers keep files named after their content, and asks again for all others', async () => {
    const cached = async (path: string): Promise<string | undefined> =>
      (await get(path)).headers['cache-control'];
    const forever = 'public, max-age=31536000, immutable';
    for (const path of [asset, '/vendor/three-0.183.0/three.module.min.js'])
      assert.equal(await cached(path), forever);
    for (const path of [
      '/',
      '/heartbeat.html',
      '/sw.js',
      '/embed.js',
      '/config.json',
      '/portals.json',
      '/version.json',
    ])
      assert.equal(await cached(path), 'no-cache', path);
    assert.equal(await cached('/healthz'), 'no-store');
    assert.equal(await cached('/assets/gone-AAAAAAAA.js'), undefined, 'a file may still come');
  });

  it('lets pages of other sites load the program, and read nothing else', async () => {
    for (const path of ['/embed.js', asset])
      assert.equal((await get(path)).headers['access-control-allow-origin'], '*');
    for (const path of ['/', '/config.json', '/portals.json'])
      assert.equal((await get(path)).headers['access-control-allow-origin'], undefined, path);
  });

  it('names the types of files as browsers want them', async () => {
    for (const [path, type] of [
      ['/', 'text/html; charset=utf-8'],
      ['/manifest.json', 'application/json; charset=utf-8'],
      [asset, 'application/javascript; charset=utf-8'],
      ['/soul.md', 'text/markdown; charset=utf-8'],
      ['/icons/icon.svg', 'image/svg+xml; charset=utf-8'],
      ['/modules/mine.js', 'application/javascript; charset=utf-8'],
    ] as const)
      assert.equal((await get(path)).headers['content-type'], type, path);
  });

  it('serves the owner’s files before those of the build, and its health', async () => {
    assert.equal(String((await get('/config.json')).body), '{"appName":"Harbour"}');
    const { status, build } = JSON.parse(String((await get('/healthz')).body)) as Record<string, string>;
    assert.equal(status, 'ok');
    assert.match(build ?? '', /^[0-9a-f]{12} index-/);
  });

  it('serves nothing hidden, no folder and nothing outside', async () => {
    for (const path of [
      '/.htpasswd',
      '/%2ehtpasswd',
      '/assets/',
      '/modules',
      '/nothing',
      '/../nginx/start.sh',
      '/assets/../../nginx/start.sh',
      '/..%2fnginx/start.sh',
      '/%2e%2e/nginx/start.sh',
      '/assets/..%252f..%252fnginx/start.sh',
      '/api/world/ws',
    ]) {
      const { status, headers, body } = await get(path);
      assert.ok(status === 404 || status === 400, `${path}: ${status}`);
      assert.doesNotMatch(String(body), /hidden|HOME_WORLD|Index of/, path);
      if (status === 404) assert.ok(headers['content-security-policy'], path);
    }
  });

  it('accepts no other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const { status, headers } = await get('/', {}, method);
      assert.equal(status, 405, method);
      assert.equal(headers.allow, 'GET, HEAD');
    }
    assert.equal((await get('/', {}, 'HEAD')).status, 200);
  });

  it('logs the path and the outcome, and no address, query or browser', async () => {
    await get('/portals.json?visitor=secret', {
      'user-agent': 'Browser/9',
      referer: 'https://elsewhere.example/',
    });
    const lines = nginx.logs();
    assert.match(lines, / 200 GET \/portals\.json \d+ bytes /);
    assert.doesNotMatch(lines, /secret|Browser|elsewhere|127\.0\.0\.1|\[(?:error|crit|emerg)\]/);
  });
});
