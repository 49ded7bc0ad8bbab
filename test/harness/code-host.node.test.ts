import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { wireCommits, wirePulls } from '../../data/schemas/code-host.ts';
import { CachedCodeHost } from '../../harness/gateway/code-host/cached.ts';
import { RemoteCodeHost } from '../../harness/gateway/code-host/remote.ts';
import { listen } from '../helpers/loopback.ts';
import { type Upstreams, giteaRecording, startUpstreams } from '../helpers/upstreams.ts';
import { type TestHome, startHome } from './helpers.ts';

const TOKEN = 'secret-token-0123456789abcdef';
const COMMITS = '/api/v1/repos/timmy/lit/commits';

const remote = (url: string, more: { repo?: string; timeoutMs?: number; token?: string } = {}) =>
  new RemoteCodeHost({
    url,
    owner: 'timmy',
    repo: 'lit',
    token: TOKEN,
    fetch: (address, init) => fetch(address, init),
    ...more,
  });

describe('the proxy of a code host', () => {
  let upstreams: Upstreams;
  let home: TestHome;
  let now = Date.now();
  const later = () => (now += 60_000);
  before(async () => {
    upstreams = await startUpstreams();
    home = await startHome({
      codeHost: remote(upstreams.codeHost.url, { timeoutMs: 2_000 }),
      now: () => now,
    });
  });
  after(async () => {
    await home.close();
    await upstreams.close();
  });
  beforeEach(() => {
    upstreams.codeHost.mode = 'up';
    later();
  });
  const get = (path: string, init?: RequestInit) => fetch(home.url + path, init);
  const asked = () => upstreams.codeHost.seen.length;

  test('passes commits and pull requests on in the code host’s own shape', async () => {
    const commits = v.parse(wireCommits, await (await get(`${COMMITS}?limit=50`)).json());
    assert.equal(commits.length, 50);
    const pulls = await (await get('/api/v1/repos/timmy/lit/pulls?state=closed&limit=50')).json();
    assert.ok(v.parse(wirePulls, pulls).some(({ merged }) => merged === true));
  });

  test('adds the token on the server, asks with GET only, and never gives the token away', async () => {
    const response = await get(`${COMMITS}?limit=5`, { headers: { authorization: 'token visitor' } });
    const text = (await response.text()) + JSON.stringify([...response.headers]);
    const seen = upstreams.codeHost.seen.at(-1);
    assert.equal(seen?.headers.authorization, `token ${TOKEN}`);
    assert.equal(seen?.method, 'GET');
    assert.ok(upstreams.codeHost.seen.every(({ method }) => method === 'GET'));
    assert.doesNotMatch(text, new RegExp(TOKEN));
    const config = await (await get('/config.json')).text();
    assert.doesNotMatch(config, new RegExp(`${TOKEN}|${upstreams.codeHost.url}`));
  });

  test('publishes nobody’s mail address', async () => {
    const text = await (await get(`${COMMITS}?limit=50`)).text();
    const mails = [...text.matchAll(/"email":"([^"]*)"/g)].map(([, mail]) => mail);
    assert.ok(mails.length >= 100);
    assert.deepEqual([...new Set(mails)], ['not-published@home.invalid']);
  });

  test('lets only known parameters through, and at most fifty entries', async () => {
    await get(`${COMMITS}?limit=9999&page=2&stat=false&sha=main&token=x&path=..%2F..&access_token=y`);
    const { searchParams } = new URL(upstreams.codeHost.seen.at(-1)?.url ?? '', 'http://x');
    assert.deepEqual(Object.fromEntries(searchParams), { limit: '50', page: '2', stat: 'false' });
  });

  test('refuses every repository but its own, in the code host’s words, without asking', async () => {
    const before = asked();
    for (const path of [
      '/api/v1/repos/timmy/secret/commits',
      '/api/v1/repos/other/lit/commits',
      '/api/v1/repos/timmy/..%2Fsecret/pulls',
    ]) {
      const response = await get(path);
      assert.equal(response.status, 404);
      assert.deepEqual(await response.json(), { message: "The target couldn't be found.", url: '' });
    }
    assert.equal(asked(), before);
  });

  test('asks once for many visitors, and again after the cache has aged', async () => {
    const before = asked();
    const path = `${COMMITS}?limit=7`;
    await Promise.all(Array.from({ length: 20 }, () => get(path).then((response) => response.text())));
    assert.equal(asked(), before + 1);
    now += 14_000;
    await get(path);
    assert.equal(asked(), before + 1);
    now += 2_000;
    await get(path);
    assert.equal(asked(), before + 2);
  });

  test('answers 304 to a page that has it already', async () => {
    const first = await get(`${COMMITS}?limit=3`);
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^"[\w-]{27}"$/);
    const again = await get(`${COMMITS}?limit=3`, { headers: { 'if-none-match': `W/${etag}` } });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
  });

  test('passes an empty repository’s 409 and a missing one’s 404 on', async () => {
    for (const [name, status, message] of [
      ['commits-empty-repo', 409, 'Git Repository is empty.'],
      ['commits-missing-repo', 404, "The target couldn't be found."],
    ] as const) {
      later();
      const { body } = giteaRecording(name);
      upstreams.codeHost.mode = { status, body: JSON.stringify(body) };
      const response = await get(`${COMMITS}?limit=50`);
      assert.equal(response.status, status);
      assert.deepEqual(await response.json(), { message, url: '' });
    }
  });

  test('never repeats the token, even when the code host does', async () => {
    upstreams.codeHost.mode = {
      status: 500,
      body: JSON.stringify({ message: `token ${TOKEN} is not allowed`, url: `http://x/?token=${TOKEN}` }),
    };
    const response = await get(`${COMMITS}?limit=50`);
    assert.equal(response.status, 500);
    assert.deepEqual(await response.json(), { message: 'token (token) is not allowed', url: '' });
  });

  test('turns silence into 504, a cut connection and nonsense into 502', async () => {
    upstreams.codeHost.mode = 'silent';
    const silent = await get(`${COMMITS}?limit=50`);
    assert.equal(silent.status, 504);
    assert.match(await silent.text(), /no answer within 2 s/);
    later();
    upstreams.codeHost.mode = 'down';
    const down = await get(`${COMMITS}?limit=50`);
    assert.equal(down.status, 502);
    assert.match(await down.text(), /broke the connection off/);
    for (const body of ['<html>explorer</html>', '{"not":"a list"}', '[{"cut":']) {
      later();
      upstreams.codeHost.mode = { status: 200, body };
      const nonsense = await get(`${COMMITS}?limit=50`);
      assert.equal(nonsense.status, 502);
      assert.match(await nonsense.text(), /not a JSON list/);
    }
    later();
    upstreams.codeHost.mode = 'up';
    assert.equal((await get(`${COMMITS}?limit=50`)).status, 200, 'live again');
  });

  test('stops reading an answer that is too large', async () => {
    upstreams.codeHost.mode = { body: `["${'x'.repeat(9 * 1024 * 1024)}"]` };
    const response = await get(`${COMMITS}?limit=50`);
    assert.equal(response.status, 502);
    assert.match(await response.text(), /too large/);
  });

  test('does not follow a redirect with the token', async () => {
    upstreams.codeHost.mode = {
      status: 307,
      headers: { location: 'http://127.0.0.1:1/elsewhere' },
      body: '',
    };
    const response = await get(`${COMMITS}?limit=50`);
    assert.equal(response.status, 502);
    assert.match(await response.text(), /sends us elsewhere/);
  });
});

