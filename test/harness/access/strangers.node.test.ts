import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { DAY_MS } from '../../../data/core/time.ts';
import { type HomePart, homeParts } from '../../../harness/config/access.ts';
import { Keys } from '../../../harness/keys/keys.ts';
import { PLAY_ID } from '../../helpers/plays.ts';
import { Client, ownerCookie } from '../helpers.ts';
import { raw } from '../gateway/raw-requests.ts';
import { type MarkedHome, marksIn, startMarkedHome } from './marked-home.ts';

/** Values for the parameters of addresses, with which each of them has something to show. */
const values: Readonly<Record<string, readonly string[]>> = {
  ':file': [
    'activity.json',
    'adapters.json',
    'agents.json',
    'agents.svg',
    'block-height.json',
    'commits.json',
    'merged.json',
    'open-work.json',
    'portals.json',
    'relay-feed.json',
    'sessions.json',
    'sovereignty.svg',
    'team.json',
    'weather.json',
    'weather.svg',
    'lab.svg',
    'agents-zq7.json',
    'upstream%3Aweather.json',
    'relay%3Awss%3A%2F%2Frelay-feed-zq7.example.json',
  ],
  ':name': ['agents', 'commits', 'heartbeat', 'now', 'weather', 'laptop'],
  ':owner': ['repository-zq7'],
  ':repo': ['harbour'],
  ':id': [PLAY_ID, '1'],
  ':number': ['1'],
  '*': [
    'adapters.json',
    'agent-status.json',
    'ambient.mp3',
    'assets/mine.js',
    'favicon.ico',
    'icons/mine.svg',
    'module.js',
    'notes.txt',
    'portals.json',
    'soul.md',
    'sw.js',
    'version.json',
    'vision.json',
  ],
};

