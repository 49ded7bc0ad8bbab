import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OpenWork } from '../../../../data/readings/schemas/open-work.ts';
import { troubleIn } from '../../../../data/readings/sources/code-host.ts';
import type { CodeHostKind } from '../../../../harness/config/server-config.ts';
import { parseConfigFile } from '../../../../harness/config/config-file.ts';
import { CachedCodeHost } from '../../../../harness/gateway/code-host/cached.ts';
import type { CodeHost, CodeHostAnswer } from '../../../../harness/gateway/code-host/code-host.ts';
import { findCodeHosts } from '../../../../harness/gateway/code-host/find-code-host.ts';
import { kindOf } from '../../../../harness/gateway/code-host/kinds.ts';
import { publicRecords } from '../../../../harness/gateway/code-host/public-records.ts';
import { RemoteCodeHost } from '../../../../harness/gateway/code-host/remote.ts';
import { Repositories } from '../../../../harness/gateway/code-host/repositories.ts';
import { UserError } from '../../../../harness/core/user-error.ts';
import { type StandIn, commitsEvery, startStandIn } from '../../../helpers/code-hosts.ts';
import { withoutDiffs } from '../../../helpers/code-host.ts';
import { type TestHome, ownerCookie, startHome } from '../../helpers.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TOKEN = 'secret-token-0123456789abcdef';

interface Wire {
  readonly sha: string;
  readonly number: number;
  readonly repo?: string;
  readonly commit: { readonly author: { readonly date: string } };
}

/** Eight repositories at three kinds of hosts. Two have the same name. */
const PLACES: readonly (readonly [CodeHostKind, string, string])[] = [
  ['gitea', 'me', 'harbour'],
  ['github', 'me', 'tools'],
  ['gitlab', 'me/group', 'site'],
  ['gitea', 'you', 'tools'],
  ['github', 'me', 'empty'],
  ['gitlab', 'me', 'secret'],
  ['gitea', 'me', 'renamed'],
  ['github', 'me', 'failing'],
];

/** The state of each repository of `PLACES`. */
function fill(standIns: readonly StandIn[]): void {
  for (const [index, { state, repository }] of standIns.entries()) {
    const { repo } = repository;
    // The times differ by repository, so that the commits of all repositories alternate in one list.
    state.commits = commitsEvery(HOUR, 10, START - index * MINUTE).map((commit) => ({
      ...commit,
      sha: `${index}${commit.sha.slice(1)}`,
    }));
    const mergedAt = new Date(START - index * HOUR).toISOString();
    state.pulls = [{ number: 1, title: `Pull of ${index}`, login: 'ada', mergedAt }];
    if (repo === 'empty') state.commits = state.pulls = [];
    if (repo === 'secret') state.token = TOKEN;
    if (repo === 'renamed') state.isRenamed = true;
    if (repo === 'failing') state.allowance = { left: 0, resetAt: START / 1000 + 3600 };
  }
}