test('an endless stream without a length is cut off at the limit', async () => {
  let sent = 0;
  const server = await listen((_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
      response.once('drain', more);
    };
    more();
  });
  try {
    const answer = await remote(server.url).read('commits', new URLSearchParams());
    assert.equal(answer.status, 502);
    await pause(50);
    assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes were sent`);
  } finally {
    await server.close();
  }
});

test('links of further pages lead to this home, not past it', async () => {
  const server = await listen((_request, response) =>
    response
      .writeHead(
        200,
        giteaRecording('commits-lit-50').headers['link']
          ? { link: giteaRecording('commits-lit-50').headers['link'], 'x-total-count': '2635' }
          : {},
      )
      .end('[]'),
  );
  try {
    const { headers } = await remote(server.url).read('commits', new URLSearchParams());
    assert.equal(headers['x-total-count'], '2635');
    assert.match(
      headers['link'] ?? '',
      /^<\/api\/v1\/repos\/timmy\/lit\/commits\?limit=50&page=2>; rel="next"/,
    );
    assert.doesNotMatch(headers['link'] ?? '', /127\.0\.0\.1/);
  } finally {
    await server.close();
  }
});

test('a failing code host is not asked by every visitor', async () => {
  let now = 0;
  let count = 0;
  const failing = {
    owner: 'a',
    repo: 'b',
    description: '',
    read: async () => ({ status: 502, body: `${++count}`, headers: {} }),
  };
  const cached = new CachedCodeHost(failing, () => now);
  const ask = async () => (await cached.read('commits', new URLSearchParams())).body;
  assert.equal(await ask(), '1');
  assert.equal(await ask(), '1');
  now += 3_001;
  assert.equal(await ask(), '2');
});

test('visitors who ask for a hundred different pages at once get them a few at a time, or are told to wait', async () => {
  let running = 0;
  let most = 0;
  const slow = {
    owner: 'a',
    repo: 'b',
    description: '',
    read: async () => {
      most = Math.max(most, ++running);
      await pause(1);
      running -= 1;
      return { status: 200, body: '[]', headers: {} };
    },
  };
  const cached = new CachedCodeHost(slow);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, page) =>
      cached.read('commits', new URLSearchParams({ page: String(page) })),
    ),
  );
  assert.equal(most, 4);
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 68);
  assert.equal(statuses.filter((status) => status === 503).length, 32);
  assert.equal((await cached.read('commits', new URLSearchParams({ page: '500' }))).status, 200);
});

test('a clock that is set back does not keep an old answer for hours', async () => {
  let now = 10_000_000;
  let count = 0;
  const counting = {
    owner: 'a',
    repo: 'b',
    description: '',
    read: async () => ({ status: 200, body: `${++count}`, headers: {} }),
  };
  const cached = new CachedCodeHost(counting, () => now);
  const ask = async () => (await cached.read('commits', new URLSearchParams())).body;
  assert.equal(await ask(), '1');
  now -= 7_200_000;
  assert.equal(await ask(), '2');
  assert.equal(await ask(), '2');
});

test('long messages are cut, and what a signature covers, with its mail address, is left out', async () => {
  const record = {
    sha: 'a',
    url: 'http://code.private.example/api/v1/x',
    html_url: 'http://code.private.example/x',
    author: { avatar_url: 'http://code.private.example/a.png' },
    commit: {
      author: { name: 'A', email: 'a@private.example', date: '2026-01-01T00:00:00Z' },
      message: `Title\n${'x'.repeat(100_000)}`,
      verification: { verified: true, payload: 'author A <a@private.example> 0' },
    },
  };
  const server = await listen((_request, response) =>
    response.end(JSON.stringify(Array.from({ length: 50 }, () => record))),
  );
  try {
    const { status, body } = await remote(server.url).read('commits', new URLSearchParams());
    assert.equal(status, 200);
    assert.ok(body.length < 1_000_000, `${body.length} characters`);
    assert.doesNotMatch(body, /private\.example/);
    assert.equal(v.parse(wireCommits, JSON.parse(body)).length, 50);
  } finally {
    await server.close();
  }
});
