import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { troubleIn } from '../../../data/readings/sources/code-host.ts';
import { publicRecords } from '../../../harness/gateway/code-host/public-records.ts';
import { raw } from '../../harness/gateway/raw-requests.ts';
import { recorded } from '../../helpers/recorded.ts';
import { type Loopback, listen } from '../../helpers/loopback.ts';
import { type RunningNginx, startNginx, whyNoNginx } from '../../helpers/nginx.ts';
import { closedPulls, giteaRecording } from '../../helpers/upstreams.ts';

const TOKEN = 'sekret-0123456789abcdef';
const COMMITS = '/api/v1/repos/timmy/lit.home/commits';
const PULLS = '/api/v1/repos/timmy/lit.home/pulls';

const commit = (fields: object, author: object = {}): object => ({
  sha: '0123456789abcdef0123456789abcdef01234567',
  files: [{ filename: 'HIDDEN' }],
  commit: {
    author: { name: 'Ann', email: 'HIDDEN@corp.example', date: '2026-11-22T10:00:00+02:00', ...author },
    committer: { name: 'HIDDEN', date: '2026-11-22T10:00:00Z' },
    message: 'A title\n\nHIDDEN body',
    tree: { url: 'HIDDEN' },
    ...fields,
  },
});

/** Records that committers and code hosts can make. */
const hostileCommits: unknown[] = [
  commit({}),
  commit({
    message: '  \n\u001b[31mred\u001b[0m \u202eturned, by ann.b+c@mail.corp.example and lit@3.0.1\r\nHIDDEN',
  }),
  commit({ message: `${'é'.repeat(290)} ann@corp.example and more than fits` }),
  commit({ message: 'x'.repeat(5_000) }),
  commit({ message: 'line\u2028HIDDEN' }),
  commit({ message: 'two  blanks,\ta tab,\u00a0\u3000others, a\u00adn\u200bd\u200d\u200b hidden ones' }),
  commit({}, { name: 'A\u200dnn \u0645\u06cc\u200c\u062e \ud83d\udc69\u200d\ud83d\ude80\u200d' }),
  commit({}, { name: 'Jörg Müller <jörg@bücher.example>' }),
  commit({}, { name: 'a'.repeat(500) }),
  commit({}, { date: 'yesterday' }),
  commit({}, { date: '2026-13-22T10:00:00Z' }),
  commit({}, { date: '2026-11-22T25:00:00+02:00' }),
  commit({}, { name: 7 }),
  { sha: 5, commit: {} },
  { commit: { author: { name: 'Ann', date: '2026-11-22T10:00:00Z' }, message: 'no hash' } },
  { ...commit({}), sha: '../../etc' },
  null,
  'text',
  [],
  7,
];

const hostilePulls: unknown[] = [
  ...closedPulls(),
  {
    number: 1,
    title: 'by ann@corp.example',
    merged: true,
    merged_at: '2026-11-22T10:00:00Z',
    user: { login: 'ann', email: 'HIDDEN' },
  },
  { number: 2, title: 'without a user', merged: true, merged_at: '2026-11-22T10:00:00Z', user: null },
  { number: 2.5, title: 'half', merged: true, merged_at: '2026-11-22T10:00:00Z' },
  { number: 3, title: 'never merged', merged: true, merged_at: null },
  { number: 4, title: 'open', merged: false },
  null,
];