/** Every address of a pattern. */
function addressesOf(pattern: string): string[] {
  const name = Object.keys(values).find((one) => pattern.includes(one));
  if (name === undefined) return [pattern];
  return (values[name] ?? []).flatMap((value) => addressesOf(pattern.replace(name, value)));
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** The same address in other spellings. */
const spellings = (path: string): readonly string[] => [
  path,
  `/${path}`,
  `/.${path}`,
  `/assets/..${path}`,
  `/assets/%2e%2e${path}`,
  `/assets/..%2f..${path}`,
  `/assets%2f..${path}`,
  `/embed.js/..${path}`,
  `/healthz/..${path}`,
  `/healthz%2f..${path}`,
  `/healthz;${path}`,
  `/healthz?${path}`,
  `/healthz%00${path}`,
  `${path}?x=1`,
  `${path}?/assets/a.js`,
  `${path}#/assets/a.js`,
  `${path}%3f`,
  `${path}/`,
  `${path}//`,
  `${path}.`,
  `${path}%2e`,
  `${path}%20`,
  `${path};a.js`,
  path.toUpperCase(),
  path.replaceAll('a', '%61'),
  path.replaceAll('/', '\\'),
  `http://127.0.0.1${path}`,
];

/** Headers that must make no difference. */
const disguises: readonly Readonly<Record<string, string>>[] = [
  { accept: 'text/html' },
  { accept: 'application/json' },
  { range: 'bytes=0-100' },
  { 'if-none-match': '*' },
  { 'if-modified-since': new Date(0).toUTCString() },
  { host: 'elsewhere.example' },
  { host: 'this-home' },
  { host: 'this-home', 'x-home-world-self': 'a guess' },
  { host: 'localhost', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'this-home' },
  { origin: 'null' },
  { 'x-http-method-override': 'GET', 'x-original-url': '/healthz', 'x-rewrite-url': '/healthz' },
  { authorization: 'Basic b3duZXI6b3duZXI=' },
  { 'accept-encoding': 'identity' },
];

type Method = (typeof METHODS)[number];

/** What a request gets, head included, as one text. */
type Ask = (path: string, headers: Readonly<Record<string, string>>, method: Method) => Promise<string>;

/** Over HTTP, with all that a client and Node’s parser can do to an address. */
const overHttp =
  ({ url }: MarkedHome): Ask =>
  async (path, headers, method) => {
    // Each request has its own connection, because the home closes some.
    const { status, headers: head, body } = await raw(url, path, { connection: 'close', ...headers }, method);
    return JSON.stringify([status, head, String(body)]);
  };

/**
 * Without a connection, for tests of all addresses with ordinary requests: tens of thousands of connections take more
 * time than the answers. All hooks and routes run as over HTTP.
 */
const inside =
  ({ app, url }: MarkedHome): Ask =>
  async (path, given, method) => {
    // The host as over HTTP: at “localhost”, for one, the home offers passkeys.
    const headers = { host: new URL(url).host, ...given };
    const { statusCode, headers: head, body } = await app.inject({ method, url: path, headers });
    return JSON.stringify([statusCode, head, body]);
  };

/** The marks in the answers to a request, besides those that the address itself has. */
async function learned(
  ask: Ask,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method: Method = 'GET',
): Promise<readonly string[]> {
  const answer = await ask(path, headers, method).catch((error: unknown) => {
    // Node’s own parser ends the connection.
    if (error instanceof Error && /ECONNRESET|socket hang up|EPIPE|Parse Error/.test(error.message))
      return '';
    throw error;
  });
  return marksIn(answer);
}

const allAddresses = ({ routes }: MarkedHome): string[] => [
  // “*” is the route for OPTIONS at all addresses.
  ...new Set(routes.flatMap(({ url }) => addressesOf(url === '*' ? '/*' : url))),
  '/nothing',
  '/door',
];

/** Runs for all, a few at a time. */
async function forAll<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  const worker = async (): Promise<void> => {
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) await run(one);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/**
 * Parts without a mark of their own: what visitors say to each other is not over HTTP, and the history is about portals,
 * upstreams and relays.
 */
const UNMARKED: readonly HomePart[] = ['visitors', 'history'];

const cookieOf = (header: string): string => header.split(';')[0] ?? '';

describe('a home for its owner only', () => {
  let home: MarkedHome;
  /** Headers that open nothing. */
  const worthless: Record<string, Readonly<Record<string, string>>> = {};
  let guest: string;
  before(async () => {
    home = await startMarkedHome('owner');
    const { keys } = home.app.home;
    const linkCookie = (name: string): string => {
      const secret = keys.links.add(name, 30) ?? '';
      const link = keys.links.find(secret);
      return link ? cookieOf(keys.links.cookie(secret, link, false)) : '';
    };
    guest = linkCookie('friend');
    const revoked = linkCookie('revoked');
    for (const { id, name } of keys.links.list()) if (name === 'revoked') keys.links.revoke(id);
    const signedOut = ownerCookie(home.app);
    keys.signIns.end({ cookie: signedOut }, false);
    const session = home.store.openSession(undefined, { household: '', mayBegin: true }).secret;
    const key = keys.agents.add('laptop') ?? '';
    const token = 'the-secret-of-the-bridge';
    Object.assign(worthless, {
      nothing: {},
      'a revoked link': { cookie: revoked },
      'an old sign-in': { cookie: signedOut },
      'the session of a visitor': { cookie: `home-world-owner=${session}; home-world-link=${session}` },
      'the key of an agent': { authorization: `Bearer ${key}`, 'x-home-world-key': key },
      'the key of an agent in cookies': { cookie: `home-world-owner=${key}; home-world-link=${key}` },
      'the token in cookies': { cookie: `home-world-owner=${token}; home-world-link=${token}` },
    });
  });
  after(() => home.close());

  it('shows the owner and a guest everything', async () => {
    for (const cookie of [ownerCookie(home.app), guest]) {
      const seen = new Set<string>();
      // The stream of asks does not end as long as the owner is signed in.
      const ending = allAddresses(home).filter((path) => path !== '/api/asks/stream');
      await forAll(ending, async (path) => {
        for (const found of await learned(overHttp(home), path, { cookie })) seen.add(found);
      });
      const expected = [...homeParts.filter((part) => !UNMARKED.includes(part)), 'pages', 'repository'];
      assert.deepEqual([...seen].sort(), expected.sort());
    }
  });

  it('shows strangers nothing at any address, with any method, key or cookie', async () => {
    for (const [name, headers] of Object.entries(worthless))
      await forAll(allAddresses(home), async (path) => {
        for (const method of METHODS)
          assert.deepEqual(
            await learned(inside(home), path, headers, method),
            [],
            `${name}: ${method} ${path}`,
          );
      });
  });

  it('shows strangers nothing in other spellings, and with other headers', async () => {
    await forAll(allAddresses(home), async (path) => {
      for (const spelling of spellings(path))
        if (marksIn(spelling).length === 0)
          assert.deepEqual(await learned(overHttp(home), spelling), [], spelling);
      for (const headers of disguises)
        assert.deepEqual(
          await learned(overHttp(home), path, headers),
          [],
          `${path} ${JSON.stringify(headers)}`,
        );
    });
  });

  it('shows strangers nothing over HTTP/1.0, without a host, and in requests after another', async () => {
    const { hostname, port } = new URL(home.url);
    const answer = (text: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect({ host: hostname, port: Number(port) });
        let got = '';
        socket.setEncoding('utf8').on('data', (chunk: string) => (got += chunk));
        socket.on('error', reject);
        socket.on('close', () => resolve(got));
        socket.write(text);
      });
    for (const path of [
      '/',
      '/config.json',
      '/api/status.json',
      '/portals.json',
      '/notes.txt',
      '/feed.xml',
    ]) {
      assert.deepEqual(marksIn(await answer(`GET ${path} HTTP/1.0\r\n\r\n`)), [], path);
      const two = await answer(
        `GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      assert.match(two, /200 OK[\s\S]*401 Unauthorized/);
      assert.deepEqual(marksIn(two), [], path);
    }
  });

  it('answers programs in JSON and people with a page, both with 401', async () => {
    const program = await raw(home.url, '/api/status.json');
    assert.equal(program.status, 401);
    assert.deepEqual(JSON.parse(String(program.body)), {
      message: 'Only the owner of this home sees this: sign in.',
      url: '',
      private: true,
    });
    const page = await raw(home.url, '/', { accept: 'text/html' });
    assert.equal(page.status, 401);
    assert.match(String(page.body), /This home is private[\s\S]*href="\/door"/);
    assert.match(String(page.headers['content-security-policy']), /script-src 'self'/);
    for (const { headers } of [program, page]) {
      assert.equal(headers['cache-control'], 'no-store');
      assert.match(String(headers.vary), /cookie/i);
    }
  });

  it('tells a browser that signs out, here or everywhere, to forget what it stored', async () => {
    for (const path of ['api/owner', 'api/owner/sign-ins']) {
      const headers = { cookie: ownerCookie(home.app) };
      const out = await fetch(new URL(path, home.url), { method: 'DELETE', headers });
      assert.equal(out.headers.get('clear-site-data'), '"cache"', path);
      assert.deepEqual(await out.json(), { signIn: true, signedIn: false, private: true });
    }
  });

  it('keeps what the sign-in page needs open: files of the program, never those of the owner', async () => {
    const script = await raw(home.url, '/assets/index-AbCd1234.js');
    assert.equal(script.status, 200);
    assert.match(String(script.headers['cache-control']), /public.*immutable/);
    for (const path of ['/sw.js', '/version.json', '/link.js', '/api/owner', '/healthz'])
      assert.equal((await raw(home.url, path)).status, 200, path);
    assert.match(String((await raw(home.url, '/version.json')).body), /9\.9\.9/);
    assert.equal((await raw(home.url, '/assets/mine.js')).status, 404);
    // The owner gets their own file of that name.
    const cookie = ownerCookie(home.app);
    assert.equal((await raw(home.url, '/notes.txt', { cookie })).status, 200);
  });

  it('tells caches that an answer is for one reader', async () => {
    const cookie = ownerCookie(home.app);
    for (const path of [
      '/',
      '/config.json',
      '/api/status.json',
      '/badge/weather.svg',
      '/portals.json',
      '/feed.xml',
    ]) {
      const answer = await raw(home.url, path, { cookie });
      assert.equal(answer.status, 200, path);
      assert.match(String(answer.headers['cache-control']), /^(?:private, no-cache|no-store)$/, path);
      assert.match(String(answer.headers.vary), /\bcookie\b/i, path);
      assert.match(
        String(answer.headers['cross-origin-resource-policy'] ?? 'same-origin'),
        /^same-origin$/,
        path,
      );
      // The tag of the owner’s answer does not get a stranger a 304.
      const { etag = '' } = answer.headers;
      assert.equal((await raw(home.url, path, { 'if-none-match': etag })).status, 401, path);
      if (etag !== '')
        assert.equal((await raw(home.url, path, { cookie, 'if-none-match': etag })).status, 304, path);
    }
  });

  it('lets agents in by their keys, as before', async () => {
    const key = home.app.home.keys.agents.add('server') ?? '';
    const token = 'the-secret-of-the-bridge';
    const post = (path: string, body: object, secret: string) =>
      fetch(home.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${secret}`,
        },
        body: JSON.stringify(body),
      });
    const report = { state: 'working', session: { id: 'two', harness: 'Codex' } };
    assert.equal((await post('/api/events', report, key)).status, 200);
    assert.equal((await post('/api/events', { state: 'idle' }, token)).status, 200);
    assert.notEqual((await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, token)).status, 401);
    assert.equal((await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, key)).status, 401);
    const client = await new Client(home.url).open();
    client.send({ type: 'hello', version: 1, role: 'resident', token });
    await client.frame('welcome');
    await client.close();
  });
});

