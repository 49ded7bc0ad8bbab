import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OpenWork } from '../../../../data/readings/schemas/open-work.ts';
import { codeHostKinds } from '../../../../harness/config/server-config.ts';
import { CachedCodeHost, NoCodeHost } from '../../../../harness/gateway/code-host/cached.ts';
import { PRIVATE } from '../../../../data/readings/reading.ts';
import {
  type CodeHost,
  type OpenWorkAnswer,
  type OpenWorkSource,
  type PublicRecord,
  emptyRepository,
  isRefusal,
  notFound,
  refusal,
} from '../../../../harness/gateway/code-host/code-host.ts';
import { ownerCookie, startHome, until } from '../../helpers.ts';
import { type StandIn, commitsEvery } from '../../../helpers/code-hosts.ts';
import { HOUR, START, TOKEN, standing as standingAt } from './remote-host.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const workIn = (answer: OpenWorkAnswer): OpenWork => {
  assert.ok(!isRefusal(answer), JSON.stringify(answer));
  return answer.work;
};

/** A home with a stand-in, whose newest commit is a day old. */
const standing = (kind: StandIn['kind'], options: { login?: string; token?: string } = {}) =>
  standingAt(kind, { newest: START - 24 * HOUR, ...options });

/** How each host says what the home calls passed, running, failed and nothing. */
const words = {
  gitea: { passed: 'success', running: 'pending', failed: 'failure', nothing: 'skipped' },
  github: { passed: 'success', running: 'in_progress', failed: 'timed_out', nothing: 'skipped' },
  gitlab: { passed: 'success', running: 'running', failed: 'failed', nothing: 'manual' },
} as const;
const pages = {
  gitea: { pull: '/pulls/', checks: (sha: string) => `/commit/${sha}`, release: '/releases/tag/v1.2.0' },
  github: {
    pull: '/pull/',
    checks: (sha: string) => `/commit/${sha}/checks`,
    release: '/releases/tag/v1.2.0',
  },
  gitlab: {
    pull: '/-/merge_requests/',
    checks: (sha: string) => `/-/commit/${sha}/pipelines`,
    release: '/-/releases/v1.2.0',
  },
} as const;

