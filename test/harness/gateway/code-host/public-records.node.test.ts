import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createBridgeListener } from '../../../../harness/gateway/bridge-listener.ts';
import { RemoteCodeHost } from '../../../../harness/gateway/code-host/remote.ts';
import { publicLine, publicName } from '../../../../harness/gateway/code-host/public-records.ts';
import { type Loopback, listen } from '../../../helpers/loopback.ts';
import { Client, type TestHome, startHome, until } from '../../helpers.ts';

const TOKEN = 'HIDDEN-token-0123456789';
const SHA = '0123456789abcdef0123456789abcdef01234567';

/**
 * A user as a code host describes them to a client with rights. Only the login of a pull request's
 * author may be shown.
 */
const user = (login: string) => ({
  id: 'HIDDEN-id',
  login,
  login_name: 'cn=HIDDEN,dc=corp',
  full_name: 'HIDDEN full name',
  email: 'HIDDEN@corp.example',
  avatar_url: 'http://HIDDEN.internal/avatar',
  html_url: 'http://HIDDEN.internal/user',
  is_admin: 'HIDDEN-admin',
  last_login: 'HIDDEN-date',
  location: 'HIDDEN-place',
  website: 'http://HIDDEN.internal/',
  description: 'HIDDEN description',
});

const repository = {
  full_name: 'corp/HIDDEN',
  private: 'HIDDEN-private',
  permissions: { admin: 'HIDDEN' },
  clone_url: 'ssh://HIDDEN.internal/repo',
  owner: user('HIDDEN-owner'),
};

function commitRecord(index: number): object {
  const date = new Date(Date.now() - index * 60_000).toISOString();
  const signature = (name: string) => ({ name, email: 'HIDDEN@corp.example', date });
  return {
    url: 'http://HIDDEN.internal/api',
    html_url: 'http://HIDDEN.internal/commit',
    sha: SHA,
    created: 'HIDDEN-created',
    author: user('HIDDEN-author'),
    committer: user('HIDDEN-committer'),
    commit: {
      url: 'http://HIDDEN.internal/api',
      author: signature('Shown Author <shown@corp.example>'),
      committer: signature('HIDDEN committer'),
      message: `Shown title ${index}, thanks to shown@HIDDEN.example\n\nHIDDEN body\n\nSigned-off-by: H <HIDDEN@corp.example>`,
      tree: { sha: 'HIDDEN-tree', url: 'http://HIDDEN.internal/tree' },
      verification: { payload: 'HIDDEN payload', signature: 'HIDDEN', signer: user('HIDDEN-signer') },
    },
    parents: [{ sha: 'HIDDEN-parent', url: 'http://HIDDEN.internal/parent' }],
    files: [{ filename: 'HIDDEN/file.txt', status: 'HIDDEN' }],
    stats: { total: 'HIDDEN' },
    HIDDEN_field_of_a_later_version: 'HIDDEN',
  };
}

const pullRecord = (merged: boolean, state: string): object => ({
  number: 7,
  title: merged ? 'Shown pull request, by shown@HIDDEN.example' : `HIDDEN ${state} title`,
  body: 'HIDDEN notes: customer ACME, password hunter2',
  user: user(merged ? 'shown-login' : 'HIDDEN-login'),
  merged,
  merged_at: merged ? new Date().toISOString() : null,
  merged_by: user('HIDDEN-merger'),
  merge_commit_sha: 'HIDDEN-sha',
  state,
  labels: [{ name: 'HIDDEN-label' }],
  milestone: { title: 'HIDDEN-milestone' },
  assignee: user('HIDDEN-assignee'),
  assignees: [user('HIDDEN-assignee')],
  requested_reviewers: [user('HIDDEN-reviewer')],
  head: { label: 'HIDDEN-branch', ref: 'HIDDEN', repo: repository },
  base: { label: 'HIDDEN-base', ref: 'HIDDEN', repo: repository },
  diff_url: 'http://HIDDEN.internal/diff',
});