describe('a home that shows strangers one part', () => {
  for (const part of homeParts)
    it(`${part}: they see it, and nothing else`, async () => {
      await using home = await startMarkedHome({ visitorsSee: [part] });
      const seen = new Set<string>();
      await forAll(allAddresses(home), async (path) => {
        const given = marksIn(path);
        for (const headers of [{}, { accept: 'text/html' }, { range: 'bytes=0-100' }])
          for (const found of await learned(inside(home), path, headers))
            if (!given.includes(found)) seen.add(found);
      });
      const parts = UNMARKED.includes(part) ? [] : [part];
      // Commits and pull requests are of the repository with this name.
      const repository = ['commits', 'merged', 'open-work'].includes(part) ? ['repository'] : [];
      assert.deepEqual([...seen].sort(), [...parts, ...repository, 'pages'].sort());
      const cookie = ownerCookie(home.app);
      assert.deepEqual(await learned(overHttp(home), '/api/readings/commits.json', { cookie }), ['commits']);
    });
});

describe('the end of a link', () => {
  it('is the end at once, by revocation and by time', async () => {
    let now = Date.now();
    const keys = new Keys(':memory:', () => now);
    await using home = await startMarkedHome('owner', { keys });
    const secret = keys.links.add('wall', 1) ?? '';
    const link = keys.links.find(secret);
    assert.ok(link);
    const cookie = cookieOf(keys.links.cookie(secret, link, false));
    const status = async () => (await raw(home.url, '/config.json', { cookie })).status;
    assert.equal(await status(), 200);
    now += DAY_MS;
    assert.equal(await status(), 401);
  });
});