for (const kind of codeHostKinds)
  describe(`what is open at ${kind}`, () => {
    const said = words[kind];

    test('is shown as of any other host, what waits for the owner first', async () => {
      await using place = await standing(kind, { login: 'Tess' });
      const { host, codeHost, page } = place;
      host.state.work = {
        ...host.state.work,
        checks: [['build', said.passed]],
        release: { tag: 'v1.2.0', name: 'Version 1.2', at: '2026-02-01T08:00:00Z' },
        pulls: [
          {
            number: 14,
            title: 'Draft the lamp',
            login: 'bob',
            openedAt: '2026-03-01T11:00:00Z',
            isDraft: true,
          },
          {
            number: 13,
            title: 'Light ada@example.com',
            login: 'ada',
            openedAt: '2026-03-01T10:00:00Z',
            reviewers: ['bob'],
          },
          {
            number: 12,
            title: 'Mend the door\nand more',
            login: 'ada',
            openedAt: '2026-02-28T09:00:00Z',
            reviewers: ['bob', 'tess'],
          },
          { number: 11, title: 'Sweep', login: 'bob', openedAt: '2026-02-27T09:00:00Z' },
        ],
      };
      const sha = host.state.commits[0]!.sha;
      const expected = {
        checks: { state: 'passed', sha, failed: [], url: page + pages[kind].checks(sha) },
        pulls: [
          ['owner', 12, 'Mend the door', 'ada', '2026-02-28T09:00:00Z', false],
          ['others', 13, 'Light ada@…', 'ada', '2026-03-01T10:00:00Z', false],
          ['none', 11, 'Sweep', 'bob', '2026-02-27T09:00:00Z', false],
          ['none', 14, 'Draft the lamp', 'bob', '2026-03-01T11:00:00Z', true],
        ].map(([review, number, title, author, at, isDraft]) => ({
          number,
          title,
          author,
          openedAt: Date.parse(String(at)),
          isDraft,
          review,
          url: `${page}${pages[kind].pull}${number}`,
        })),
        hasMore: false,
        release: {
          name: 'Version 1.2',
          publishedAt: Date.parse('2026-02-01T08:00:00Z'),
          url: page + pages[kind].release,
        },
      };
      assert.deepEqual(workIn(await codeHost.openWork()), expected);
    });

    test('has one state for all checks: a failed one counts more than a running one', async () => {
      for (const [checks, state, failed] of [
        [[], 'none', []],
        [[['docs', said.nothing]], 'none', []],
        [
          [
            ['build', said.passed],
            ['docs', said.nothing],
          ],
          'passed',
          [],
        ],
        [
          [
            ['build', said.passed],
            ['unit tests', said.running],
          ],
          'pending',
          [],
        ],
        [
          [
            ['build', said.failed],
            ['unit tests', said.running],
          ],
          'failed',
          ['build'],
        ],
      ] as const) {
        await using place = await standing(kind);
        place.host.state.work.checks = checks;
        const shown = workIn(await place.codeHost.openWork()).checks;
        assert.deepEqual([shown.state, shown.failed], [state, failed]);
      }
    });

    test('has the checks of a change that is opened, and asks for them once a minute', async () => {
      await using place = await standing(kind);
      const { clock, codeHost, host, page, paths } = place;
      const openedAt = new Date(START - HOUR).toISOString();
      host.state.work.pulls = [{ number: 7, title: 'Light the lamp', login: 'ada', openedAt }];
      host.state.work.checks = [['build', said.failed]];
      const head = 'f'.repeat(40);
      const [first] = host.state.commits;
      assert.ok(first);
      for (const [change, sha] of [
        [{ pull: 7, isOpen: true }, head],
        [{ commit: first.sha }, first.sha],
      ] as const) {
        const answer = await codeHost.checks(change);
        assert.ok(!isRefusal(answer), JSON.stringify(answer));
        const { state, sha: of, failed, url } = answer.checks;
        assert.deepEqual([state, of, failed], ['failed', sha, ['build']]);
        assert.equal(url, page + pages[kind].checks(sha));
      }
      const askedFor = () => paths().filter((path) => path.includes(head)).length;
      const asked = askedFor();
      assert.ok(asked > 0);
      host.state.work.checks = [['build', said.passed]];
      await codeHost.checks({ pull: 7, isOpen: true });
      assert.equal(askedFor(), asked, 'the answer is kept for a minute');
      clock.now += MINUTE;
      const later = await codeHost.checks({ pull: 7, isOpen: true });
      assert.equal(isRefusal(later) ? undefined : later.checks.state, 'passed');
      for (const change of [{ pull: 7 }, { pull: 8, isOpen: true }, { commit: 'e'.repeat(40) }])
        assert.equal((await codeHost.checks(change)).status, 404, JSON.stringify(change));
    });

    test('has no pull requests and no release', async () => {
      await using place = await standing(kind);
      const { pulls, release, hasMore } = workIn(await place.codeHost.openWork());
      assert.deepEqual([pulls, release, hasMore], [[], undefined, false]);
    });

    test('sends fewer than three requests a minute together with commits and merges, all conditional', async () => {
      await using place = await standing(kind);
      const { clock, codeHost, host } = place;
      host.state.work.checks = [['build', said.passed]];
      const first = new Set<string>();
      // A visitor asks every five seconds.
      for (let step = 0; step < 720; step++) {
        await Promise.all([codeHost.read('commits'), codeHost.read('pulls'), codeHost.openWork()]);
        clock.now += 5 * SECOND;
      }
      const again = host.answers.filter(({ request }) => {
        const isFirst = !first.has(request.url);
        first.add(request.url);
        return !isFirst;
      });
      assert.ok(host.answers.length / 60 < 3, `${host.answers.length} requests in an hour`);
      // A stand-in has ETags for good answers; a missing release has none.
      assert.deepEqual(
        [...new Set(again.map(({ status }) => status))].sort((one, other) => one - other),
        kind === 'gitlab' ? [304] : [304, 404],
      );
    });

    test('is read again at once after a webhook, for a new commit, and while checks run', async () => {
      await using place = await standing(kind);
      const { clock, codeHost, host } = place;
      const stateNow = async () => workIn(await codeHost.openWork()).checks.state;
      host.state.work.checks = [['build', said.passed]];
      assert.equal(await stateNow(), 'passed');
      host.state.work.checks = [['build', said.failed]];
      clock.now += 30 * SECOND;
      assert.equal(await stateNow(), 'passed');
      codeHost.forgetWork();
      assert.equal(await stateNow(), 'failed');
      host.state.work.checks = [['build', said.running]];
      host.state.commits = commitsEvery(HOUR, 21, clock.now);
      codeHost.forget();
      assert.equal(await stateNow(), 'pending');
      host.state.work.checks = [['build', said.passed]];
      clock.now += 61 * SECOND;
      assert.equal(await stateNow(), 'passed');
    });

    test('stays as stale when the host fails, and is refused without anything to show', async () => {
      await using place = await standing(kind);
      const { clock, codeHost, host } = place;
      workIn(await codeHost.openWork());
      host.state.isRenamed = true;
      clock.now += 3 * MINUTE;
      const later = await codeHost.openWork();
      assert.ok(!isRefusal(later));
      assert.deepEqual(later.stale?.fetchedAt, START);
      await using other = await standing(kind);
      other.host.state.isRenamed = true;
      assert.ok(isRefusal(await other.codeHost.openWork()));
    });
  });

