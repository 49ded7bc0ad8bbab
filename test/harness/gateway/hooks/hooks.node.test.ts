import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { defaultConfig } from '../../../../data/config/config.ts';
import type { CodeHost } from '../../../../harness/gateway/code-host/code-host.ts';
import { CodeHostNews } from '../../../../harness/gateway/hooks/news.ts';
import { Store } from '../../../../harness/store/store.ts';
import { recorded, recordedText } from '../../../helpers/recorded.ts';
import { Client, type TestHome, startHome, temporaryFolder } from '../../helpers.ts';
import { withoutDiffs } from '../../../helpers/code-host.ts';

const hookSecret = 'the-secret-of-the-webhooks';
const json = { 'content-type': 'application/json' };
const sign = (body: string, secret = hookSecret): string =>
  createHmac('sha256', secret).update(body).digest('hex');

/** The headers of Gitea, which sends those of GitHub too. */
const gitea = (event: string, body: string, delivery = 'one') => ({
  ...json,
  'x-gitea-event': event,
  'x-gitea-delivery': delivery,
  'x-gitea-signature': sign(body),
  'x-github-event': event,
  'x-github-delivery': delivery,
  'x-hub-signature-256': `sha256=${sign(body)}`,
});
const github = (event: string, body: string, delivery = 'one') => ({
  ...json,
  'x-github-event': event,
  'x-github-delivery': delivery,
  'x-hub-signature-256': `sha256=${sign(body)}`,
});
/** The headers of GitLab, with the secret token. */
const gitlab = (event: string, token = hookSecret) => ({
  ...json,
  'x-gitlab-event': event,
  'x-gitlab-event-uuid': '13792a34-cac6-4fda-95a8-c58e00a3954e',
  'idempotency-key': 'f5e57ded-82ff-4d47-89a1-0c9d4b7b9d0a',
  ...(token !== '' && { 'x-gitlab-token': token }),
});
/** The headers of GitLab, with a signature by its signing token. */
const signedByGitlab = (event: string, body: string, token: string, id = 'one', timestamp = '1767225600') => {
  const key = Buffer.from(token.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  return { ...gitlab(event, ''), ...signed };
};
const post = ({ url }: TestHome, body: string, headers: Record<string, string>): Promise<Response> =>
  fetch(`${url}/api/hooks/code-host`, { method: 'POST', headers, body });

/** A home whose configured repository is the one that a recording is about, at the time of its event. */
const homeOf = (repository: string, at: string, more: Parameters<typeof startHome>[0] = {}) => {
  const repo = repository.split('/').at(-1) ?? '';
  const owner = repository.slice(0, -repo.length - 1);
  const codeHost = { ...defaultConfig.codeHost, url: 'https://git.example', owner, repo };
  const now = (): number => Date.parse(at) + 5_000;
  return startHome({ hookSecret, now, ...more, settings: { codeHost } });
};
const visit = async (home: TestHome): Promise<Client> => {
  const visitor = new Client(home.url);
  await visitor.hello();
  return visitor;
};

const MERGED = recordedText('hooks/gitea-pull-merged.json');
const MERGED_AT = '2023-12-05T18:35:31Z';
const TEST_REPO = 'anbraten/test-repo';
/** The last change of the repository in the recorded push of Gitea; its commit is older. */
const PUSHED_AT = '2022-07-24T20:31:29+02:00';

describe('POST /api/hooks/code-host', () => {
  test('a merge at Gitea reaches the visitors once, also after a restart and under another delivery id', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'conversations.sqlite');
    const before = await homeOf(TEST_REPO, MERGED_AT, { folder: folder.path, store: new Store(file) });
    const visitor = await visit(before);
    const response = await post(before, MERGED, gitea('pull_request', MERGED));
    assert.equal(response.status, 202);
    const { detail } = await visitor.frame('pr-notification');
    assert.deepEqual(detail, { action: 'merged', number: 1, title: 'Adjust file' });
    assert.deepEqual((await visitor.frame('status-update')).detail, {
      text: 'The code host has news.',
      readings: ['commits', 'merged', 'openWork'],
      withinSeconds: 1,
    });
    assert.equal((await post(before, MERGED, gitea('pull_request', MERGED))).status, 409);
    assert.equal((await post(before, MERGED, gitea('pull_request', MERGED, 'two'))).status, 409);
    await before.close();

    await using after = await homeOf(TEST_REPO, MERGED_AT, { folder: folder.path, store: new Store(file) });
    const later = await visit(after);
    assert.equal((await post(after, MERGED, github('pull_request', MERGED, 'three'))).status, 409);
    const push = recordedText('hooks/gitea-push.json')
      .replaceAll('meisam/woodpecktester', TEST_REPO)
      .replaceAll(PUSHED_AT, MERGED_AT);
    assert.equal((await post(after, push, gitea('push', push))).status, 202);
    await later.frame('status-update');
    assert.ok(!later.frames.some(({ type }) => type === 'pr-notification'));
    await later.close();
  });

  test('a closed milestone of GitHub is fireworks, and an entry of the feed', async () => {
    const body = recordedText('hooks/github-milestone-closed.json');
    await using home = await homeOf('codertocat/hello-world', '2019-05-15T15:20:41Z');
    const visitor = await visit(home);
    assert.equal((await post(home, body, github('milestone', body))).status, 202);
    assert.deepEqual((await visitor.frame('milestone-complete')).detail, { title: 'v1.0' });
    assert.match(await (await fetch(`${home.url}/feed.xml`)).text(), /Milestone: v1\.0/);
    await visitor.close();
  });

  test('Gitea has no event for a milestone: its last pull request completes it; texts are cleaned', async () => {
    const raw = recorded<{ pull_request: Record<string, unknown> }>('hooks/gitea-pull-merged.json');
    Object.assign(raw.pull_request, {
      title: `Ask ada@example.org\u202e\nnow ${'long '.repeat(200)}`,
      closed_at: MERGED_AT,
      milestone: { title: '<b>1.0</b>', open_issues: 0 },
    });
    const body = JSON.stringify(raw);
    await using home = await homeOf(TEST_REPO, MERGED_AT);
    const visitor = await visit(home);
    assert.equal((await post(home, body, gitea('pull_request', body))).status, 202);
    assert.deepEqual((await visitor.frame('milestone-complete')).detail, { title: '<b>1.0</b>' });
    assert.equal((await visitor.frame('pr-notification')).detail['title'], 'Ask ada@…');
    await visitor.close();
  });

  test('a push brings new commits at once, past the cache', async () => {
    let read = 0;
    const codeHost: CodeHost = {
      owner: 'local',
      repo: 'home',
      description: 'counts',
      ...withoutDiffs,
      read: async () => ({ status: 200, isWhole: true, records: (read++, []) }),
    };
    await using home = await homeOf('Codertocat/Hello-World', '2019-05-15T15:20:41Z', { codeHost });
    const commits = `${home.url}/api/v1/repos/local/home/commits`;
    const visitor = await visit(home);
    await fetch(commits);
    await fetch(commits);
    const cached = read;
    const body = recordedText('hooks/github-push.json');
    // The recorded push deletes a tag: the home reads the commits after any push.
    assert.equal((await post(home, body, github('push', body))).status, 202);
    await visitor.frame('status-update');
    await fetch(commits);
    assert.equal(read, cached + 1);
    await visitor.close();
  });

  test('a merge and a closed milestone of GitLab, also of a project in a group of a group', async () => {
    const merged = recordedText('hooks/gitlab-merge.json');
    await using home = await homeOf('Mike/tools/diaspora', '2013-12-03T17:30:00Z');
    const visitor = await visit(home);
    assert.equal((await post(home, merged, gitlab('Merge Request Hook'))).status, 202);
    const { detail } = await visitor.frame('pr-notification');
    assert.deepEqual(detail, { action: 'merged', number: 1, title: 'MS-Viewport' });
    await visitor.frame('status-update');
    assert.equal((await post(home, merged, gitlab('Merge Request Hook'))).status, 409);
    const note = merged.replace('"id": 99', '"id": 98');
    const response = await post(home, note, gitlab('Note Hook'));
    assert.equal(((await response.json()) as { status: string }).status, 'ignored');
    const update = merged.replace('"action": "merge"', '"action": "update"');
    const news = await post(home, update, gitlab('Merge Request Hook'));
    assert.equal(((await news.json()) as { status: string }).status, 'accepted');
    await visitor.close();

    const closed = recordedText('hooks/gitlab-milestone-closed.json');
    await using later = await homeOf('mike/tools/diaspora', '2025-06-30T09:00:00Z');
    const guest = await visit(later);
    assert.equal((await post(later, closed, gitlab('Milestone Hook'))).status, 202);
    assert.deepEqual((await guest.frame('milestone-complete')).detail, { title: 'v1.0' });
    await guest.close();
  });

  test('a push of GitLab with its signing token, whose signature is checked whatever the other token', async () => {
    const push = recordedText('hooks/gitlab-push.json');
    const token = `whsec_${Buffer.from('a key of thirty-two bytes, as is').toString('base64')}`;
    await using home = await homeOf('mike/tools/diaspora', '2012-01-03T21:36:29Z', { hookSecret: token });
    const visitor = await visit(home);
    const good = signedByGitlab('Push Hook', push, token);
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await post(home, push, headers)).status;
    assert.equal(await status({ ...good, 'webhook-timestamp': '1767225601' }), 401);
    assert.equal(await status({ ...good, 'webhook-id': 'two' }), 401);
    assert.equal(
      await status({ ...good, 'webhook-signature': `v1a,${good['webhook-signature'].slice(3)}` }),
      401,
    );
    const wrong = signedByGitlab('Push Hook', push, `whsec_${'A'.repeat(44)}`);
    assert.equal(await status({ ...wrong, 'x-gitlab-token': token }), 401);
    const rotated = `${wrong['webhook-signature']} ${good['webhook-signature']}`;
    assert.equal(await status({ ...good, 'webhook-signature': rotated }), 202);
    await visitor.frame('status-update');
    assert.equal(await status(signedByGitlab('Push Hook', push, token, 'another')), 409);
    await visitor.close();
  });

  test('refuses a webhook of GitLab without the secret token, or with another one', async () => {
    const push = recordedText('hooks/gitlab-push.json');
    await using home = await homeOf('mike/tools/diaspora', '2012-01-03T21:36:29Z');
    for (const [token, status] of [
      ['', 401],
      ['another', 401],
      [`${hookSecret}x`, 401],
      [hookSecret, 202],
    ] as const)
      assert.equal((await post(home, push, gitlab('Push Hook', token))).status, status, token);
    await using other = await homeOf('mike/diaspora', '2012-01-03T21:36:29Z');
    assert.equal((await post(other, push, gitlab('Push Hook'))).status, 403);
  });

  test('refuses and counts what is not for it, and informs no one', async () => {
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    await using home = await homeOf(TEST_REPO, MERGED_AT, { log });
    const visitor = await visit(home);
    const status = async (body: string, headers: Record<string, string>): Promise<number> =>
      (await post(home, body, headers)).status;
    const signed = gitea('pull_request', MERGED);
    assert.equal(await status(MERGED, json), 401);
    assert.equal(await status(`${MERGED} `, signed), 401);
    assert.equal(await status(MERGED, { ...signed, 'x-gitea-signature': sign(MERGED, 'other') }), 401);
    assert.equal(await status('[', gitea('push', '[')), 400);
    assert.equal(
      await status(MERGED, { ...signed, 'content-type': 'application/x-www-form-urlencoded' }),
      415,
    );
    const other = MERGED.replaceAll('anbraten/test-repo', 'anbraten/another');
    assert.equal(await status(other, gitea('pull_request', other)), 403);
    const huge = `${MERGED}${' '.repeat(1024 * 1024)}`;
    assert.equal(await status(huge, gitea('pull_request', huge)), 413);
    assert.equal((await fetch(`${home.url}/api/hooks/code-host`)).status, 405);
    const outcomes =
      'unsigned wrong-signature wrong-signature unreadable unreadable wrong-repository too-large'.split(' ');
    assert.deepEqual(
      lines,
      outcomes.map((outcome) => `a webhook was refused: ${outcome}`),
    );

    const star = JSON.stringify({ action: 'created', repository: { full_name: TEST_REPO } });
    assert.equal(await status(star, github('star', star)), 202);
    const old = MERGED.replace(MERGED_AT, '2023-12-01T00:00:00Z');
    assert.equal(await status(old, gitea('pull_request', old)), 202);
    await visitor.close();
    const told = ['pr-notification', 'milestone-complete', 'status-update'];
    assert.deepEqual(
      visitor.frames.filter(({ type }) => told.includes(type)),
      [],
    );
  });

  test('a change of what is open is read at once, and a run of many checks only every ten seconds', async () => {
    await using home = await homeOf('Codertocat/Hello-World', '2019-05-15T15:20:41Z');
    const visitor = await visit(home);
    for (const [id, event] of [
      'check_suite',
      'check_run',
      'status',
      'pull_request_review',
      'release',
    ].entries()) {
      // The shapes of docs.github.com/en/webhooks/webhook-events-and-payloads, without what is not read.
      const body = JSON.stringify({
        id,
        action: 'completed',
        repository: { full_name: 'Codertocat/Hello-World' },
      });
      assert.equal((await post(home, body, github(event, body))).status, 202, event);
    }
    assert.deepEqual((await visitor.frame('status-update')).detail, {
      text: 'The code host has news.',
      readings: ['openWork'],
      withinSeconds: 1,
    });
    await visitor.close();
    assert.equal(visitor.frames.filter(({ type }) => type === 'status-update').length, 1);
  });

  test('announces nothing that is still to come, or that happened more than a day ago', async () => {
    const statusAt = async (body: string, event: string, repository: string, at: string) => {
      await using home = await homeOf(repository, at);
      const visitor = await visit(home);
      const response = await post(home, body, gitea(event, body));
      const { status } = (await response.json()) as { status: string };
      const isNews = status === 'accepted';
      if (isNews) await visitor.frame('status-update');
      await visitor.close();
      assert.equal(
        visitor.frames.some(({ type }) => type === 'status-update'),
        isNews,
      );
      return status;
    };
    for (const [at, status] of [
      ['2099-01-01T00:00:00Z', 'stale'],
      ['2023-12-05T18:51:00Z', 'stale'],
      ['2023-12-05T18:49:00Z', 'accepted'],
    ] as const) {
      const body = MERGED.replaceAll(MERGED_AT, at);
      assert.equal(await statusAt(body, 'pull_request', TEST_REPO, MERGED_AT), status, at);
    }
    const push = recordedText('hooks/gitea-push.json');
    for (const [now, status] of [
      ['2022-07-24T18:31:29Z', 'accepted'],
      ['2022-07-25T18:00:00Z', 'accepted'],
      ['2022-07-25T18:32:00Z', 'stale'],
      ['2022-07-24T18:16:28Z', 'accepted'],
      ['2022-07-12T00:00:00Z', 'stale'],
    ] as const)
      assert.equal(await statusAt(push, 'push', 'meisam/woodpecktester', now), status, now);
    // The clock of its author is ahead.
    const ahead = JSON.stringify({
      repository: { full_name: TEST_REPO, updated_at: MERGED_AT },
      commits: [{ timestamp: '2099-01-01T00:00:00Z' }],
    });
    assert.equal(await statusAt(ahead, 'push', TEST_REPO, MERGED_AT), 'accepted');
    assert.equal(await statusAt(ahead, 'push', TEST_REPO, '2024-12-05T18:35:31Z'), 'stale');
  });

  test('answers the tests of both hosts, again and again', async () => {
    const ping = recordedText('hooks/github-ping.json');
    await using home = await homeOf('Octocoders/Hello-World', MERGED_AT);
    for (const _ of [1, 2]) {
      const response = await post(home, ping, github('ping', ping));
      assert.equal(response.status, 200);
      assert.equal(((await response.json()) as { status: string }).status, 'test');
    }
    const push = recorded<Record<string, unknown>>('hooks/gitea-push.json');
    const test = JSON.stringify({
      ...push,
      before: push['after'],
      repository: { full_name: 'octocoders/hello-world' },
    });
    for (const _ of [1, 2]) assert.equal((await post(home, test, gitea('push', test))).status, 200);
  });

  test('a home without a secret accepts no webhooks', async () => {
    await using home = await homeOf(TEST_REPO, MERGED_AT, { hookSecret: undefined });
    const response = await post(home, MERGED, gitea('pull_request', MERGED));
    assert.equal(response.status, 403);
    assert.match(((await response.json()) as { message: string }).message, /HOME_WORLD_HOOK_SECRET/);
  });

  test('takes 120 requests of one address in a minute: a body without the secret costs memory', async () => {
    await using home = await homeOf(TEST_REPO, MERGED_AT);
    const statuses = await Promise.all(
      Array.from({ length: 125 }, async () => (await post(home, '{}', json)).status),
    );
    assert.equal(statuses.filter((status) => status === 429).length, 5);
    assert.equal((await fetch(`${home.url}/healthz`)).status, 200, 'others are answered');
  });
});

test('a hundred merges at once are eight events for the pages, and one every five seconds after that', () => {
  let at = 0;
  const shown: string[] = [];
  const news = new CodeHostNews({
    now: () => at,
    visitors: () => 0,
    refresh: () => undefined,
    broadcast: ({ type }) => {
      if (type === 'pr-notification') shown.push(type);
    },
  });
  const merge = (number: number) => ({ kind: 'merged', number, title: 'Light the beam', at }) as const;
  news.tell(Array.from({ length: 100 }, (_unused, number) => merge(number)));
  assert.equal(shown.length, 8);
  at += 5_000;
  news.tell([merge(101), merge(102)]);
  assert.equal(shown.length, 9);
  news.close();
});
