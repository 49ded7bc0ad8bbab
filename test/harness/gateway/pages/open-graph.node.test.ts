import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { baseOf } from '../../../../harness/core/request-origin.ts';
import { fillOpenGraph, openGraphOf } from '../../../../harness/gateway/pages/open-graph.ts';
import { type TestHome, startHome } from '../../helpers.ts';
import { elementsIn, raw } from '../raw-requests.ts';

const metas = (html: string): Record<string, string> =>
  Object.fromEntries(
    elementsIn(html, 'meta').flatMap(({ property, name, content = '' }) => {
      const key = property ?? name;
      return key === undefined ? [] : [[key, content]];
    }),
  );
const MARKED = '<head><!-- sharing -->\n<title>x</title>\n<!-- /sharing --></head><body>home</body>';
const hostile = '"><script>alert(1)</script>$& $1 \'&amp;\n';

describe('the head of a page', () => {
  test('is filled once between its marks, however often it runs', () => {
    const home = { appName: 'Harbour', description: '' };
    const once = fillOpenGraph(MARKED, openGraphOf('index.html', 'https://home.example/', home));
    const twice = fillOpenGraph(once, openGraphOf('index.html', 'https://home.example/', home));
    assert.equal(twice, once);
    assert.equal(once.match(/<title>/g)?.length, 1);
    assert.match(once, /<body>home<\/body>$/);
  });

  test('has the address and the picture of the page, with a text alternative', () => {
    const home = { appName: 'Harbour', description: 'Where the boats are.' };
    assert.deepEqual(metas(fillOpenGraph(MARKED, openGraphOf('index.html', 'https://home.example/', home))), {
      description: 'Where the boats are.',
      'og:type': 'website',
      'og:title': 'Harbour',
      'og:description': 'Where the boats are.',
      'og:url': 'https://home.example/',
      'og:image': 'https://home.example/social.jpg',
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt':
        'A glass terrace at night above a sea of clouds, with the panels, the portals and the resident of the home',
      'twitter:card': 'summary_large_image',
    });
    const heartbeat = metas(
      fillOpenGraph(MARKED, openGraphOf('heartbeat.html', 'https://home.example/', home)),
    );
    assert.equal(heartbeat['og:title'], 'Harbour: heartbeat');
    assert.equal(heartbeat['og:url'], 'https://home.example/heartbeat.html');
  });

  test('is text, whatever the owner called the home', () => {
    const html = fillOpenGraph(
      MARKED,
      openGraphOf('index.html', 'https://home.example/', { appName: hostile, description: hostile }),
    );
    const shown = hostile.replace('\n', ' ');
    assert.equal(metas(html)['og:title'], shown);
    assert.equal(metas(html)['description'], shown);
    assert.deepEqual(elementsIn(html, 'script'), []);
  });

  test('is unchanged in a page without marks', () => {
    assert.equal(
      fillOpenGraph('<p>mine</p>', openGraphOf('index.html', './', { appName: 'x', description: '' })),
      '<p>mine</p>',
    );
  });
});

describe('the home’s address', () => {
  test('is the configured one, else the requested host, else empty', () => {
    const asked = (host: string) => ({ protocol: 'http' as const, host });
    assert.equal(baseOf(asked('home.example:4200')), 'http://home.example:4200/');
    assert.equal(baseOf(asked('[::1]:4200')), 'http://[::1]:4200/');
    assert.equal(baseOf(asked('home.example'), 'https://example.org/home/'), 'https://example.org/home/');
    for (const host of ['', 'evil.example/"><script>', 'a b', 'a:99999', 'user@host', 'x'.repeat(20) + ';'])
      assert.equal(baseOf(asked(host)), './', host);
  });
});