test('the owner of the repository is asked for reviews, if no other name is given', async () => {
  await using place = await standing('github');
  const { host, codeHost } = place;
  const one = { number: 1, title: 'One', login: 'ada', openedAt: '2026-03-01T10:00:00Z' };
  host.state.work.pulls = [{ ...one, reviewers: ['Timmy'] }];
  assert.equal(workIn(await codeHost.openWork()).pulls[0]?.review, 'owner');
});

describe('GitHub', () => {
  test('shows the runs of Actions where the token may not read check runs', async () => {
    await using place = await standing('github', { token: TOKEN });
    const { clock, codeHost, host, paths } = place;
    host.state.work = { ...host.state.work, mayReadChecks: false, checks: [['build', 'failure']] };
    const { checks } = workIn(await codeHost.openWork());
    assert.deepEqual([checks.state, checks.failed], ['failed', ['build']]);
    const refused = () => paths().filter((path) => path.endsWith('/check-runs')).length;
    assert.equal(refused(), 1);
    clock.now += HOUR;
    workIn(await codeHost.openWork());
    assert.equal(refused(), 1, 'the home does not ask in vain');
  });

  test('shows the checks of a webhook soon after a read, as soon as its limit allows', async () => {
    await using place = await standing('github', { token: TOKEN });
    const { clock, codeHost, host } = place;
    const stateNow = async () => workIn(await codeHost.openWork()).checks.state;
    host.state.allowance = { left: 5_000, resetAt: (START + HOUR) / 1000 };
    host.state.work.checks = [['build', 'success']];
    assert.equal(await stateNow(), 'passed');
    clock.now += MINUTE;
    codeHost.forgetWork();
    assert.equal(await stateNow(), 'passed');
    host.state.work.checks = [['build', 'failure']];
    clock.now += 10 * SECOND;
    codeHost.forgetWork();
    const asked = host.answers.length;
    assert.equal(await stateNow(), 'passed');
    assert.equal(host.answers.length, asked, 'the limit allows no request yet');
    clock.now += 10 * SECOND;
    assert.equal(await stateNow(), 'failed');
  });

  test('without a token gets its commits, whatever the webhooks about checks', async () => {
    await using place = await standing('github');
    const { clock, codeHost, host } = place;
    host.state.allowance = { left: 60, resetAt: (START + HOUR) / 1000 };
    for (let step = 0; step < 360; step++) {
      codeHost.forgetWork();
      await codeHost.openWork();
      assert.ok(!isRefusal(await codeHost.read('commits')));
      assert.ok(!isRefusal(await codeHost.read('pulls')));
      clock.now += 10 * SECOND;
    }
    assert.ok(host.answers.every(({ status }) => status !== 403 && status !== 429));
    assert.ok(host.answers.length <= 60, `${host.answers.length} requests in an hour`);
  });
});

test('a home without a code host has nothing open', async () => {
  const codeHost = new CachedCodeHost(new NoCodeHost('a test'));
  assert.equal(codeHost.hasOpenWork, false);
  assert.ok(isRefusal(await codeHost.openWork()));
});

