import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { changedFiles } from '../../../../data/core/changed-files.ts';
import { type CodeHostKind, codeHostKinds } from '../../../../harness/config/server-config.ts';
import {
  type ChangeName,
  type CodeHost,
  type PublicRecord,
  diffOf,
  isRefusal,
} from '../../../../harness/gateway/code-host/code-host.ts';
import { CachedCodeHost } from '../../../../harness/gateway/code-host/cached.ts';
import { kindOf } from '../../../../harness/gateway/code-host/kinds.ts';
import { LocalGit } from '../../../../harness/gateway/code-host/local-git.ts';
import { RemoteCodeHost } from '../../../../harness/gateway/code-host/remote.ts';
import { ownerCookie, startHome, temporaryFolder } from '../../helpers.ts';
import { gitIn, repository } from './git-repository.ts';

const SHA = '0123456789abcdef0123456789abcdef01234567';
const HUNKS = '@@ -1 +1,2 @@\n one\n+two\n';
const DIFF = `diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n${HUNKS}`;
const url = 'https://code.example.org';

/** The documented answer to “get the diff of a commit” (gitlab-org/gitlab, doc/api/commits.md). */
const GITLAB_FILES = [
  {
    diff: HUNKS,
    new_path: 'a.txt',
    old_path: 'a.txt',
    a_mode: '100644',
    b_mode: '100644',
    new_file: false,
    renamed_file: false,
    deleted_file: false,
  },
];

interface Documented {
  readonly commit: readonly [path: string, accept: string];
  readonly pull: readonly [path: string, accept: string];
  readonly repository: string;
  readonly isPublic: object;
  readonly isPrivate: readonly object[];
}
/** Swagger of Gitea; “Get a commit” and “Get a pull request” of GitHub’s REST API; GitLab’s doc/api. */
const documented: Readonly<Record<CodeHostKind, Documented>> = {
  gitea: {
    commit: [`/api/v1/repos/timmy/lit/git/commits/${SHA}.diff`, 'application/json'],
    pull: ['/api/v1/repos/timmy/lit/pulls/7.diff', 'application/json'],
    repository: '/api/v1/repos/timmy/lit',
    isPublic: { private: false, internal: false },
    isPrivate: [{ private: true, internal: false }, { private: false, internal: true }, {}],
  },
  github: {
    commit: [`/api/v3/repos/timmy/lit/commits/${SHA}`, 'application/vnd.github.diff'],
    pull: ['/api/v3/repos/timmy/lit/pulls/7', 'application/vnd.github.diff'],
    repository: '/api/v3/repos/timmy/lit',
    isPublic: { private: false, visibility: 'public' },
    isPrivate: [{ private: true, visibility: 'internal' }, {}],
  },
  gitlab: {
    commit: [`/api/v4/projects/timmy%2Flit/repository/commits/${SHA}/diff?per_page=100`, 'application/json'],
    pull: ['/api/v4/projects/timmy%2Flit/merge_requests/7/raw_diffs', 'application/json'],
    repository: '/api/v4/projects/timmy%2Flit',
    isPublic: {
      visibility: 'public',
      repository_access_level: 'enabled',
      merge_requests_access_level: 'enabled',
      builds_access_level: 'disabled',
      public_jobs: true,
    },
    isPrivate: [
      { visibility: 'internal' },
      { visibility: 'public', repository_access_level: 'private' },
      { visibility: 'public', merge_requests_access_level: 'private' },
      { visibility: 'public', builds_access_level: 'private' },
      { visibility: 'public', public_jobs: false },
      {},
    ],
  },
};

