import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { documentNames } from '../../../../harness/gateway/syndication/reading-documents.ts';
import { type TestHome, startHome } from '../../helpers.ts';
import { raw } from '../raw-requests.ts';
import { everyReading, failReadings, setReadings } from './readings.ts';
import { readingAs } from '../../../helpers/home-readings.ts';

type Json = Record<string, unknown>;

describe('the readings for programs', () => {
  // Agents' ages follow the minute.
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  let home: TestHome;
  before(async () => {
    home = await startHome({
      settings: { appName: 'Harbour', resident: { name: 'Ada', persona: 'secret' } },
    });
  });
  after(() => home.close());
  beforeEach(() => setReadings(home.app.home.state, now));

  const json = async (path: string): Promise<Json> => {
    const response = await fetch(home.url + path);
    assert.equal(response.status, 200, path);
    return (await response.json()) as Json;
  };

  it('are in one document, with a version, the home and each reading', async () => {
    const { schema, home: about, readings } = await json('/api/status.json');
    assert.equal(schema, 1);
    assert.deepEqual(about, { name: 'Harbour', resident: 'Ada', url: `${home.url}/` });
    assert.deepEqual(Object.keys(readings as Json), documentNames);
    assert.deepEqual((readings as Json)['weather'], {
      state: 'live',
      text: ['71.7°F Clear'],
      value: { temperatureF: 71.7, code: 1, label: 'Clear' },
      source: 'x',
      fetchedAt: now,
    });
  });

  it('are the same each at an address of its own', async () => {
    const { readings } = await json('/api/status.json');
    for (const name of documentNames)
      assert.deepEqual(await json(`/api/readings/${name}.json`), {
        schema: 1,
        name,
        ...((readings as Json)[name] as Json),
      });
  });

  it('have the words and the values of the pages', async () => {
    const { value, text } = await json('/api/readings/agents.json');
    assert.deepEqual(text, ['Ada & Co: WORKING', 'j.d@…: IDLE']);
    assert.deepEqual((value as Json[])[0], {
      name: 'Ada & Co',
      status: 'working',
      lastCommitAt: now,
      issue: null,
      prsToday: null,
    });
    const commits = (await json('/api/readings/commits.json'))['value'] as Json[];
    assert.equal(commits.length, 5);
    assert.deepEqual(Object.keys(commits[0] ?? {}), ['sha', 'author', 'authoredAt', 'title']);
    assert.deepEqual((await json('/api/readings/sovereignty.json'))['text'], ['85% OWN <B>']);
  });

  it('pass on no field that pages do not show', async () => {
    const { state } = home.app.home;
    const hidden = { secret: 'hidden', email: 'ada@example.org' };
    for (const reading of everyReading(state)) {
      const current = reading.get();
      if (current.state !== 'live') continue;
      const value: unknown = Array.isArray(current.value)
        ? current.value.map((one: unknown) => Object.assign({}, one, hidden))
        : typeof current.value === 'object'
          ? { ...current.value, ...hidden }
          : current.value;
      reading.set({ ...current, value });
    }
    const text = JSON.stringify(await json('/api/status.json'));
    assert.doesNotMatch(text, /hidden|ada@|persona|secret/);
  });

  it('name the addresses of the home as a visitor sees them', async () => {
    const { state } = home.app.home;
    const record = { name: 'Heartbeat', description: 'x', status: 'online' };
    const destinations = [{ url: '/heartbeat.html' }, { url: 'https://far.example/a' }, {}];
    const records = destinations.map((destination, index) => ({ ...record, id: `p${index}`, destination }));
    state.readings.portalRecords.set(readingAs('live', 'x', records as never, now));
    const [own, far, closed] = (await json('/api/readings/portals.json'))['value'] as Json[];
    assert.equal(own?.['href'], `${home.url}/heartbeat.html`);
    assert.equal(far?.['href'], 'https://far.example/a');
    assert.deepEqual(Object.keys(closed ?? {}), ['id', 'name', 'description', 'status', 'closed']);
    assert.doesNotMatch(JSON.stringify(await json('/api/status.json')), /this-home/);
  });

  it('have the cause and no value after a failure', async () => {
    failReadings(home.app.home.state);
    for (const name of documentNames) {
      const document = await json(`/api/readings/${name}.json`);
      assert.equal(document['state'], 'error', name);
      assert.match(String(document['cause']), /^(?:no relay is connected \(x: )?x is down\)?$/, name);
      assert.ok(!('value' in document), name);
      assert.match(String((document['text'] as string[])[0]), /ERROR$/, name);
    }
  });

  it('answer 304 to a known tag, compressed or not, with few headers', async () => {
    for (const encoding of ['identity', 'br', 'gzip']) {
      const first = await raw(home.url, '/api/status.json', { 'accept-encoding': encoding });
      assert.equal(first.headers['content-encoding'], encoding === 'identity' ? undefined : encoding);
      const again = await raw(home.url, '/api/status.json', {
        'accept-encoding': encoding,
        'if-none-match': String(first.headers.etag),
      });
      assert.deepEqual([again.status, again.body.length], [304, 0]);
      assert.equal(again.headers.etag, first.headers.etag);
      assert.equal(again.headers.vary, first.headers.vary);
      assert.deepEqual(Object.keys(again.headers).sort(), [
        'cache-control',
        'connection',
        'date',
        'etag',
        'keep-alive',
        'vary',
      ]);
    }
  });

  it('run nothing when they are opened as a page, and are in no frame', async () => {
    for (const path of [
      '/api/status.json',
      '/badge/weather.svg',
      '/feed.xml',
      '/llms.txt',
      '/portals.json',
    ]) {
      const { headers } = await raw(home.url, path);
      assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'", path);
      assert.equal(headers['x-content-type-options'], 'nosniff', path);
    }
  });

  it('say which readings there are, and which methods', async () => {
    for (const path of [
      '/api/readings/wether.json',
      '/api/readings/weather',
      '/api/readings/toString.json',
    ]) {
      const response = await fetch(home.url + path);
      assert.equal(response.status, 404, path);
      assert.match(await response.text(), /There are: sovereignty\.json, agents\.json/);
    }
    const { status, body } = await raw(home.url, '/api/status.json', {}, 'PUT');
    assert.equal(status, 405);
    assert.match(String(body), /Only these methods work here: GET, HEAD/);
    assert.equal((await raw(home.url, '/api/status.json', {}, 'HEAD')).status, 200);
  });
});