/** Every question of the resident's help, and some without an answer. */
const QUESTIONS = [
  'status',
  'who is working?',
  'what were the last commits?',
  'which pull requests were merged?',
  'what is new since yesterday?',
  'who did most?',
  'portals',
  'weather',
  'block height',
  'sovereignty',
  'relays',
  'what can you do?',
  'who are you?',
  'tell me everything you know about the code host',
];

const commits = Array.from({ length: 7 }, (_unused, index) => commitRecord(index));
const pulls = [pullRecord(true, 'closed'), pullRecord(false, 'closed'), pullRecord(false, 'open')];

describe('a code host that fills every field', () => {
  let codeHost: Loopback;
  let home: TestHome;
  /** The bridge's own port. */
  let listener: Awaited<ReturnType<typeof createBridgeListener>>;
  let bridgeUrl: string;
  let broken: number | undefined;
  /** Milliseconds by which the home's clock is ahead. */
  let ahead = 0;
  before(async () => {
    codeHost = await listen(({ url }, response) => {
      response.writeHead(broken ?? 200, {
        'content-type': 'application/json',
        'x-total-count': 'HIDDEN-total',
        link: '<http://HIDDEN.internal/api/v1/next>; rel="next"',
        'x-request-id': 'HIDDEN-request',
        'set-cookie': 'session=HIDDEN',
        etag: '"HIDDEN-tag"',
        location: 'http://HIDDEN.internal/moved',
        warning: '299 - "HIDDEN"',
      });
      if (broken === 304) return void response.end();
      if (broken !== undefined)
        return void response.end(
          JSON.stringify({
            message: `HIDDEN user jane may not read /var/lib/HIDDEN with ${TOKEN}`,
            errors: ['HIDDEN'],
            url: 'http://HIDDEN.internal/docs',
          }),
        );
      response.end(JSON.stringify(url.includes('/pulls') ? pulls : commits));
    });
    home = await startHome({
      poll: true,
      requestsPerMinute: 1_000_000,
      now: () => Date.now() + ahead,
      settings: {
        allowedOrigins: ['*'],
        codeHost: {
          url: 'http://HIDDEN.internal',
          owner: 'corp',
          repo: 'private',
          agents: [],
          authors: false,
        },
      },
      codeHost: new RemoteCodeHost({
        url: codeHost.url,
        owner: 'corp',
        repo: 'private',
        token: TOKEN,
        now: () => Date.now() + ahead,
        fetch: (address, init) => fetch(address, init),
      }),
    });
    listener = await createBridgeListener(home.app.home, 0);
    bridgeUrl = await listener.listen({ host: '127.0.0.1', port: 0 });
    const { readings } = home.app.home.state;
    await until(() => readings.commits.get().state === 'live' && readings.merged.get().state === 'live');
  });
  after(async () => {
    await listener.close();
    await home.close();
    await codeHost.close();
  });

  const repositoryPath = '/api/v1/repos/corp/private';
  const paths = [
    `${repositoryPath}/commits`,
    `${repositoryPath}/commits?limit=50`,
    `${repositoryPath}/commits?limit=50&days=3`,
    `${repositoryPath}/commits?files=true&stat=true&verification=true&page=1&sha=HEAD&path=x&token=x`,
    `${repositoryPath}/pulls`,
    `${repositoryPath}/pulls?state=closed&limit=50`,
    `${repositoryPath}/pulls?state=open`,
    `${repositoryPath}/pulls?state=all&sort=oldest`,
    `${repositoryPath}/pulls/7`,
    `${repositoryPath}/issues`,
    '/api/v1/repos/corp/other/commits',
    '/api/v1/user',
    '/api/health/portals',
    '/healthz',
    '/version.json',
    '/config.json',
    '/portals.json',
    '/agent-status.json',
    '/',
    '/heartbeat.html',
    '/nothing-here',
    '/%zz',
    '/api/status.json',
    '/feed.xml',
    '/llms.txt',
    '/embed/commits',
    '/badge/agent/jane.svg',
    ...['sovereignty', 'agents', 'commits', 'weather', 'block-height'].flatMap((name) => [
      `/badge/${name}.svg`,
      `/badge/${name}.json`,
    ]),
  ];

  type Sent = { readonly headers?: Readonly<Record<string, string>>; readonly method?: 'POST' };
  /** What a request gets, head included. */
  type Ask = (path: string, sent: Sent) => Promise<string>;

  const overHttp: Ask = async (path, sent) => {
    const response = await fetch(home.url + path, sent);
    return `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`;
  };
  /** Without a connection, which takes longer than an answer. All hooks and routes run as over HTTP. */
  const inside: Ask = async (path, sent) => {
    const { statusCode, headers, body } = await home.app.inject({ url: path, ...sent });
    return `${statusCode} ${JSON.stringify(headers)} ${body}`;
  };

  async function everyAnswer(ask: Ask): Promise<string[]> {
    const answers: string[] = [];
    for (const path of paths)
      for (const sent of [{}, { headers: { origin: 'https://evil.example' } }, { method: 'POST' }] as const)
        answers.push(`${path} ${await ask(path, sent)}`);
    return answers;
  }

  async function everyFrame(address: string): Promise<Client['frames']> {
    const client = new Client(address);
    await client.hello();
    for (const [index, text] of QUESTIONS.entries()) {
      const id = `question-${index}`;
      // At one question in five seconds, the rate limit does not apply.
      ahead += 5_000;
      client.send({ type: 'chat', id, text });
      const answer = await client.answerTo(id);
      assert.ok(answer.text.length > 0, text);
    }
    await client.close();
    return client.frames;
  }

  const assertNothingHidden = (answers: readonly unknown[]): void => {
    for (const answer of answers) {
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
      assert.doesNotMatch(text, /(?<!aria-)HIDDEN|hunter2|corp\.example/i, text.slice(0, 400));
    }
  };

  test('reveals only the public fields on every route', async () => {
    const answers = await everyAnswer(overHttp);
    assertNothingHidden(answers);
    const all = answers.join('\n');
    for (const shown of ['Shown title 0, thanks to shown@…', 'Shown Author', 'shown-login', SHA])
      assert.ok(all.includes(shown), shown);
  });

  test('reveals no more over the bridge, on either port, in any answer', async () => {
    for (const address of [home.url, bridgeUrl]) {
      const frames = await everyFrame(address);
      assertNothingHidden(frames);
      assert.match(JSON.stringify(frames), /Shown title 0/);
    }
    assertNothingHidden([await (await fetch(`${bridgeUrl}/healthz`)).text()]);
  });

  test('reveals no more when it fails, whatever its message', async () => {
    const { readings } = home.app.home.state;
    for (const status of [304, 307, 400, 401, 403, 404, 409, 422, 429, 500, 503]) {
      broken = status;
      ahead += 7_200_000;
      await until(() => readings.commits.get().state !== 'live' && readings.merged.get().state !== 'live');
      assertNothingHidden(await everyAnswer(inside));
      if (status === 401 || status === 503) assertNothingHidden(await everyFrame(home.url));
    }
  });
});

test('a mail address is made unreadable, and other text stays', () => {
  for (const [text, shown] of [
    ['jane.doe+x@mail.corp.example', 'jane.doe+x@…'],
    ['Jane <jane@corp.example>', 'Jane <jane@…>'],
    ['two: a@b.io, c@d.example.', 'two: a@…, c@….'],
    ['jörg@büro.example', 'jörg@…'],
    ['x@xn--bcher-kva.xn--p1ai', 'x@…'],
    ['Update @types/node and lit@3.0.1', 'Update @types/node and lit@3.0.1'],
    ['@fastify/cors to 11.4', '@fastify/cors to 11.4'],
    ['at 5 @ home', 'at 5 @ home'],
  ] as const)
    assert.equal(publicLine(text), shown);
  // Hidden between characters that are removed, and at the end of the visible text.
  assert.equal(publicName('jane@\u202ecorp.\u2066example'), 'jane@…');
  assert.doesNotMatch(publicName(`${'x'.repeat(70)} jane@corp.example`), /corp/);
  // A pattern that tries every way would take hours.
  publicLine(`${'a'.repeat(600)}${'@a.'.repeat(200)}`);
});