for (const kind of codeHostKinds)
  describe(`a change at ${kind}`, () => {
    const expected = documented[kind];
    const hostWith = (answer: () => Response, asked: [string, string][] = []): RemoteCodeHost =>
      new RemoteCodeHost({
        kind: kindOf({ kind, url }),
        url,
        owner: 'timmy',
        repo: 'lit',
        token: 'secret-token',
        fetch: async (address, init) => {
          asked.push([address.slice(url.length), new Headers(init?.headers).get('accept') ?? '']);
          return answer();
        },
      });

    for (const [name, change] of [
      ['commit', { commit: SHA }],
      ['pull', { pull: 7 }],
    ] as const)
      test(`of a ${name} is requested as documented, and is a diff of git`, async () => {
        const asked: [string, string][] = [];
        const isList = kind === 'gitlab' && name === 'commit';
        const host = hostWith(() => (isList ? Response.json(GITLAB_FILES) : new Response(DIFF)), asked);
        assert.deepEqual(await host.diff(change), { status: 200, text: DIFF, isWhole: true });
        assert.deepEqual(asked, [expected[name]]);
      });

    test('that the host does not show has the home’s own words', async () => {
      const host = hostWith(() => Response.json({ message: 'No /srv/git/timmy/lit.git' }, { status: 404 }));
      const answer = await host.diff({ commit: SHA });
      assert.ok(isRefusal(answer));
      assert.equal(answer.status, 404);
      assert.doesNotMatch(answer.message, /srv/);
    });

    test('is for everybody only if the host says so, and the host is asked rarely', async () => {
      const asked: [string, string][] = [];
      const open = hostWith(() => Response.json(expected.isPublic), asked);
      assert.deepEqual([await open.isPublic(), await open.isPublic()], [true, true]);
      assert.deepEqual(
        asked.map(([path]) => path),
        [expected.repository],
      );
      for (const record of expected.isPrivate)
        assert.equal(await hostWith(() => Response.json(record)).isPublic(), false, JSON.stringify(record));
      assert.equal(await hostWith(() => new Response('<html>', { status: 200 })).isPublic(), false);
      assert.equal(await hostWith(() => new Response('{}', { status: 500 })).isPublic(), false);
    });
  });

test('a commit at GitLab with new, removed and renamed files has their names', async () => {
  const file = { ...GITLAB_FILES[0] };
  const files = [
    { ...file, new_path: 'new.txt', old_path: 'new.txt', new_file: true, diff: '@@ -0,0 +1 @@\n+n\n' },
    { ...file, new_path: 'gone.txt', old_path: 'gone.txt', deleted_file: true, diff: '@@ -1 +0,0 @@\n-g\n' },
    { ...file, new_path: 'b.txt', old_path: 'a.txt', renamed_file: true, diff: '@@ -1 +1 @@\n-a\n+b\n' },
  ];
  const host = new RemoteCodeHost({
    kind: kindOf({ kind: 'gitlab', url }),
    url,
    owner: 'timmy',
    repo: 'lit',
    fetch: async () => Response.json(files),
  });
  const answer = await host.diff({ commit: SHA });
  assert.ok(!isRefusal(answer));
  assert.deepEqual(
    changedFiles(answer.text).map(({ path, from, kind }) => [kind, from, path]),
    [
      ['added', undefined, 'new.txt'],
      ['removed', undefined, 'gone.txt'],
      ['renamed', 'a.txt', 'b.txt'],
    ],
  );
});

test('a diff of which GitLab leaves files or lines out is not complete', async () => {
  const host = (files: readonly object[], headers: Record<string, string> = {}): RemoteCodeHost =>
    new RemoteCodeHost({
      kind: kindOf({ kind: 'gitlab', url }),
      url,
      owner: 'timmy',
      repo: 'lit',
      fetch: async () => Response.json(files, { headers }),
    });
  const isWhole = async (from: RemoteCodeHost): Promise<boolean> => {
    const answer = await from.diff({ commit: SHA });
    assert.ok(!isRefusal(answer));
    return answer.isWhole;
  };
  const file = { ...GITLAB_FILES[0], a_mode: '100644', diff: HUNKS };
  assert.equal(await isWhole(host([file])), true);
  assert.equal(await isWhole(host([file], { 'x-next-page': '2' })), false);
  assert.equal(await isWhole(host([file, { ...file, diff: '' }])), false);
  assert.equal(await isWhole(host([{ ...file, diff: '', b_mode: '100755' }])), true);
});

test('a change that is too large for GitHub says so', async () => {
  const host = new RemoteCodeHost({
    kind: kindOf({ kind: 'github', url }),
    url,
    owner: 'timmy',
    repo: 'lit',
    fetch: async () => Response.json({ message: 'Sorry, the diff exceeded …' }, { status: 406 }),
  });
  const answer = await host.diff({ pull: 7 });
  assert.ok(isRefusal(answer));
  assert.equal(answer.message, 'The change is so large that the code host sends no diff of it.');
});