describe('GET /api/open-work.json', () => {
  const work: OpenWork = {
    checks: {
      state: 'failed',
      sha: 'abcdef1',
      failed: ['build'],
      url: 'https://code.example.org/o/r/commit/abcdef1',
    },
    pulls: [],
    hasMore: false,
  };
  const commit: PublicRecord = {
    at: START,
    shownAt: START,
    json: {
      sha: 'abcdef1',
      commit: { author: { name: 'Ada', date: '2026-03-01T12:00:00Z' }, message: 'One' },
    },
  };
  const source = (answer: OpenWorkAnswer): OpenWorkSource => ({
    read: () => Promise.resolve(answer),
    checks: () => Promise.resolve(notFound()),
  });
  const hostOf = (isPublic: boolean, more: Partial<CodeHost> = {}): CodeHost => ({
    owner: 'o',
    repo: 'r',
    description: 'a test',
    read: () => Promise.resolve({ status: 200, records: [commit], isWhole: true }),
    diff: () => Promise.resolve(notFound()),
    isPublic: () => Promise.resolve(isPublic),
    work: source({ status: 200, work }),
    ...more,
  });
  const get = async (home: { url: string }, headers: Record<string, string> = {}) => {
    const response = await fetch(`${home.url}/api/open-work.json`, { headers });
    return { response, body: (await response.json()) as unknown };
  };

  test('shows a public repository to visitors', async () => {
    await using home = await startHome({ codeHost: hostOf(true) });
    const { response, body } = await get(home);
    assert.deepEqual(body, { work });
    assert.match(response.headers.get('vary') ?? '', /cookie/i);
  });

  test('shows another repository to the signed-in owner only, also in badges and readings', async () => {
    await using home = await startHome({ codeHost: hostOf(false), poll: true });
    assert.deepEqual((await get(home)).body, { work: null, cause: PRIVATE });
    assert.deepEqual((await get(home, { cookie: ownerCookie(home.app) })).body, { work });
    const { readings } = home.app.home.state;
    await until(() => readings.openWork.get().state === 'empty');
    assert.equal(readings.openWork.get().cause, PRIVATE);
    const document = await (await fetch(`${home.url}/api/readings/open-work.json`)).text();
    assert.doesNotMatch(document, /build|abcdef1/);
  });

  test('shows the checks of a change to those who may read the repository, and null for one without', async () => {
    const path = '/api/v1/repos/o/r/git/commits/abcdef1/checks';
    const checks = async () => ({ status: 200, checks: work.checks }) as const;
    const read = source({ status: 200, work }).read;
    await using open = await startHome({ codeHost: hostOf(true, { work: { read, checks } }) });
    assert.deepEqual(await (await fetch(open.url + path)).json(), work.checks);
    await using bare = await startHome({ codeHost: hostOf(true) });
    const none = await fetch(bare.url + path);
    assert.deepEqual([none.status, await none.json()], [200, null]);
    await using closed = await startHome({ codeHost: hostOf(false, { work: { read, checks } }) });
    assert.equal((await fetch(closed.url + path)).status, 403);
    const seen = await fetch(closed.url + path, { headers: { cookie: ownerCookie(closed.app) } });
    assert.deepEqual(await seen.json(), work.checks);
  });

  test('tells when the answer is old, and why there is none', async () => {
    const stale = { fetchedAt: START, cause: 'The code host cannot be read' };
    const old = hostOf(true, { work: source({ status: 200, work, stale }) });
    await using one = await startHome({ codeHost: old });
    const { headers } = (await get(one)).response;
    assert.equal(headers.get('x-fetched-at'), '2026-03-01T12:00:00.000Z');
    assert.equal(headers.get('cache-control'), 'no-store');
    const refused = hostOf(true, { work: source(refusal(502, 'It answered 500.')) });
    await using two = await startHome({ codeHost: refused });
    const { response, body } = await get(two);
    assert.equal(response.status, 502);
    assert.deepEqual(body, { message: 'It answered 500.', url: '' });
    const { work: _none, ...local } = hostOf(true);
    await using three = await startHome({ codeHost: local });
    assert.deepEqual((await get(three)).body, {
      work: null,
      cause: 'a local repository has none: name a code host in config.json',
    });
    const empty = hostOf(true, { read: () => Promise.resolve(emptyRepository()) });
    await using four = await startHome({ codeHost: empty });
    assert.deepEqual((await get(four)).body, { work: null, cause: 'no commits yet' });
  });
});
