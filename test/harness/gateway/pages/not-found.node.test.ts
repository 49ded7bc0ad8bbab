import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { parse } from 'parse5';
import { createBridgeListener } from '../../../../harness/gateway/bridge-listener.ts';
import { withHome } from '../../helpers.ts';
import { get } from '../raw-requests.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const asBrowser = { headers: { accept: BROWSER } };
const JSON_404 = { message: 'There is nothing at this address.', url: '' };

describe('an address where nothing is', () => {
  test('shows a browser a page that links to the home', async () => {
    await withHome({ settings: { appName: 'Ada & <Co>' } }, async ({ url }) => {
      const answer = await fetch(`${url}/old/page?x=<script>`, asBrowser);
      const html = await answer.text();
      assert.equal(answer.status, 404);
      assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.match(html, /<html lang="en">[\s\S]*<title>Not found · Ada &amp; &lt;Co&gt;<\/title>/);
      assert.match(html, /<main>\s*<h1>There is nothing at this address\.<\/h1>/);
      assert.match(html, /<a href="\/">Go to Ada &amp; &lt;Co&gt;<\/a>/);
      assert.doesNotMatch(html, /script|old/, 'the address is not repeated');
      parse(html, { onParseError: ({ code }) => assert.fail(code) });
    });
  });

  test('has the security headers, and a policy that allows its own style only', async () => {
    await withHome({}, async ({ url }) => {
      const answer = await fetch(`${url}/nothing`, asBrowser);
      const { headers } = answer;
      const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(await answer.text()) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none';/);
      assert.ok(policy.includes(`style-src 'sha256-${hash}';`), policy);
      assert.match(policy, /frame-ancestors 'self'/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/);
      assert.match(headers.get('vary') ?? '', /\baccept\b/);
    });
  });

  test('is a folder, and a path that could lead out of one, too', async () => {
    await withHome({}, async ({ url }) => {
      for (const path of [
        '/assets/',
        '/assets',
        '/%00',
        '/a%5cb',
        '//x',
        '/..%2fpackage.json',
        '/.git/config',
      ]) {
        const { status, body } = await get(url, path, '127.0.0.1', 'Accept: text/html');
        assert.equal(status, 404, path);
        assert.match(body, /There is nothing at this address/, path);
      }
    });
  });

  test('links to the public address where there is one', async () => {
    await withHome({ publicUrl: 'https://ada.example/home/' }, async ({ url }) => {
      const html = await (await fetch(`${url}/nothing`, asBrowser)).text();
      assert.match(html, /<a href="https:\/\/ada\.example\/home\/">/);
    });
  });

  test('is JSON for programs, and for the addresses of programs', async () => {
    await withHome({}, async ({ app, url }) => {
      const requests: [path: string, accept: string][] = [
        ['/nothing', '*/*'],
        ['/nothing', 'application/json'],
        ['/nothing', 'application/json, text/html'],
        ['/nothing', 'text/html;q=0, */*'],
        ['/api', BROWSER],
        ['/api/nothing', BROWSER],
        ['/nothing.json', BROWSER],
        ['/badge/a/b/c.svg', BROWSER],
      ];
      for (const [path, accept] of requests) {
        const answer = await fetch(url + path, { headers: { accept } });
        assert.equal(answer.status, 404, path);
        assert.deepEqual(await answer.json(), JSON_404, `${path} ${accept}`);
      }
      // The bridge alone has no pages.
      const bridge = await createBridgeListener(app.home, 0);
      try {
        const answer = await bridge.inject({ url: '/nothing', headers: { accept: BROWSER } });
        assert.deepEqual(answer.json(), JSON_404);
      } finally {
        await bridge.close();
      }
    });
  });

  test('answers HEAD without a body, and other methods as before', async () => {
    await withHome({}, async ({ url }) => {
      const head = await fetch(`${url}/nothing`, { ...asBrowser, method: 'HEAD' });
      assert.equal(head.status, 404);
      assert.equal(await head.text(), '');
      const post = await fetch(`${url}/nothing`, { ...asBrowser, method: 'POST' });
      assert.equal(post.status, 405);
      assert.match(post.headers.get('content-type') ?? '', /^application\/json/);
    });
  });
});