test('the last requests that a host allows are for the home, not for diffs', async () => {
  const resetAt = Date.parse('2026-03-01T12:10:00Z');
  let asked = 0;
  const host = new RemoteCodeHost({
    kind: kindOf({ kind: 'github', url }),
    url,
    owner: 'timmy',
    repo: 'lit',
    now: () => resetAt - 600_000,
    fetch: async () => {
      asked += 1;
      const headers = { 'x-ratelimit-remaining': '24', 'x-ratelimit-reset': String(resetAt / 1000) };
      return new Response(DIFF, { headers });
    },
  });
  assert.equal((await host.diff({ commit: SHA })).status, 200);
  const refused = await host.diff({ commit: SHA });
  assert.equal(refused.status, 429);
  assert.ok(isRefusal(refused) && refused.message.startsWith('The code host limits requests'));
  assert.equal(asked, 1);
});

test('a server in the owner’s network shows no change to visitors, who cannot reach it', async () => {
  for (const local of ['http://192.168.1.5:3000', 'http://git.lan', 'http://127.0.0.1:3000']) {
    const host = new RemoteCodeHost({
      url: local,
      owner: 'timmy',
      repo: 'lit',
      fetch: async () => Response.json({ private: false, internal: false }),
    });
    assert.equal(await host.isPublic(), false, local);
  }
});

test('a very long diff is cut after a line, and says so', () => {
  const long = diffOf(`${DIFF}${`+${'x'.repeat(99)}\n`.repeat(5_000)}`);
  assert.equal(long.isWhole, false);
  assert.ok(long.text.length <= 400_000 && long.text.endsWith('x\n'));
  assert.deepEqual(diffOf(DIFF), { status: 200, text: DIFF, isWhole: true });
});

test('a local repository shows what a commit and a merge changed, and runs no program of its own', async () => {
  await using place = await temporaryFolder();
  const folder = await repository(place.path, 'home');
  const save = (name: string, text: string, message: string): void => {
    writeFileSync(join(folder, name), text);
    gitIn(folder, ['add', '.']);
    gitIn(folder, ['commit', '-q', '-m', message]);
  };
  save('a.txt', 'one\n', 'First');
  gitIn(folder, ['checkout', '-q', '-b', 'work']);
  save('b.txt', 'b\n', 'On the branch');
  gitIn(folder, ['checkout', '-q', 'main']);
  save('a.txt', 'one\ntwo\n', 'Second');
  gitIn(folder, ['merge', '-q', '--no-ff', '-m', 'Merge pull request #12 from ada/work\n\nWork', 'work']);
  writeFileSync(join(folder, '.gitattributes'), '*.txt diff=evil\n');
  gitIn(folder, ['config', 'diff.evil.textconv', `touch ${join(place.path, 'pwned')}; cat`]);
  gitIn(folder, ['config', 'diff.external', `touch ${join(place.path, 'pwned')}`]);
  const found = await LocalGit.open(folder, true);
  assert.ok(found.ok);
  const filesOf = async (change: ChangeName) => {
    const answer = await found.repository.diff(change);
    return isRefusal(answer)
      ? answer.status
      : changedFiles(answer.text).map(({ path, added, kind }) => `${kind} ${path} +${added}`);
  };
  const second = gitIn(folder, ['rev-parse', 'HEAD^']).trim();
  assert.deepEqual(await filesOf({ commit: second }), ['changed a.txt +1']);
  assert.deepEqual(await filesOf({ pull: 12 }), ['added b.txt +1']);
  assert.equal(await filesOf({ pull: 13 }), 404);
  assert.equal(await found.repository.isPublic(), false);
  await assert.rejects(import('node:fs/promises').then(({ stat }) => stat(join(place.path, 'pwned'))));
});