describe('the gateway', () => {
  let home: TestHome;
  const get = (path: string, headers?: Record<string, string>, method?: string) =>
    raw(home.url, path, headers, method);
  before(async () => {
    home = await startHome({ settings: { appName: 'Harbour <3', description: 'Boats & "bread"' } });
    const marked = `<!doctype html><html lang="en">${MARKED}</html>`;
    await writeFile(join(home.folder, 'dist/index.html'), marked);
    const badges = ['weather', 'nothing'].map(
      (name) => `<img src="badge/${name}.svg" height="20" alt="A reading"\n/>`,
    );
    await writeFile(join(home.folder, 'dist/heartbeat.html'), `${marked}${badges.join('')}`);
    const code = '<code>https://home.example/embed.js https://home.example</code>';
    await writeFile(join(home.folder, 'dist/widgets.html'), `${MARKED}${code}`);
  });
  after(() => home.close());

  test('names the home and the requested host in every page', async () => {
    for (const path of ['/', '/?debug', '/index.html']) {
      const { body } = await get(path, { host: 'home.example' });
      const said = metas(String(body));
      assert.equal(said['og:title'], 'Harbour <3', path);
      assert.equal(said['og:description'], 'Boats & "bread"', path);
      // Never the query: it may be private.
      assert.equal(said['og:url'], 'http://home.example/', path);
      assert.equal(said['og:image'], 'http://home.example/social.jpg', path);
    }
    const { body } = await get('/heartbeat.html', { host: 'home.example' });
    assert.equal(metas(String(body))['og:url'], 'http://home.example/heartbeat.html');
  });

  test('gives the pictures of readings what they show as their text', async () => {
    const { body } = await get('/heartbeat.html');
    const badge = JSON.parse(String((await get('/badge/weather.json')).body)) as { message: string };
    assert.deepEqual(
      elementsIn(String(body), 'img').map(({ alt }) => alt),
      [`A reading: ${badge.message}`, 'A reading'],
    );
  });

  test('writes its address into the code of the widgets’ page', async () => {
    const { body } = await get('/widgets.html', { host: 'my.example' });
    assert.match(String(body), /<code>http:\/\/my\.example\/embed\.js http:\/\/my\.example<\/code>/);
    assert.equal(metas(String(body))['og:title'], 'Harbour <3: widgets');
    const invalid = await get('/widgets.html', { host: 'evil.example"><script>' });
    assert.match(String(invalid.body), /<code>\.\/embed\.js \.<\/code>/);
  });

  test('writes no invalid host into a page', async () => {
    const { body } = await get('/', { host: 'evil.example"><script>alert(1)</script>' });
    assert.deepEqual(elementsIn(String(body), 'script'), []);
    assert.equal(metas(String(body))['og:url'], './');
  });

  test('compresses the page, and answers 304 while it is unchanged', async () => {
    const plain = await get('/', { host: 'home.example' });
    const br = await get('/', { host: 'home.example', 'accept-encoding': 'br, gzip' });
    const gz = await get('/', { host: 'home.example', 'accept-encoding': 'gzip' });
    assert.equal(br.headers['content-encoding'], 'br');
    assert.equal(gz.headers['content-encoding'], 'gzip');
    assert.equal(String(brotliDecompressSync(br.body)), String(plain.body));
    assert.equal(String(gunzipSync(gz.body)), String(plain.body));
    assert.match(String(br.headers['vary']), /accept-encoding/i);
    assert.match(String(br.headers['content-type']), /^text\/html/);
    const etag = String(plain.headers['etag']);
    // The same for all three, whose bytes differ: only a weak one is allowed.
    assert.match(etag, /^W\/"[^"]+"$/);
    assert.deepEqual([br.headers['etag'], gz.headers['etag']], [etag, etag]);
    const same = await get('/', { host: 'home.example', 'accept-encoding': 'br', 'if-none-match': etag });
    assert.deepEqual([same.status, same.headers['etag'], same.body.length], [304, etag, 0]);
    assert.equal((await get('/', { host: 'home.example', 'if-none-match': etag })).status, 304);
    assert.equal((await get('/', { host: 'other.example', 'if-none-match': etag })).status, 200);
    const head = await get('/', { host: 'home.example' }, 'HEAD');
    assert.deepEqual([head.status, head.body.length], [200, 0]);
  });

  test('has the right address after requests under a hundred other host names', async () => {
    for (let i = 0; i < 100; i++) await get('/', { host: `h${i}.example`, 'accept-encoding': 'br' });
    const { body } = await get('/', { host: 'h0.example' });
    assert.equal(metas(String(body))['og:url'], 'http://h0.example/');
  });

  test('serves the owner’s own page instead of the built one, at once', async () => {
    const owners = join(home.folder, 'public');
    await mkdir(owners, { recursive: true });
    await writeFile(join(owners, 'index.html'), '<p>mine</p>');
    assert.equal(String((await get('/')).body), '<p>mine</p>');
    await rm(join(owners, 'index.html'));
    assert.match(String((await get('/')).body), /home/);
  });
});