/** A home that reads these stand-ins, each at an address that is not in the owner's network. */
async function homeOf(
  places: typeof PLACES,
  more: Parameters<typeof startHome>[0] = {},
  change: (standIns: readonly StandIn[]) => void = () => undefined,
) {
  const clock = { now: START };
  const now = () => clock.now;
  const standIns = await Promise.all(
    places.map(([kind, owner, repo]) => startStandIn(kind, now, { owner, repo })),
  );
  fill(standIns);
  change(standIns);
  const tokens = new Map<string, string>();
  const codeHosts = standIns.map(({ kind, url, repository }, index) => {
    const address = `https://host-${index}.example`;
    return new RemoteCodeHost({
      kind: kindOf({ kind, url: address }),
      url: address,
      ...repository,
      token: repository.repo === 'secret' ? TOKEN : undefined,
      login: 'me',
      now,
      fetch: (to, init) => {
        tokens.set(new URL(to).host, JSON.stringify(init?.headers));
        return fetch(to.replace(address, url), init);
      },
    });
  });
  const home = await startHome({ codeHosts, now, requestsPerMinute: 100_000, ...more });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${home.url}/api/v1/repos/${path}`, { headers });
  return {
    clock,
    home,
    standIns,
    tokens,
    get,
    list: async (path: string) => (await (await get(path)).json()) as Wire[],
    async [Symbol.asyncDispose]() {
      await home.close();
      await Promise.all(standIns.map((one) => one.close()));
    },
  };
}
describe('a home with eight repositories at three kinds of hosts', () => {
  test('has one list of commits and one of merged pull requests in the order of time', async () => {
    await using place = await homeOf(PLACES);
    const commits = await place.list('all/repositories/commits?limit=50&days=3');
    const dates = commits.map(({ commit }) => Date.parse(commit.author.date));
    assert.deepEqual(
      dates,
      dates.toSorted((one, other) => other - one),
    );
    const counts: Record<string, number> = {};
    for (const { repo = '' } of commits) counts[repo] = (counts[repo] ?? 0) + 1;
    // Two share a name, so their owners are named.
    assert.deepEqual(counts, { harbour: 10, 'me/tools': 10, site: 10, 'you/tools': 10, secret: 10 });
    assert.deepEqual(await place.list('all/repositories/commits?limit=3'), commits.slice(0, 3));
    const pulls = await place.list('all/repositories/pulls?state=closed&limit=50');
    assert.deepEqual(
      pulls.map(({ repo }) => repo),
      ['harbour', 'me/tools', 'site', 'you/tools', 'secret'],
    );
  });

  test('says which repository fails, and shows the others', async () => {
    await using place = await homeOf(PLACES);
    const response = await place.get('all/repositories/commits?limit=50');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('x-stale-cause'), null);
    const trouble = troubleIn(response.headers).trouble ?? '';
    assert.match(trouble, /renamed: The code host redirects/);
    assert.match(trouble, /failing: The code host limits requests/);
    assert.doesNotMatch(trouble, /empty|harbour|tools|site|secret/);
    assert.equal((await place.get('me/renamed/commits')).status, 502);
    assert.equal((await place.get('me/empty/commits')).status, 409);
    assert.equal((await place.get('me/other/commits')).status, 404);
  });

  test('keeps the records of a repository that fails later, as old ones', async () => {
    await using place = await homeOf(PLACES.slice(0, 3));
    assert.equal((await place.list('all/repositories/commits')).length, 30);
    await place.standIns[1]!.close();
    place.clock.now += MINUTE;
    const response = await place.get('all/repositories/commits');
    assert.equal(((await response.json()) as Wire[]).length, 30);
    assert.match(troubleIn(response.headers).trouble ?? '', /^tools: The code host cannot be read/);
    const alone = await place.get('me/tools/commits');
    assert.equal(alone.headers.get('x-fetched-at'), new Date(START).toISOString());
    assert.equal((await place.get('me/harbour/commits')).headers.get('x-fetched-at'), null);
  });

  test('sends at most three requests a minute for each unchanged repository, and each gets a 304', async () => {
    await using place = await homeOf(PLACES.slice(0, 4), { poll: true });
    const read = async () => {
      await place.list('all/repositories/commits?limit=50&days=3');
      await place.list('all/repositories/pulls?limit=50');
      await fetch(`${place.home.url}/api/open-work.json`, {
        headers: { cookie: ownerCookie(place.home.app) },
      });
    };
    // The first minutes read everything once.
    for (let minute = 0; minute < 15; minute++) {
      await read();
      place.clock.now += MINUTE;
    }
    const before = place.standIns.map(({ answers }) => answers.length);
    for (let second = 0; second < 600; second += 10) {
      await read();
      place.clock.now += 10_000;
    }
    for (const [index, { answers, repository }] of place.standIns.entries()) {
      const sent = answers
        .slice(before[index])
        .filter(({ request }) => /commits|pulls|merge_requests|runs|releases/.test(request.url));
      assert.ok(sent.length <= 30, `${repository.repo}: ${sent.length} requests in ten minutes`);
      const whole = sent.filter(({ status }) => status === 200);
      assert.deepEqual(
        whole.map(({ request }) => request.url),
        [],
        repository.repo,
      );
    }
  });

  test('shows the diffs and the open work of a private repository only to the owner', async () => {
    await using place = await homeOf(PLACES.slice(0, 6), {}, (standIns) => {
      const openedAt = new Date(START).toISOString();
      for (const { state } of standIns)
        state.work.pulls = [{ number: 7, title: 'Open', login: 'ada', openedAt }];
      standIns[1]!.state.work.checks = [['lint', 'failure']];
    });
    const work = async (headers = {}, query = '') =>
      (
        (await (await fetch(`${place.home.url}/api/open-work.json${query}`, { headers })).json()) as {
          work: OpenWork | null;
        }
      ).work!;
    const owner = { cookie: ownerCookie(place.home.app) };
    const seen = await work();
    assert.equal(seen.checks.repo, 'me/tools');
    assert.deepEqual(seen.checks.failed, ['lint']);
    assert.deepEqual(
      seen.pulls.map(({ repo }) => repo),
      ['harbour', 'me/tools', 'site', 'you/tools'],
    );
    assert.deepEqual(
      (await work(owner)).pulls.map(({ repo }) => repo),
      ['harbour', 'me/tools', 'site', 'you/tools', 'secret'],
    );
    assert.equal(await work({}, '?repo=me/secret'), null);
    assert.deepEqual(
      (await work({}, '?repo=me/harbour')).pulls.map(({ repo }) => repo),
      [undefined],
    );
    const shaOf = (index: number) => place.standIns[index]!.state.commits[0]!.sha;
    const diff = (index: number) => place.get(`all/repositories/git/commits/${shaOf(index)}.diff`);
    assert.equal((await diff(5)).status, 403);
    assert.notEqual((await diff(0)).status, 403);
    assert.ok(place.standIns[0]!.answers.some(({ request }) => request.url.includes(shaOf(0))));
    assert.equal((await place.get('me/secret/git/commits/1234567.diff')).status, 403);
    assert.equal((await place.get('all/repositories/pulls/1.diff?repo=secret')).status, 403);
    assert.notEqual((await place.get('all/repositories/pulls/1.diff?repo=harbour')).status, 403);
    assert.equal((await place.get('all/repositories/pulls/1.diff', owner)).status, 404);
  });

  test('sends a token only to the server of its repository', async () => {
    await using place = await homeOf(PLACES.slice(0, 6));
    await place.list('all/repositories/commits');
    const with_ = [...place.tokens].filter(([, headers]) => headers.includes(TOKEN)).map(([host]) => host);
    assert.deepEqual(with_, ['host-5.example']);
  });

  test('tells its pages the repositories, and the one address for all of them', async () => {
    await using place = await homeOf(PLACES.slice(0, 2));
    const config = (await (await fetch(`${place.home.url}/config.json`)).json()) as Record<string, unknown>;
    assert.deepEqual(config['repositories'], ['me/harbour', 'me/tools']);
    assert.match(JSON.stringify(config['codeHost']), /"owner":"all","repo":"repositories"/);
    assert.doesNotMatch(JSON.stringify(config), /host-0/);
  });
});

const AT = '2026-03-01T11:00:00Z';
const commitOf = (sha: string, date = AT) => ({
  sha: sha.padStart(40, '0'),
  commit: { author: { name: 'Ada', date }, committer: { date }, message: `Commit ${sha}` },
});
const good = (commits: readonly object[], isWhole = true): CodeHostAnswer => ({
  status: 200,
  records: publicRecords('commits', commits),
  isWhole,
});
const hostOf = (repo: string, read: CodeHost['read']): CachedCodeHost =>
  new CachedCodeHost({ owner: 'me', repo, description: '', read, ...withoutDiffs });

describe('the list of several repositories', () => {
  test('keeps the order of the repositories at equal times', async () => {
    const repositories = new Repositories([
      hostOf('one', async () => good([commitOf('a'), commitOf('b')])),
      hostOf('two', async () => good([commitOf('c'), commitOf('d')])),
    ]);
    const answer = await repositories.read('commits');
    assert.ok('records' in answer);
    assert.deepEqual(
      answer.records.map(({ json }) => `${json.repo} ${'sha' in json ? json.sha.at(-1) : ''}`),
      ['one a', 'one b', 'two c', 'two d'],
    );
    assert.equal(await repositories.read('commits'), answer);
  });

  test('is complete since the time since which each of them is', async () => {
    const answer = await new Repositories([
      hostOf('busy', async () => good([commitOf('a', '2026-03-01T11:00:00Z')], false)),
      hostOf('quiet', async () => good([commitOf('b', '2026-01-01T00:00:00Z')], false)),
    ]).read('commits');
    assert.ok('records' in answer);
    assert.equal(answer.unreadAt, Date.parse('2026-03-01T11:00:00Z'));
  });

  test('does not wait for one that does not answer', { timeout: 20_000 }, async () => {
    const never = new Promise<CodeHostAnswer>(() => undefined);
    const repositories = new Repositories([
      hostOf('one', async () => good([commitOf('a')])),
      hostOf('two', () => never),
    ]);
    const answer = await repositories.read('commits');
    assert.ok('records' in answer);
    assert.equal(answer.records.length, 1);
    assert.equal(answer.trouble, 'two: The code host has not answered yet');
  });

  test('names no repository where there is only one', async () => {
    const repositories = new Repositories([hostOf('one', async () => good([commitOf('a')]))]);
    const answer = await repositories.read('commits');
    assert.ok('records' in answer);
    assert.equal('repo' in answer.records[0]!.json, false);
    assert.deepEqual(repositories.names, []);
    assert.deepEqual(repositories.address, { owner: 'me', repo: 'one' });
  });

  test('is empty only if all repositories are, and otherwise says what fails', async () => {
    const empty = async (): Promise<CodeHostAnswer> => ({ status: 409, message: 'Git Repository is empty.' });
    const gone = async (): Promise<CodeHostAnswer> => ({ status: 503, message: 'It is gone.' });
    assert.equal(
      (await new Repositories([hostOf('one', empty), hostOf('two', empty)]).read('commits')).status,
      409,
    );
    assert.deepEqual(await new Repositories([hostOf('one', empty), hostOf('two', gone)]).read('commits'), {
      status: 503,
      message: 'two: It is gone.',
    });
  });
});

describe('a list of repositories in config.json', () => {
  const parsed = (codeHost: unknown) => parseConfigFile('config.json', JSON.stringify({ codeHost }, null, 2));
  const messageOf = (codeHost: unknown): string => {
    try {
      parsed(codeHost);
    } catch (error) {
      assert.ok(error instanceof UserError);
      return error.message;
    }
    return '';
  };
  const entry = { url: 'https://git.example', owner: 'me', repo: 'harbour' };

  test('names the entry of each mistake with its line', () => {
    assert.match(
      messageOf([entry, { ...entry, repo: 'a b' }]),
      /line 11: codeHost\[1\]\.repo: expected the repository’s name/,
    );
    assert.match(
      messageOf([entry, { ...entry, repo: 'b', kind: 'svn' }]),
      /codeHost\[1\]\.kind: expected one of/,
    );
    assert.match(
      messageOf([entry, { ...entry, repo: 'b', colour: 1 }]),
      /codeHost\[1\]\.colour: there is no field of this name/,
    );
    assert.match(
      messageOf([entry, { url: 'https://git.example', repo: 'b' }]),
      /codeHost\[1\]\.owner: expected the owner’s name/,
    );
    assert.match(
      messageOf([entry, {}]),
      /codeHost\[1\]\.url: expected an http\(s\) URL, or a folder in codeHost\[1\]\.path/,
    );
    assert.match(
      messageOf([{ ...entry, path: '/srv' }]),
      /codeHost\[0\]\.path: expected no folder beside codeHost\[0\]\.url/,
    );
    assert.match(
      messageOf([entry, { ...entry, owner: 'ME' }]),
      /codeHost\[1\]\.repo: expected another repository than codeHost\[0\]/,
    );
    assert.match(
      messageOf([{ ...entry, owner: 'all', repo: 'repositories' }]),
      /codeHost\[0\]\.repo: expected another name/,
    );
    assert.match(messageOf([entry, 'me/tools']), /codeHost\[1\]: expected an object/);
    assert.match(messageOf([]), /codeHost: expected a list of 1 to 8 repositories, or one, got 0/);
    assert.match(messageOf(Array.from({ length: 9 }, (_, i) => ({ ...entry, repo: `r${i}` }))), /got 9/);
    assert.match(messageOf([{ ...entry, token: 'abc' }]), /codeHost\[0\]\.token: expected no secrets here/);
    assert.match(
      messageOf([{ ...entry, tokenEnv: 'HOME_WORLD_BRIDGE_TOKEN' }]),
      /codeHost\[0\]\.tokenEnv: expected the name of an environment variable that begins with HOME_WORLD_CODE_HOST_TOKEN/,
    );
  });

  test('joins the agents of all entries', () => {
    const { codeHost, codeHosts } = parsed([
      { ...entry, agents: ['timmy'] },
      { ...entry, repo: 'tools', agents: ['ada', 'timmy'], authors: true },
    ]);
    assert.deepEqual(codeHost.agents, ['timmy', 'ada']);
    assert.equal(codeHost.authors, true);
    assert.deepEqual(
      codeHosts?.map(({ repo }) => repo),
      ['harbour', 'tools'],
    );
    assert.equal(parsed(entry).codeHosts, undefined);
  });

  test('gives the token of the first server to no other, and each entry can name a variable', async () => {
    const config = parsed([
      entry,
      { ...entry, repo: 'same-server' },
      { url: 'https://elsewhere.example', owner: 'me', repo: 'other' },
      {
        url: 'https://third.example',
        owner: 'me',
        repo: 'third',
        tokenEnv: 'HOME_WORLD_CODE_HOST_TOKEN_THIRD',
      },
    ]);
    const env = { HOME_WORLD_CODE_HOST_TOKEN: TOKEN, HOME_WORLD_CODE_HOST_TOKEN_THIRD: `${TOKEN}-3` };
    const found = await findCodeHosts(config, undefined, env, false);
    assert.deepEqual(
      found.map(({ description }) => description.split(', ').at(-1)),
      ['with a token', 'with a token', 'public access', 'with a token'],
    );
    await assert.rejects(
      () => findCodeHosts(config, undefined, { HOME_WORLD_CODE_HOST_TOKEN: TOKEN }, false),
      /codeHost\[3\]\.tokenEnv names the variable HOME_WORLD_CODE_HOST_TOKEN_THIRD, which is not set/,
    );
  });
});

test('a webhook renews only its repository', async () => {
  const hookSecret = 'the-secret-of-the-webhooks';
  await using place = await homeOf(PLACES.slice(0, 3), { hookSecret });
  await place.list('all/repositories/commits');
  const asked = () => place.standIns.map(({ answers }) => answers.length);
  const before = asked();
  const send = (home: TestHome, name: string) =>
    fetch(`${home.url}/api/hooks/code-host`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-gitlab-event': 'Push Hook',
        'x-gitlab-token': hookSecret,
      },
      body: JSON.stringify({ project: { path_with_namespace: name }, commits: [], repository: {} }),
    });
  assert.equal((await send(place.home, 'me/group/site')).status, 202);
  await place.list('all/repositories/commits');
  assert.deepEqual(
    asked().map((count, index) => count - before[index]!),
    [0, 0, 1],
  );
  assert.equal((await send(place.home, 'me/unknown')).status, 403);
});
