import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import * as v from 'valibot';
import { wireCommit, wirePull } from '../../../../data/readings/schemas/code-host.ts';
import { type Upstreams, giteaRecording, startUpstreams } from '../../../helpers/upstreams.ts';
import { type TestHome, startHome } from '../../helpers.ts';
import { TOKEN, COMMITS, elsewhere, remote } from './remote-host.ts';
const SHA = 'a'.repeat(40);

describe('the proxy of a code host', () => {
  let upstreams: Upstreams;
  let home: TestHome;
  let now = Date.now();
  const later = () => (now += 60_000);
  before(async () => {
    upstreams = await startUpstreams();
    home = await startHome({
      settings: elsewhere,
      codeHost: remote(upstreams.codeHost.url, { timeoutMs: 2_000, now: () => now }),
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
  /**
   * Makes the gateway drop its last list: after a 404 of the code host it has no list to serve when a later
   * request fails.
   */
  const withoutEarlierList = async (): Promise<void> => {
    upstreams.codeHost.mode = { status: 404, body: '{}' };
    assert.equal((await get(COMMITS)).status, 404);
    later();
  };

  test('passes on commits and pull requests in the code host’s format', async () => {
    const commits = v.parse(v.array(wireCommit), await (await get(`${COMMITS}?limit=50`)).json());
    assert.equal(commits.length, 50);
    const pulls = await (await get('/api/v1/repos/timmy/lit/pulls?state=closed&limit=50')).json();
    assert.ok(v.parse(v.array(wirePull), pulls).some(({ merged }) => merged === true));
  });

  test('adds the token on the server, sends only GET, and never reveals the token', async () => {
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

  test('sends the fields that pages show, and no others', async () => {
    const [commit] = (await (await get(`${COMMITS}?limit=1`)).json()) as object[];
    assert.deepEqual(commit, {
      sha: '6c051d517bd92761787897b2c8c060ed419126e2',
      commit: {
        author: {
          name: 'Lukas Spirig',
          date: (commit as { commit: { author: { date: string } } }).commit.author.date,
        },
        message: '[labs/ssr] Implement ShadowRoot and document/window in event path (#4893)',
      },
    });
    const pulls = await (await get('/api/v1/repos/timmy/lit/pulls?state=all')).json();
    assert.deepEqual(pulls, [
      { number: 2, title: 'ok1', merged: true, merged_at: '2026-11-20T23:36:17Z', user: { login: 'timmy' } },
    ]);
  });

  test('sends the same request whatever a visitor asks', async () => {
    await get(
      `${COMMITS}?limit=9999&page=2&stat=true&files=true&sha=main&token=x&path=..%2F..&access_token=y`,
    );
    const { searchParams } = new URL(upstreams.codeHost.seen.at(-1)?.url ?? '', 'http://x');
    assert.deepEqual(Object.fromEntries(searchParams), {
      limit: '50',
      stat: 'false',
      verification: 'false',
      files: 'false',
    });
    await get('/api/v1/repos/timmy/lit/pulls?state=open&page=3&sort=oldest');
    assert.match(upstreams.codeHost.seen.at(-1)?.url ?? '', /\/pulls\?state=closed&limit=50$/);
  });

  test('sends the requested number, fifty at most', async () => {
    for (const [query, count] of [
      ['', 30],
      ['?limit=5', 5],
      ['?limit=0', 1],
      ['?limit=9999', 50],
      ['?limit=x', 30],
    ] as const)
      assert.equal(((await (await get(COMMITS + query)).json()) as unknown[]).length, count, query);
  });

  test('has further pages, as the code host has, and an empty one after the last', async () => {
    const shas = async (query: string): Promise<string[]> =>
      ((await (await get(COMMITS + query)).json()) as { sha: string }[]).map(({ sha }) => sha);
    const all = await shas('?limit=50');
    assert.deepEqual(await shas('?limit=20&page=2'), all.slice(20, 40));
    assert.deepEqual(await shas('?limit=20&page=3'), all.slice(40));
    assert.deepEqual(await shas('?limit=20&page=4'), []);
    assert.deepEqual(await shas('?limit=20&page=0'), all.slice(0, 20));
    assert.deepEqual(await shas('?limit=20&page=2&days=3'), all.slice(20, 40));
  });

  test('refuses every repository but its own, in the code host’s words, without a request', async () => {
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

  test('requests once for many visitors, and again after the cache has expired', async () => {
    const before = asked();
    const path = `${COMMITS}?limit=7`;
    await Promise.all(Array.from({ length: 20 }, () => get(path).then((response) => response.text())));
    assert.equal(asked(), before + 1);
    now += 54_000;
    await get(path);
    assert.equal(asked(), before + 1);
    now += 2_000;
    await get(path);
    assert.equal(asked(), before + 2);
  });

  test('answers 304 to a page that has it already', async () => {
    const first = await get(`${COMMITS}?limit=3`);
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^(?:W\/)?"[\w-]{27}"$/);
    const again = await get(`${COMMITS}?limit=3`, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
  });

  test('passes on an empty repository’s 409 and a missing one’s 404', async () => {
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

  test('explains a missing list in its own words, never in the code host’s', async () => {
    for (const [status, message] of [
      [401, 'The code host refuses the token: may it read this repository?'],
      [403, 'The code host refuses the token: may it read this repository?'],
      [409, 'The code host answered 409.'],
      [429, 'The code host limits requests, and the home has sent too many.'],
      [500, 'The code host answered 500.'],
    ] as const) {
      later();
      upstreams.codeHost.mode = {
        status,
        body: JSON.stringify({ message: `jane may not with ${TOKEN}`, url: `http://x/?token=${TOKEN}` }),
      };
      const response = await get(`${COMMITS}?limit=50`);
      assert.equal(response.status, status);
      assert.deepEqual(await response.json(), { message, url: '' });
    }
    later();
    upstreams.codeHost.mode = { status: 304, body: '' };
    assert.match(await (await get(COMMITS)).text(), /answered 304 instead of a list/);
  });

  test('pauses for as long as the code host asks', async () => {
    await withoutEarlierList();
    upstreams.codeHost.mode = { status: 429, headers: { 'retry-after': '120' }, body: '{}' };
    assert.equal((await get(COMMITS)).status, 429);
    const before = asked();
    upstreams.codeHost.mode = 'up';
    now += 119_000;
    assert.equal((await get(COMMITS)).status, 429);
    assert.equal(asked(), before);
    now += 2_000;
    assert.equal((await get(COMMITS)).status, 200);
  });

  test('gives the last list in trouble, with its time and the cause, and lets no cache keep it', async () => {
    const path = `${COMMITS}?limit=3`;
    const good = await get(path);
    const [list, at] = [await good.json(), now];
    assert.equal(good.headers.get('x-stale-cause'), null);
    for (const [mode, cause] of [
      [{ status: 429, body: '{}' }, 'The code host limits requests, and the home has sent too many'],
      [{ status: 500, body: '{}' }, 'The code host answered 500'],
    ] as const) {
      later();
      upstreams.codeHost.mode = mode;
      const stale = await get(path, { headers: { 'if-none-match': good.headers.get('etag') ?? '' } });
      assert.equal(stale.status, 200);
      assert.deepEqual(await stale.json(), list);
      assert.equal(decodeURIComponent(stale.headers.get('x-stale-cause') ?? ''), cause);
      assert.equal(Date.parse(stale.headers.get('x-fetched-at') ?? ''), at);
      assert.deepEqual([stale.headers.get('cache-control'), stale.headers.get('etag')], ['no-store', null]);
    }
    later();
    upstreams.codeHost.mode = 'up';
    assert.equal((await get(path)).headers.get('x-stale-cause'), null);
  });

  test('gives no earlier list once the code host says no', async () => {
    assert.equal((await get(COMMITS)).status, 200);
    later();
    upstreams.codeHost.mode = { status: 403, body: '{}' };
    assert.equal((await get(COMMITS)).status, 403);
    later();
    upstreams.codeHost.mode = { status: 500, body: '{}' };
    assert.equal((await get(COMMITS)).status, 500);
  });

  test('drops an invalid commit and keeps the others, and refuses an invalid list', async () => {
    const good = {
      sha: SHA,
      commit: { author: { name: 'A', date: '2026-01-01T00:00:00Z' }, message: 'Good' },
    };
    upstreams.codeHost.mode = { body: JSON.stringify([{ sha: 7 }, null, good, { commit: null }]) };
    const list = (await (await get(COMMITS)).json()) as unknown[];
    assert.deepEqual(list, [good]);
    later();
    await withoutEarlierList();
    upstreams.codeHost.mode = { body: '[{"name":"a user"}]' };
    const nonsense = await get(COMMITS);
    assert.equal(nonsense.status, 502);
    assert.match(await nonsense.text(), /a list, but not with commits/);
  });

  test('answers 504 for silence, 502 for a cut connection and invalid answers', async () => {
    await withoutEarlierList();
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
    await withoutEarlierList();
    upstreams.codeHost.mode = { body: `["${'x'.repeat(9 * 1024 * 1024)}"]` };
    const response = await get(`${COMMITS}?limit=50`);
    assert.equal(response.status, 502);
    assert.match(await response.text(), /too large/);
  });

  test('does not follow a redirect with the token', async () => {
    await withoutEarlierList();
    upstreams.codeHost.mode = {
      status: 307,
      headers: { location: 'http://127.0.0.1:1/elsewhere' },
      body: '',
    };
    const response = await get(`${COMMITS}?limit=50`);
    assert.equal(response.status, 502);
    assert.match(await response.text(), /The code host redirects: has the repository moved\?/);
  });
});

test('compresses large answers, and gives them one ETag', async () => {
  await using upstreams = await startUpstreams();
  await using home = await startHome({ settings: elsewhere, codeHost: remote(upstreams.codeHost.url) });
  const ask = (headers: Record<string, string>) => fetch(`${home.url}${COMMITS}?limit=50`, { headers });
  const plain = await ask({ 'accept-encoding': 'identity' });
  const text = await plain.text();
  assert.equal(plain.headers.get('content-encoding'), null);
  for (const encoding of ['br', 'gzip']) {
    const answer = await ask({ 'accept-encoding': encoding });
    assert.equal(answer.headers.get('content-encoding'), encoding);
    assert.match(answer.headers.get('vary') ?? '', /accept-encoding/i);
    assert.equal(answer.headers.get('etag'), plain.headers.get('etag'));
    assert.ok(Number(answer.headers.get('content-length')) < text.length / 2, encoding);
    assert.equal(await answer.text(), text);
  }
  const known = await ask({ 'if-none-match': plain.headers.get('etag') ?? '' });
  assert.equal(known.status, 304);
});
