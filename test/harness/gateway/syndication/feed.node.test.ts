import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Fastify from 'fastify';
import { SaxesParser } from 'saxes';
import { defaultConfig } from '../../../../data/config/config.ts';
import { afterTrouble } from '../../../../data/readings/reading.ts';
import { createState } from '../../../../data/state.ts';
import { feedRoute } from '../../../../harness/gateway/syndication/feed.ts';
import { rssOf } from '../../../../harness/gateway/syndication/rss.ts';
import { type TestHome, startHome } from '../../helpers.ts';
import { raw } from '../raw-requests.ts';
import { setReadings } from './readings.ts';

interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
  text: string;
}

/** Parses XML as strictly as a feed reader may. */
function parse(xml: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' };
  const path = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => assert.fail(`${error.message}\n${xml}`));
  parser.on('opentag', ({ name, attributes }) => {
    const node: XmlNode = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    path.at(-1)?.children.push(node);
    path.push(node);
  });
  parser.on('closetag', () => void path.pop());
  const add = (text: string): void => void (path.at(-1)!.text += text);
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(xml).close();
  return root.children[0]!;
}
const named = (node: XmlNode, name: string): XmlNode[] =>
  node.children.filter((child) => child.name === name);
const textIn = (node: XmlNode, name: string): string => named(node, name)[0]?.text ?? '';

/** The rules of https://www.rssboard.org/rss-specification for what this feed uses. */
function checkRss(xml: string): XmlNode[] {
  const rss = parse(xml);
  assert.deepEqual([rss.name, rss.attributes['version']], ['rss', '2.0']);
  const [channel, ...others] = rss.children;
  assert.ok(channel?.name === 'channel' && others.length === 0);
  for (const required of ['title', 'link', 'description'])
    assert.equal(named(channel, required).length, 1, required);
  assert.ok(URL.canParse(textIn(channel, 'link')));
  assert.match(textIn(channel, 'ttl'), /^\d+$/);
  const items = named(channel, 'item');
  for (const item of items) {
    for (const once of ['title', 'link', 'description', 'guid', 'pubDate'])
      assert.equal(named(item, once).length, 1, once);
    assert.ok(URL.canParse(textIn(item, 'link')));
    // RFC 822, with the four digits of a year that RSS prefers.
    assert.match(textIn(item, 'pubDate'), /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
    assert.equal(named(item, 'guid')[0]?.attributes['isPermaLink'], 'false');
  }
  assert.equal(new Set(items.map((item) => textIn(item, 'guid'))).size, items.length, 'each id once');
  return items;
}

describe('the feed', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  let home: TestHome;
  before(async () => {
    home = await startHome({ settings: { appName: 'Me & <You>' }, now: () => now });
  });
  after(() => home.close());
  const get = async (): Promise<string> => (await fetch(`${home.url}/feed.xml`)).text();

  it('is valid without an entry', async () => {
    const xml = await get();
    assert.deepEqual(checkRss(xml), []);
    assert.doesNotMatch(xml, /lastBuildDate/);
  });

  it('has the merges and the milestones, newest first, whatever their texts are', async () => {
    const { state, bridge } = home.app.home;
    setReadings(state, now);
    bridge.broadcast({
      type: 'world-action',
      action: 'fireworks',
      detail: { reason: 'Version 1.0 is out & <b>about</b> \u0007' },
    });
    const items = checkRss(await get());
    assert.deepEqual(
      items.map((item) => [textIn(item, 'category'), textIn(item, 'title')]),
      [
        ['milestone', 'Version 1.0 is out & <b>about</b>'],
        ['merge', '#7 a ]]> b ]]><i>'],
      ],
    );
    const [, merge] = items;
    assert.equal(
      textIn(merge!, 'description'),
      'Merged: #7 a ]]&gt; b ]]&gt;&lt;i&gt; — Ada &amp; Co',
      'it is HTML',
    );
    assert.equal(textIn(merge!, 'link'), `${home.url}/#panel=bookshelves`);
    assert.equal(textIn(merge!, 'pubDate'), new Date(now - 1_000).toUTCString());
    assert.equal(textIn(merge!, 'guid'), 'merge:local/home#7');
  });

  it('takes only fireworks with a reason, for all visitors, for a milestone', async () => {
    const { bridge } = home.app.home;
    const before = checkRss(await get()).length;
    bridge.broadcast({ type: 'world-action', action: 'fireworks', detail: {} });
    bridge.broadcast({ type: 'world-action', action: 'speak', detail: { text: 'Hello.' } });
    bridge.broadcast({ type: 'status-update', detail: { reason: 'x' } });
    assert.equal(checkRss(await get()).length, before);
  });

  it('keeps the last merges in trouble', async () => {
    const { merged } = home.app.home.state.readings;
    merged.set(afterTrouble(merged.get(), 'down'));
    assert.ok(checkRss(await get()).some((item) => textIn(item, 'category') === 'merge'));
  });

  it('stays the same while nothing is new, and is asked again with its tag', async () => {
    const first = await raw(home.url, '/feed.xml');
    assert.equal(first.headers['content-type'], 'application/rss+xml; charset=utf-8');
    const again = await raw(home.url, '/feed.xml', { 'if-none-match': String(first.headers.etag) });
    assert.equal(again.status, 304);
  });

  it('is named in the head of every page', async () => {
    await using own = await startHome();
    const { mkdir, writeFile } = await import('node:fs/promises');
    await mkdir(`${own.folder}/public`, { recursive: true });
    for (const name of ['index.html', 'heartbeat.html', 'widgets.html']) {
      await writeFile(`${own.folder}/public/${name}`, '<!-- sharing --><!-- /sharing -->');
      const html = await (await fetch(`${own.url}/${name}`)).text();
      assert.ok(
        html.includes(
          `<link rel="alternate" type="application/rss+xml" href="${own.url}/feed.xml" title="Home World: news" />`,
        ),
        html,
      );
      assert.match(
        html,
        /<link rel="alternate" type="application\/json\+oembed" href="[^"]+" title="Home World" \/>/,
      );
    }
  });
});