describe('nginx with a code host and no gateway', { skip: whyNoNginx }, () => {
  let codeHost: Loopback;
  let nginx: RunningNginx;
  let sent: { status?: number; headers?: Record<string, string>; commits: unknown; pulls: unknown };
  const recordedCommits = recorded<unknown[]>('gitea/commits-lit-50.json');

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    raw(nginx.url, path, headers, method);
  /** The filter alone, behind the cache. */
  const filtered = (list: 'commits' | 'pulls') =>
    new Promise<{ status: number; body: unknown; text: string }>((done, failed) => {
      const socketPath = join(nginx.path, 'run/code-host.sock');
      request({ socketPath, path: `/${list}` }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          done({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown, text }),
        );
      })
        .on('error', failed)
        .end();
    });

  const settings = () => ({
    HOME_WORLD_CODE_HOST: `${codeHost.url}/`,
    HOME_WORLD_CODE_HOST_OWNER: 'timmy',
    HOME_WORLD_CODE_HOST_REPO: 'lit.home',
    HOME_WORLD_CODE_HOST_TOKEN: TOKEN,
  });

  before(async () => {
    codeHost = await listen(({ url }, response) => {
      response.writeHead(sent.status ?? 200, {
        'content-type': 'application/json',
        'set-cookie': 'session=HIDDEN',
        'x-warning': 'HIDDEN',
        ...sent.headers,
      });
      response.end(JSON.stringify(url.includes('/pulls') ? sent.pulls : sent.commits));
    });
    nginx = await startNginx(settings());
  });
  beforeEach(() => {
    sent = { commits: recordedCommits, pulls: closedPulls() };
  });
  after(async () => {
    await nginx?.[Symbol.asyncDispose]();
    await codeHost?.close();
  });

  it('sends the same records as the gateway, from recorded, hostile and broken ones', async () => {
    for (const commits of [recordedCommits, hostileCommits, []]) {
      sent = { commits, pulls: hostilePulls };
      const { status, body, text } = await filtered('commits');
      assert.equal(status, 200);
      assert.deepEqual(
        body,
        publicRecords('commits', commits).map(({ json }) => json),
      );
      assert.doesNotMatch(text, /HIDDEN|corp\.example/);
    }
    const pulls = await filtered('pulls');
    assert.deepEqual(
      pulls.body,
      publicRecords('pulls', hostilePulls).map(({ json }) => json),
    );
    assert.doesNotMatch(pulls.text, /HIDDEN|corp\.example/);
  });

  it('says in its own words why there are no records', async () => {
    const empty = giteaRecording('commits-empty-repo');
    for (const [answer, status, message] of [
      [{ status: 409, commits: empty.body }, 409, /^Git Repository is empty\.$/],
      [{ status: 409, commits: { message: 'HIDDEN' } }, 409, /answered 409/],
      [{ status: 404, commits: { message: 'HIDDEN' } }, 404, /^The target couldn't be found\.$/],
      [{ status: 401, commits: { message: 'HIDDEN' } }, 401, /HOME_WORLD_CODE_HOST_TOKEN/],
      [{ status: 500, commits: { message: 'HIDDEN' } }, 500, /answered 500/],
      [{ status: 302, headers: { location: 'http://HIDDEN.internal/' }, commits: [] }, 502, /redirects/],
      [{ commits: { message: 'HIDDEN' } }, 502, /not a JSON list/],
    ] as const) {
      sent = { pulls: [], ...answer };
      const { status: got, body, text } = await filtered('commits');
      assert.equal(got, status);
      assert.match((body as { message: string }).message, message);
      assert.doesNotMatch(text, /HIDDEN/);
    }
  });

  it('asks two fixed questions with the token, once for all visitors', async () => {
    const before = codeHost.seen.length;
    const answers = await Promise.all(
      ['', '?limit=5&page=9', '?days=3', '?sha=secret&path=.env&limit=1'].flatMap((query) => [
        get(COMMITS + query, {
          authorization: 'token of-the-visitor',
          cookie: 'a=b',
          'x-forwarded-host': 'evil.example',
        }),
        get(PULLS + query),
      ]),
    );
    for (const { status } of answers) assert.equal(status, 200);
    const questions = codeHost.seen
      .slice(before)
      .map(({ method, url, headers }) =>
        [method, url, headers.authorization, headers.cookie, headers.host].join(' '),
      );
    assert.deepEqual(
      new Set(questions),
      new Set(
        ['commits?limit=50&stat=false&verification=false&files=false', 'pulls?state=closed&limit=50'].map(
          (question) =>
            `GET /api/v1/repos/timmy/lit.home/${question} token ${TOKEN}  ${new URL(codeHost.url).host}`,
        ),
      ),
    );
    assert.equal(questions.length, 2);
    const { headers, body } = await get(COMMITS);
    assert.equal((JSON.parse(String(body)) as unknown[]).length, 50);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(headers['set-cookie'] ?? headers['x-warning'], undefined);
  });

  it('sends the last list in trouble of the code host, with its age, and a new one afterwards', async () => {
    await using impatient = await startNginx(settings(), ({ path }) => {
      const template = join(path, 'nginx/templates/code-host.conf.template');
      writeFileSync(template, readFileSync(template, 'utf8').replace(/ (?:15|3)s;$/gm, ' 1s;'));
    });
    const ask = async () => {
      const { status, headers, body } = await raw(impatient.url, COMMITS, {});
      return {
        status,
        stale: troubleIn(new Headers(headers as Record<string, string>)).stale,
        headers,
        body,
      };
    };
    /** The answer to the first request that reaches the code host. */
    const askCodeHost = async (): ReturnType<typeof ask> => {
      const before = codeHost.seen.length;
      for (;;) {
        const answer = await ask();
        if (codeHost.seen.length > before) return answer;
        await pause(20);
      }
    };
    const first = await ask();
    assert.equal(first.status, 200);
    const fetchedAt = Date.parse(String(first.headers['x-fetched-at']));
    assert.ok(Math.abs(Date.now() - fetchedAt) < 60_000);
    for (const status of [429, 503]) {
      sent = { status, commits: { message: 'HIDDEN' }, pulls: [] };
      const last = await askCodeHost();
      assert.deepEqual(last.stale, { fetchedAt, cause: 'The code host cannot be read' });
      assert.equal(last.headers['cache-control'], 'no-store');
      assert.equal(last.headers['access-control-expose-headers'], 'X-Fetched-At, X-Stale-Cause');
      assert.ok('content-security-policy' in last.headers);
      assert.deepEqual(last.body, first.body);
    }
    sent = { commits: [commit({})], pulls: [] };
    const next = await askCodeHost();
    assert.equal((JSON.parse(String(next.body)) as unknown[]).length, 1);
    // The code host refuses, so nginx must drop the earlier list.
    sent = { status: 404, commits: { message: 'HIDDEN' }, pulls: [] };
    assert.equal((await askCodeHost()).status, 404);
    sent = { status: 503, commits: { message: 'HIDDEN' }, pulls: [] };
    assert.notEqual((await askCodeHost()).status, 200);
  });

  it('asks for no other repository, with no other method and by no other path', async () => {
    const before = codeHost.seen.length;
    for (const path of [
      '/api/v1/repos/timmy/other/commits',
      '/api/v1/repos/timmy/litxhome/commits',
      '/api/v1/repos/other/lit.home/commits',
      '/api/v1/repos/timmy/lit.home/branches',
      '/api/v1/repos/timmy/lit.home/commits/',
      '/api/v1/repos/timmy/lit.home/commits/x',
      '/api/v1/repos/timmy/other/../lit.home/commits',
      '/api/v1/repos/timmy/lit.home/commits/../../../../user',
      '/api/v1/repos/timmy%2flit.home/commits',
      '/api/v1/repos/timmy/lit.home%2fcommits',
      '/api/v1/repos/timmy/lit%2ehome/commits',
      '//api/v1/repos/timmy/lit.home/commits',
      '/api//v1/repos/timmy/lit.home/commits',
      '/api/v1/repos/timmy/lit.home/commits%3flimit=1',
      '/api/v1/repos/timmy/lit.home/commits;x',
      '/api/v1/user',
      '/upstream/commits',
      '/commits',
    ]) {
      const { status, body } = await get(path);
      assert.equal(status, 404, path);
      assert.doesNotMatch(String(body), /sha|HIDDEN/, path);
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      assert.equal((await get(COMMITS, {}, method)).status, 405, method);
    assert.equal(codeHost.seen.length, before);
  });

  it('keeps the token out of every answer, log and file that others may read', async () => {
    const paths = ['/', '/config.json', '/healthz', '/nothing', COMMITS, PULLS, '/api/v1/user'];
    for (const path of paths) {
      const { headers, body } = await get(path);
      assert.ok(!(JSON.stringify(headers) + String(body)).includes(TOKEN), path);
    }
    await codeHost.close();
    const { status, text } = await filtered('commits');
    assert.equal(status, 502);
    assert.ok(!text.includes(codeHost.url));
    const logs = nginx.logs();
    assert.match(logs, /Connection refused/);
    assert.ok(!logs.includes(TOKEN));
    const { mode } = statSync(join(nginx.path, 'run/code-host.conf'));
    assert.equal(mode & 0o077, 0);
  });
});