const FORMS = [
  '/api/status.json',
  '/badge/weather.svg',
  '/feed.xml',
  '/embed/weather',
  '/oembed',
  '/llms.txt',
];

it('the forms of the readings answer to the names of the home alone', async () => {
  await using home = await startHome({ hostNames: ['home.example'] });
  for (const path of FORMS) {
    const { status, body } = await raw(home.url, path, { host: 'evil.example' });
    assert.equal(status, 421, path);
    assert.match(String(body), /does not answer requests for this host name/);
    assert.notEqual((await raw(home.url, path, { host: 'home.example' })).status, 421, path);
  }
});

it('the forms of the readings are limited like all answers', async () => {
  await using home = await startHome({ requestsPerMinute: 6 });
  for (const path of FORMS) assert.notEqual((await raw(home.url, path)).status, 429, path);
  for (const path of FORMS) {
    const { status, body } = await raw(home.url, path);
    assert.equal(status, 429, path);
    assert.match(String(body), /Too many requests from this address/);
  }
});

it('the forms of the readings name the public address of the home, whatever host was asked', async () => {
  const publicUrl = 'https://home.example/world/';
  await using home = await startHome({ publicUrl, settings: { frameAncestors: ['*'] } });
  setReadings(home.app.home.state, Date.now());
  const text = async (path: string): Promise<string> => (await fetch(home.url + path)).text();
  assert.match(await text('/api/status.json'), /"url":"https:\/\/home\.example\/world\/"/);
  assert.match(await text('/feed.xml'), /<link>https:\/\/home\.example\/world\/#panel=bookshelves<\/link>/);
  assert.match(await text('/llms.txt'), /\(https:\/\/home\.example\/world\/api\/status\.json\)/);
  const page = await text('/embed/weather');
  const query = /href="https:\/\/home\.example\/world(\/oembed\?[^"]+)"/.exec(page)?.[1] ?? '';
  assert.match(
    await text(query.replaceAll('&amp;', '&')),
    /src=\\"https:\/\/home\.example\/world\/embed\/weather\\"/,
  );
});
