import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { embedNames } from '../../../../harness/gateway/syndication/embeds.ts';
import { type TestHome, startHome } from '../../helpers.ts';
import { elementsIn, raw } from '../raw-requests.ts';

type Json = Record<string, unknown>;
const WIKI = 'https://wiki.example';
const hostile = '"><script>alert(1)</script>';

describe('the pages for frames', () => {
  let home: TestHome;
  before(async () => {
    home = await startHome({ settings: { appName: hostile, frameAncestors: [WIKI] } });
  });
  after(() => home.close());
  const policy = async (path: string): Promise<string> =>
    String((await raw(home.url, path)).headers['content-security-policy']);

  it('have one widget each, and the two scripts of a frame', async () => {
    const script = await readFile(join(import.meta.dirname, '../../../../embed.ts'), 'utf8');
    for (const name of embedNames) {
      const html = await (await fetch(`${home.url}/embed/${name}`)).text();
      assert.deepEqual(elementsIn(html, 'script'), [{ type: 'module', src: '../embed.js' }, {}], name);
      assert.deepEqual(elementsIn(html, `hw-${name}`), [{ src: '../' }]);
      assert.ok(script.includes(`'hw-${name}'`), `embed.js defines hw-${name}`);
      assert.match(html, /<title>[^<]+ · &quot;&gt;&lt;script&gt;/);
    }
  });

  it('may be framed by the pages that the owner names, and run only what they bring inline', async () => {
    const text = await policy('/embed/agents');
    assert.match(text, /(?:^|;)frame-ancestors 'self' https:\/\/wiki\.example(?:;|$)/);
    assert.match(
      text,
      /^default-src 'none';script-src 'self' 'sha256-[^']+';style-src 'self' 'sha256-[^']+';/,
    );
    assert.doesNotMatch(text, /unsafe/);
    assert.equal((await raw(home.url, '/embed/agents')).headers['x-frame-options'], undefined);
  });

  it('leave the pages of the home unframed', async () => {
    for (const path of ['/', '/heartbeat.html', '/widgets.html', '/embed.js', '/nothing']) {
      const { headers } = await raw(home.url, path);
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'self'(?:;|$)/, path);
      assert.equal(headers['x-frame-options'], 'SAMEORIGIN', path);
    }
  });

  it('may be framed by pages of the home alone if the owner names none, and by all with *', async () => {
    await using closed = await startHome();
    const text = String((await raw(closed.url, '/embed/agents')).headers['content-security-policy']);
    assert.match(text, /frame-ancestors 'self'(?:;|$)/);
    await using open = await startHome({ settings: { frameAncestors: ['*'] } });
    const all = String((await raw(open.url, '/embed/agents')).headers['content-security-policy']);
    assert.match(all, /frame-ancestors \*(?:;|$)/);
  });

  it('are asked again with their tag, and named in an error', async () => {
    const first = await raw(home.url, '/embed/agents');
    const again = await raw(home.url, '/embed/agents', { 'if-none-match': String(first.headers.etag) });
    assert.equal(again.status, 304);
    assert.match(await policyAfter304(again), /frame-ancestors/);
    const missing = await raw(home.url, '/embed/nothing');
    assert.equal(missing.status, 404);
    assert.match(String(missing.body), /There are: heartbeat, sovereignty/);
    assert.equal((await raw(home.url, '/embed/constructor')).status, 404);
  });
  /**
   * The policy of a page depends on the settings, which are not part of its ETag, so it is sent each time.
   */
  const policyAfter304 = async ({ headers }: { headers: object }): Promise<string> =>
    String((headers as Json)['content-security-policy']);

  const oembed = (query: string) => fetch(`${home.url}/oembed?${query}`);
  const about = (path: string): string => `url=${encodeURIComponent(home.url + path)}`;

  it('are offered by oEmbed, and say so in their heads', async () => {
    for (const name of embedNames) {
      const html = await (await fetch(`${home.url}/embed/${name}`)).text();
      const link = elementsIn(html, 'link').find(({ type }) => type === 'application/json+oembed');
      const response = await fetch(link?.['href'] ?? '');
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
      const answer = (await response.json()) as Json;
      assert.deepEqual([answer['version'], answer['type']], ['1.0', 'rich']);
      assert.equal(answer['provider_name'], hostile);
      assert.equal(answer['provider_url'], `${home.url}/`);
      const [frame] = elementsIn(String(answer['html']), 'iframe');
      assert.equal(frame?.['src'], `${home.url}/embed/${name}`);
      assert.deepEqual(
        [frame?.['width'], frame?.['height']],
        [String(answer['width']), String(answer['height'])],
      );
      assert.equal(frame?.['title'], answer['title']);
      assert.deepEqual(elementsIn(String(answer['html']), 'script'), []);
    }
  });

  it('pass the attributes of the address on to the widget, also by oEmbed', async () => {
    const path = `/embed/agents?theme=dark&compact&limit=3&units=C&refresh=120&utm=x&label=${encodeURIComponent('"><b>')}`;
    const html = await (await fetch(home.url + path)).text();
    assert.deepEqual(elementsIn(html, 'hw-agents'), [
      {
        src: '../',
        theme: 'dark',
        compact: '',
        label: '"><b>',
        limit: '3',
        units: 'C',
        refresh: '120',
      },
    ]);
    const link = elementsIn(html, 'link').find(({ type }) => type === 'application/json+oembed');
    const answer = (await (await fetch(link?.['href'] ?? '')).json()) as Json;
    const [frame] = elementsIn(String(answer['html']), 'iframe');
    const { searchParams } = new URL(frame?.['src'] ?? '');
    assert.deepEqual(Object.fromEntries(searchParams), {
      theme: 'dark',
      compact: '',
      label: '"><b>',
      limit: '3',
      units: 'C',
      refresh: '120',
    });
    for (const [query, expected] of [
      ['theme=pink', /“theme” is one of: auto, light, dark/],
      ['limit=0', /“limit” is a whole number from 1 to 50/],
      ['refresh=1', /“refresh” is a whole number from 10 to 86400/],
      ['units=K', /“units” is C or F/],
      ['span=1y', /“span” is one of: 24h, 30d, 90d/],
      [`of=${'x'.repeat(601)}`, /“of” is the id of one subject/],
      ['lang=de_DE', /“lang” is a language/],
      ['compact=no', /“compact” has no value/],
      [`label=${'x'.repeat(61)}`, /“label” is one text/],
    ] as const) {
      const refused = await fetch(`${home.url}/embed/agents?${query}`);
      assert.equal(refused.status, 400, query);
      assert.match(((await refused.json()) as { message: string }).message, expected);
      assert.equal((await oembed(about(`/embed/agents?${query}`))).status, 404, query);
    }
  });

  it('show one subject of the status history over a span, also by oEmbed', async () => {
    const path = '/embed/history?span=90d&of=portal%3Afar&lang=de-CH';
    const set = { span: '90d', of: 'portal:far', lang: 'de-CH' };
    const html = await (await fetch(home.url + path)).text();
    assert.deepEqual(elementsIn(html, 'hw-history'), [{ src: '../', ...set }]);
    const answer = (await (await oembed(about(path))).json()) as Json;
    const [frame] = elementsIn(String(answer['html']), 'iframe');
    assert.deepEqual(Object.fromEntries(new URL(frame?.['src'] ?? '').searchParams), set);
  });

  it('have no control characters in their HTML, whatever the address holds', async () => {
    for (const name of ['of', 'label']) {
      const query = `${name}=${encodeURIComponent('portal:\u0008f\u202ear\u2066\n')}`;
      const html = await (await fetch(`${home.url}/embed/history?${query}`)).text();
      assert.deepEqual(elementsIn(html, 'hw-history'), [{ src: '../', [name]: 'portal: far' }]);
      assert.doesNotMatch(html, /[^\P{Cc}\n]|\p{Cf}/u);
    }
  });

  it('are as high as their rows', async () => {
    const heightOf = async (path: string): Promise<number> =>
      Number(((await (await oembed(about(path))).json()) as Json)['height']);
    const three = await heightOf('/embed/commits?limit=3');
    assert.ok((await heightOf('/embed/commits?limit=2')) < three);
    assert.ok((await heightOf('/embed/commits')) >= three);
    assert.ok((await heightOf('/embed/commits?limit=3&compact')) < three);
    assert.ok((await heightOf('/embed/weather')) < 200);
    assert.ok((await heightOf('/embed/history?of=portal:heartbeat')) < (await heightOf('/embed/history')));
  });

  it('fit the size that a site allows', async () => {
    const answer = (await (
      await oembed(`${about('/embed/agents')}&maxwidth=200&maxheight=9999`)
    ).json()) as Json;
    assert.equal(answer['width'], 200);
    const low = (await (await oembed(`${about('/embed/agents')}&maxheight=100`)).json()) as Json;
    assert.deepEqual([low['width'], low['height']], [480, 100]);
  });

  it('stand for the pages of the home as its heartbeat', async () => {
    for (const path of ['/', '/heartbeat.html', '/#panel=agents']) {
      const { html } = (await (await oembed(about(path))).json()) as { html: string };
      assert.match(html, /\/embed\/heartbeat"/, path);
    }
  });

  it('are refused in a sentence', async () => {
    for (const [query, status, expected] of [
      ['', 400, /“url” is the address of a page of this home/],
      [`${about('/embed/agents')}&url=x`, 400, /“url” is/],
      [`${about('/embed/agents')}&format=xml`, 501, /JSON only/],
      [`${about('/embed/agents')}&maxwidth=-1`, 400, /“maxwidth” is a whole number/],
      [`url=${encodeURIComponent('https://other.example/embed/agents')}`, 404, /no page to embed/],
      [about('/embed/nothing'), 404, /no page to embed/],
      [about('/embed/constructor'), 404, /no page to embed/],
      [about('/portals.json'), 404, /no page to embed/],
      ['url=javascript:alert(1)', 404, /no page to embed/],
      [`url=${'x'.repeat(2_001)}`, 400, /“url” is/],
    ] as const) {
      const response = await oembed(query);
      assert.equal(response.status, status, query);
      assert.match(((await response.json()) as { message: string }).message, expected, query);
    }
    await using closed = await startHome();
    const refused = await fetch(`${closed.url}/oembed?url=${encodeURIComponent(closed.url)}`);
    assert.equal(refused.status, 403);
    assert.match(await refused.text(), /frameAncestors/);
  });
});