it('the feed says when something stops answering, and when it answers again', async () => {
  const begin = Date.parse('2026-03-01T12:00:00Z');
  let now = begin;
  let isUp = true;
  await using home = await startHome({
    fetch: async () => new Response('', { status: isUp ? 200 : 503 }),
    now: () => now,
  });
  const { checkPortals, status } = home.app.home;
  const incidents = async (): Promise<string[][]> => {
    await checkPortals();
    status.record();
    const items = checkRss(await (await fetch(`${home.url}/feed.xml`)).text());
    return items.map((item) => ['title', 'description', 'pubDate'].map((name) => textIn(item, name)));
  };
  assert.deepEqual(await incidents(), []);
  isUp = false;
  now += 60_000;
  const began = [
    'Far World does not answer',
    'Far World does not answer: it answered 503.',
    new Date(now).toUTCString(),
  ];
  assert.deepEqual(await incidents(), [began]);
  isUp = true;
  now += 180_000;
  assert.deepEqual(await incidents(), [
    [
      'Far World answers again',
      'Far World did not answer for 3 minutes: it answered 503.',
      new Date(now).toUTCString(),
    ],
    began,
  ]);
});

it('milestones survive a restart, and the oldest of too many are forgotten', async () => {
  await using first = await startHome();
  for (let index = 0; index < 60; index++)
    first.app.home.bridge.broadcast({
      type: 'world-action',
      action: 'fireworks',
      detail: { reason: `Milestone ${index}` },
    });
  await first.app.close();
  first.store.close();
  await using second = await startHome({ folder: first.folder });
  const items = checkRss(await (await fetch(`${second.url}/feed.xml`)).text());
  assert.equal(items.length, 50);
  assert.deepEqual([textIn(items[0]!, 'title'), textIn(items.at(-1)!, 'title')].sort(), [
    'Milestone 10',
    'Milestone 59',
  ]);
});

it('a source that fails, or has a wrong date, leaves the others in the feed', async () => {
  const entry = { id: 'a', title: 'a', description: '', category: 'merge', at: 1, place: '' } as const;
  const lines: string[] = [];
  const fails = (): never => {
    throw new Error('the file is damaged');
  };
  const app = Fastify();
  await app.register(
    feedRoute(createState(defaultConfig), {
      sources: [fails, () => [entry, { ...entry, at: 8.64e15 }, { ...entry, at: NaN }]],
      sees: () => () => true,
      publicUrl: 'https://home.example/',
      log: (line) => lines.push(line),
    }),
  );
  const items = checkRss((await app.inject('/feed.xml')).body);
  assert.deepEqual(
    items.map((item) => textIn(item, 'title')),
    ['a'],
  );
  assert.deepEqual(lines, ['a part of the news could not be read: the file is damaged']);
});

it('a feed has at most fifty entries, the newest ones', () => {
  const entries = Array.from({ length: 80 }, (_, index) => ({
    id: `${index}`,
    title: `${index}`,
    description: '',
    category: 'merge' as const,
    at: index * 1_000,
    place: '',
  }));
  const items = checkRss(
    rssOf({ title: 'x', description: 'x', base: 'https://home.example/', file: 'feed.xml' }, entries),
  );
  assert.deepEqual([items.length, textIn(items[0]!, 'title')], [50, '79']);
});
