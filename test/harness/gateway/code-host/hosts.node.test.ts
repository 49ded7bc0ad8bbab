import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { adviceFor } from '../../../../harness/outbound/advice.ts';
import { codeHostKinds } from '../../../../harness/config/server-config.ts';
import {
  type CodeHostAnswer,
  type CodeHostList,
  isRefusal,
} from '../../../../harness/gateway/code-host/code-host.ts';
import { kindOf } from '../../../../harness/gateway/code-host/kinds.ts';
import { RemoteCodeHost } from '../../../../harness/gateway/code-host/remote.ts';
import { type Exchange, commitsEvery, exchangeOf, recordedHost } from '../../../helpers/code-hosts.ts';
import { HOUR, START, TOKEN, standing } from './remote-host.ts';

const MINUTE = 60_000;

const shownIn = (answer: CodeHostAnswer): readonly unknown[] => {
  assert.ok(!isRefusal(answer), JSON.stringify(answer));
  return answer.records.map(({ json }) => json);
};
const refusedBy = (answer: CodeHostAnswer): readonly [number, string] => {
  assert.ok(isRefusal(answer), 'refused');
  return [answer.status, answer.message];
};

/** What the home makes of each recorded answer, whatever the host. */
const refusals: Readonly<Record<string, readonly [number, RegExp]>> = {
  empty: [409, /^Git Repository is empty\.$/],
  'empty, without a repository': [409, /^Git Repository is empty\.$/],
  missing: [404, /^The target couldn't be found\.$/],
  'refused token': [401, /^The code host refuses the token: may it read this repository\?$/],
  'weak token': [403, /^The code host refuses the token: may it read this repository\?$/],
  renamed: [502, /^The code host redirects: has the repository been renamed\?$/],
  'too many requests': [
    429,
    /^The code host limits requests, and the home may send none before \d\d:\d\d UTC\.$/,
  ],
  'too many requests at once': [429, /^The code host limits requests, and the home has sent too many\.$/],
};

for (const kind of codeHostKinds)
  describe(`a recorded answer of ${kind}`, () => {
    const { url, repository, exchanges } = recordedHost(kind);
    const asked: string[] = [];
    const hostWith = ({ status, headers, body }: Exchange, token?: string): RemoteCodeHost =>
      new RemoteCodeHost({
        kind: kindOf({ kind: '', url: kind === 'gitlab' ? 'https://gitlab.com' : url }),
        url,
        ...repository,
        token,
        now: () => START,
        fetch: async (address) => {
          asked.push(address);
          return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
        },
      });

    for (const list of ['commits', 'pulls'] as const satisfies readonly CodeHostList[])
      test(`lists ${list}, with only what pages show`, async () => {
        const exchange = exchangeOf(kind, list);
        const answer = await hostWith(exchange).read(list);
        if (exchange.request !== undefined) assert.equal(asked[0], exchange.request);
        asked.length = 0;
        const shown = shownIn(answer);
        if (exchange.shown) assert.deepEqual(shown, exchange.shown);
        assert.ok(!isRefusal(answer) && shown.length > 0);
        assert.equal(answer.isWhole, !exchange.hasNext);
        assert.doesNotMatch(JSON.stringify(shown), /masked@|html_url|web_url/);
      });

    for (const exchange of exchanges) {
      const expected = refusals[exchange.name];
      if (!expected) continue;
      test(`says “${exchange.name}”`, async () => {
        const answer = await hostWith(exchange, TOKEN).read('commits');
        const [status, message] = refusedBy(answer);
        assert.equal(status, expected[0]);
        assert.match(message, expected[1]);
        assert.ok(!JSON.stringify(answer).includes(TOKEN));
      });
    }

    test('names the token that it wants, to the owner only', async () => {
      const advice = async (name: string, token?: string): Promise<string> => {
        const answer = await hostWith(exchangeOf(kind, name), token).read('commits');
        assert.ok(isRefusal(answer));
        assert.doesNotMatch(answer.message, /read_api|Contents|repository: Read/);
        return answer.advice ?? '';
      };
      const words = { gitea: /repository: Read/, github: /“Contents”/, gitlab: /“read_api”/ }[kind];
      for (const [name, token] of [
        ['missing', undefined],
        ['missing', TOKEN],
        ['refused token', undefined],
        ['weak token', TOKEN],
      ] as const) {
        assert.match(await advice(name, token), /HOME_WORLD_CODE_HOST_TOKEN/);
        assert.match(await advice(name, token), words);
      }
    });
  });

test('the address tells the kind of a public host, and codeHost.kind that of any other', () => {
  for (const [url, kind, name] of [
    ['https://github.com', '', 'GitHub'],
    ['https://octocorp.ghe.com', '', 'GitHub'],
    ['https://gitlab.com', '', 'GitLab'],
    ['https://gitlab.example.org', '', 'Gitea or Forgejo'],
    ['https://git.example.org', 'gitlab', 'GitLab'],
    ['https://git.example.org', 'github', 'GitHub'],
    ['https://codeberg.org', 'gitea', 'Gitea or Forgejo'],
  ] as const)
    assert.equal(kindOf({ url, kind }).name, name, url);
  for (const [url, api] of [
    ['https://github.com', 'https://api.github.com'],
    ['https://api.github.com', 'https://api.github.com'],
    ['https://octocorp.ghe.com', 'https://api.octocorp.ghe.com'],
    ['https://git.example.org/hub', 'https://git.example.org/hub/api/v3'],
  ] as const)
    assert.equal(kindOf({ url, kind: 'github' }).api(url), api, url);
});

for (const kind of codeHostKinds)
  describe(`a server of the kind ${kind}`, () => {
    test('shows the same records as any other host', async () => {
      await using place = await standing(kind);
      const { host, codeHost } = place;
      host.state.commits = commitsEvery(MINUTE, 2, START);
      host.state.pulls = [
        { number: 9, title: 'Light the lamp', login: 'ada', mergedAt: '2026-03-01T11:00:00Z' },
        { number: 8, title: 'Nothing came of it', login: 'bob', mergedAt: null },
        { number: 7, title: 'By nobody any more', login: null, mergedAt: '2026-02-01T11:00:00.000Z' },
      ];
      assert.deepEqual(shownIn(await codeHost.read('commits')), [
        {
          sha: '2'.padStart(40, '0'),
          commit: { author: { name: 'Ada', date: '2026-03-01T12:00:00.000Z' }, message: 'Commit 2' },
        },
        {
          sha: '1'.padStart(40, '0'),
          commit: { author: { name: 'Bob', date: '2026-03-01T11:59:00.000Z' }, message: 'Commit 1' },
        },
      ]);
      const merged = { merged: true } as const;
      assert.deepEqual(shownIn(await codeHost.read('pulls')), [
        {
          ...merged,
          number: 9,
          title: 'Light the lamp',
          merged_at: '2026-03-01T11:00:00Z',
          user: { login: 'ada' },
        },
        {
          ...merged,
          number: 7,
          title: 'By nobody any more',
          merged_at: '2026-02-01T11:00:00.000Z',
          user: { login: '' },
        },
      ]);
    });

    test('is asked every 55 seconds at most, and then only for what has changed', async () => {
      await using place = await standing(kind);
      const { clock, host, codeHost, statuses } = place;
      const first = shownIn(await codeHost.read('commits'));
      clock.now += 54_000;
      await codeHost.read('commits');
      assert.deepEqual(statuses(), [200]);
      clock.now += 1_000;
      assert.deepEqual(shownIn(await codeHost.read('commits')), first);
      assert.deepEqual(statuses(), [200, 304]);
      host.state.commits = commitsEvery(HOUR, 21, START);
      codeHost.forget();
      assert.equal(shownIn(await codeHost.read('commits')).length, 21, 'after a webhook at once');
      assert.deepEqual(statuses(), [200, 304, 200]);
    });

    test('reads five pages of a day with 5,000 commits, and says since when they are complete', async () => {
      await using place = await standing(kind);
      const { clock, host, codeHost, statuses } = place;
      host.state.commits = commitsEvery(17_000, 5_000, START);
      const answer = await codeHost.read('commits');
      const most = kind === 'gitea' ? 250 : 500;
      assert.equal(shownIn(answer).length, most);
      assert.ok(!isRefusal(answer) && !answer.isWhole);
      assert.equal(answer.records.at(-1)?.at, START - (most - 1) * 17_000);
      assert.deepEqual(statuses(), [200, 200, 200, 200, 200]);
      clock.now += MINUTE;
      assert.equal(shownIn(await codeHost.read('commits')).length, most);
      assert.deepEqual(statuses().slice(5), [304], 'only the first page of an unchanged list');
    });

    test('reads to the end of a short history', async () => {
      await using place = await standing(kind);
      place.host.state.commits = commitsEvery(MINUTE, 130, START);
      const answer = await place.codeHost.read('commits');
      assert.equal(shownIn(answer).length, 130);
      assert.ok(!isRefusal(answer) && answer.isWhole);
    });

    test('has no commits yet, and then the first one', async () => {
      await using place = await standing(kind);
      const { host, codeHost } = place;
      host.state.commits = [];
      assert.deepEqual(refusedBy(await codeHost.read('commits')), [409, 'Git Repository is empty.']);
      host.state.commits = commitsEvery(MINUTE, 1, START);
      codeHost.forget();
      assert.equal(shownIn(await codeHost.read('commits')).length, 1);
    });

    test('shows a private repository only with the token, which is in a header', async () => {
      for (const token of [undefined, TOKEN, 'another']) {
        await using place = await standing(kind, { token });
        const { host, codeHost } = place;
        host.state.token = TOKEN;
        const answer = await codeHost.read('commits');
        if (token === TOKEN) assert.equal(shownIn(answer).length, 20);
        else assert.deepEqual(refusedBy(answer), [404, "The target couldn't be found."]);
        assert.ok(host.answers.every(({ request }) => !request.url.includes(TOKEN)));
      }
    });

    test('keeps the last commits as stale when the repository is renamed, and follows no redirect', async () => {
      await using place = await standing(kind);
      const { clock, host, codeHost } = place;
      await codeHost.read('commits');
      host.state.isRenamed = true;
      clock.now += MINUTE;
      const answer = await codeHost.read('commits');
      assert.equal(shownIn(answer).length, 20);
      const cause = 'The code host redirects: has the repository been renamed?';
      assert.ok(!isRefusal(answer));
      assert.deepEqual(answer.stale, { fetchedAt: START, cause });
      assert.match(adviceFor('codeHost', cause), /new owner and name as codeHost\.owner and codeHost\.repo/);
      assert.equal(host.answers.length, 2);
    });

    test('keeps the last commits as stale while it limits requests, and is left in peace', async () => {
      await using place = await standing(kind);
      const { clock, host, codeHost } = place;
      await codeHost.read('commits');
      host.state.allowance = { left: 0, resetAt: (START + HOUR) / 1000 };
      clock.now += MINUTE;
      const answer = await codeHost.read('commits');
      assert.ok(!isRefusal(answer));
      assert.deepEqual(answer.stale, {
        fetchedAt: START,
        cause: 'The code host limits requests, and the home may send none before 13:00 UTC',
      });
      const asked = host.answers.length;
      clock.now += 30 * MINUTE;
      codeHost.forget();
      await codeHost.read('commits');
      assert.equal(host.answers.length, asked, 'also after a webhook');
      clock.now = START + HOUR + 1;
      const later = await codeHost.read('commits');
      assert.ok(!isRefusal(later) && later.stale === undefined);
    });
  });

describe('GitHub without a token', () => {
  /** A home that shows the stand-in to visitors, who ask every five seconds. */
  async function visited(minutes: number, place: Awaited<ReturnType<typeof standing>>) {
    const { clock, codeHost } = place;
    const answers: CodeHostAnswer[] = [];
    for (let step = 0; step < minutes * 12; step++) {
      answers.push(await codeHost.read('commits'), await codeHost.read('pulls'));
      clock.now += 5_000;
    }
    return answers;
  }
  const anHour = { left: 60, resetAt: (START + HOUR) / 1000 };

  test('is asked at most as often as it allows, for a whole hour, and every visitor is answered', async () => {
    await using place = await standing('github');
    place.host.state.allowance = { ...anHour };
    const answers = await visited(60, place);
    assert.ok(answers.every((answer) => !isRefusal(answer) && answer.stale === undefined));
    assert.ok(!place.statuses().includes(403));
    const { length } = place.statuses();
    assert.ok(length > 40 && length <= 60, `${length} requests in an hour`);
  });

  test('is read at once after webhooks, as long as requests are left; then the last commits are stale', async () => {
    await using place = await standing('github');
    const { clock, host, codeHost } = place;
    host.state.allowance = { ...anHour };
    for (let push = 1; push <= 80; push++) {
      host.state.commits = commitsEvery(HOUR, 20 + push, START);
      codeHost.forget();
      const answer = await codeHost.read('commits');
      const shown = shownIn(answer).length;
      assert.equal(shown, 20 + Math.min(60, push));
      assert.ok(!isRefusal(answer));
      assert.equal(
        answer.stale?.cause,
        push <= 60 ? undefined : 'The code host limits requests, and the home may send none before 13:00 UTC',
      );
      clock.now += 1_000;
    }
    assert.ok(!place.statuses().includes(403), 'the home does not ask in vain');
    clock.now = START + HOUR + 1;
    codeHost.forget();
    assert.equal(shownIn(await codeHost.read('commits')).length, 100);
  });

  test('shows commits as stale that are old because few requests are left', async () => {
    await using place = await standing('github');
    place.host.state.allowance = { left: 6, resetAt: anHour.resetAt };
    const answers = await visited(20, place);
    const stale = answers.filter((answer) => !isRefusal(answer) && answer.stale);
    assert.ok(stale.length > 0);
    assert.ok(
      stale.every((answer) => !isRefusal(answer) && answer.stale?.cause === 'The code host limits requests'),
    );
    assert.ok(place.statuses().length <= 6);
  });

  test('keeps the last requests of an hour for first pages', async () => {
    await using place = await standing('github');
    place.host.state.commits = commitsEvery(17_000, 5_000, START);
    place.host.state.allowance = { left: 9, resetAt: anHour.resetAt };
    assert.equal(shownIn(await place.codeHost.read('commits')).length, 100);
    assert.equal(place.statuses().length, 1);
  });

  test('says what a token changes', async () => {
    await using place = await standing('github');
    place.host.state.allowance = { left: 0, resetAt: anHour.resetAt };
    const answer = await place.codeHost.read('commits');
    assert.ok(isRefusal(answer));
    assert.match(
      answer.advice ?? '',
      /60 requests an hour.*HOME_WORLD_CODE_HOST_TOKEN to a fine-grained token/,
    );
  });
});

test('GitHub counts no unchanged answer of a home with a token', async () => {
  await using place = await standing('github', { token: TOKEN });
  const { clock, host, codeHost } = place;
  const allowance = { left: 5_000, resetAt: (START + HOUR) / 1000 };
  host.state.allowance = allowance;
  for (let minute = 0; minute < 60; minute++) {
    await codeHost.read('commits');
    clock.now += MINUTE;
  }
  assert.equal(allowance.left, 4_999);
  assert.equal(host.answers.length, 60);
});