describe('the route of a diff', () => {
  const record: PublicRecord = {
    at: Date.now() - 60_000,
    shownAt: Date.now() - 60_000,
    json: { sha: SHA, commit: { author: { name: 'Ada', date: '2026-01-01T00:00:00Z' }, message: 'One' } },
  };
  const homeWith = (isPublic: boolean, asked: ChangeName[] = [], isWhole = true) => {
    const codeHost: CodeHost = {
      owner: 'timmy',
      repo: 'lit',
      description: '',
      read: async (list) => ({ status: 200, records: list === 'commits' ? [record] : [], isWhole: true }),
      diff: async (change) => {
        asked.push(change);
        return { status: 200, text: DIFF, isWhole };
      },
      isPublic: async () => isPublic,
    };
    return startHome({ codeHost });
  };
  const path = `/api/v1/repos/timmy/lit/git/commits/${SHA}.diff`;

  test('gives it to everybody if the repository is public, and asks the host once', async () => {
    const asked: ChangeName[] = [];
    await using home = await homeWith(true, asked, false);
    for (const _visit of [1, 2]) {
      const response = await fetch(home.url + path);
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
      assert.equal(response.headers.get('x-diff-cut'), 'true');
      assert.equal(await response.text(), DIFF);
    }
    assert.deepEqual(asked, [{ commit: SHA }]);
  });

  test('gives it only to the owner if the repository is not public', async () => {
    await using home = await homeWith(false);
    const refused = await fetch(home.url + path);
    assert.equal(refused.status, 403);
    assert.match(
      ((await refused.json()) as { message: string }).message,
      /^Only the owner sees what a change/,
    );
    const given = await fetch(home.url + path, { headers: { cookie: ownerCookie(home.app) } });
    assert.equal(given.status, 200);
    assert.equal(given.headers.get('x-diff-cut'), null);
  });

  test('limits how many the visitors read from the host together', async () => {
    const asked: ChangeName[] = [];
    const records = Array.from({ length: 90 }, (_unused, index) => ({
      ...record,
      json: { ...record.json, sha: index.toString(16).padStart(40, '0') },
    }));
    let now = record.at;
    const codeHost = new CachedCodeHost(
      {
        owner: 'timmy',
        repo: 'lit',
        description: '',
        read: async () => ({ status: 200, records, isWhole: true }),
        diff: async (change) => {
          asked.push(change);
          return { status: 200, text: DIFF, isWhole: true };
        },
        isPublic: async () => true,
      },
      () => now,
    );
    const statuses: number[] = [];
    for (const { json } of records) statuses.push((await codeHost.diff({ commit: json.sha })).status);
    assert.equal(asked.length, 60);
    assert.deepEqual([...new Set(statuses.slice(60))], [429]);
    now += 60_000;
    const last = records.at(-1)?.json.sha ?? '';
    assert.equal((await codeHost.diff({ commit: last })).status, 200);
  });

  test('reads the diff of an open pull request again after another commit', async () => {
    let head = 'a'.repeat(40);
    let asked = 0;
    const openedAt = record.at;
    const codeHost = new CachedCodeHost({
      owner: 'timmy',
      repo: 'lit',
      description: '',
      read: async () => ({ status: 200, records: [record], isWhole: true }),
      work: {
        read: async () => ({
          status: 200,
          keepMs: 0,
          heads: { 7: head },
          work: {
            checks: { state: 'passed', sha: SHA, failed: [] },
            pulls: [{ number: 7, title: 'One', author: 'ada', openedAt, isDraft: false, review: 'none' }],
            hasMore: false,
          },
        }),
        checks: async (sha) => ({ status: 200, checks: { state: 'passed', sha, failed: [] } }),
      },
      diff: async () => ({ status: 200, text: `${DIFF}${++asked}`, isWhole: true }),
      isPublic: async () => true,
    });
    const open = { pull: 7, isOpen: true } as const;
    await codeHost.diff(open);
    await codeHost.diff(open);
    assert.equal(asked, 1);
    head = 'b'.repeat(40);
    await codeHost.diff(open);
    assert.equal(asked, 2);
    const checks = await codeHost.checks(open);
    assert.equal(isRefusal(checks) ? '' : checks.checks.sha, head);
    assert.equal((await codeHost.diff({ pull: 7 })).status, 404, 'it is not merged');
  });

  test('asks the host for nothing that the home does not show', async () => {
    const asked: ChangeName[] = [];
    await using home = await homeWith(true, asked);
    for (const other of [
      `/api/v1/repos/timmy/lit/git/commits/${'f'.repeat(40)}.diff`,
      '/api/v1/repos/timmy/lit/pulls/9.diff',
      '/api/v1/repos/timmy/lit/pulls/9.patch',
      `/api/v1/repos/timmy/lit/git/commits/${SHA}`,
      '/api/v1/repos/timmy/lit/open-pulls/9.diff',

      `/api/v1/repos/timmy/other/git/commits/${SHA}.diff`,
      '/api/v1/repos/timmy/lit/git/commits/..%2f..%2fuser.diff',
    ])
      assert.equal((await fetch(home.url + other)).status, 404, other);
    assert.deepEqual(asked, []);
  });
});
