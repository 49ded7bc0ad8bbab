import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import * as v from 'valibot';
import { wireCommit, wirePull } from '../../../../data/readings/schemas/code-host.ts';
import { CachedCodeHost, NoCodeHost } from '../../../../harness/gateway/code-host/cached.ts';
import { isRefusal } from '../../../../harness/gateway/code-host/code-host.ts';
import { LocalGit } from '../../../../harness/gateway/code-host/local-git.ts';
import { nameOfMerge } from '../../../../harness/gateway/code-host/merges.ts';
import { listen } from '../../../helpers/loopback.ts';
import { until } from '../../../helpers/waiting.ts';
import { Client, startHome, temporaryFolder } from '../../helpers.ts';
import { commit, gitIn, repository } from './git-repository.ts';

const open = async (folder: string): Promise<LocalGit> => {
  const found = await LocalGit.open(folder, true);
  assert.ok(found.ok, found.ok ? '' : found.cause);
  return found.repository;
};
/** The list that would be sent, or its error. */
async function ask(git: LocalGit, list: 'commits' | 'pulls' = 'commits') {
  const answer = await git.read(list);
  if ('message' in answer)
    return { status: answer.status, message: answer.message, sent: [], isWhole: false };
  const { status, records, isWhole } = answer;
  return { status, message: '', sent: records.map(({ json }) => json), isWhole };
}
const commitsOf = async (git: LocalGit) => v.parse(v.array(wireCommit), (await ask(git)).sent);

describe('the local git history as a code host', () => {
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  let folder: string;
  before(async () => {
    place = await temporaryFolder();
    folder = await repository(place.path, 'My Home Repo!');
    commit(folder, 'First\n\nWith a body,\nof two lines.', 'Ada', '2026-01-01T10:00:00+02:00');
    commit(folder, 'Ünïcode “quotes” <img src=x onerror=alert(1)> %H %x00 $(touch pwned)', 'Bøb "X" Y');
    gitIn(folder, ['checkout', '-q', '-b', 'feature']);
    commit(folder, 'Work on it', 'Carol');
    gitIn(folder, ['checkout', '-q', 'main']);
    gitIn(folder, [
      'merge',
      '-q',
      '--no-ff',
      '-m',
      'Merge pull request #12 from carol/feature\n\nAdd the feature',
      'feature',
    ]);
    commit(folder, 'Squashed work (#15)', 'Dan', '2026-02-01T00:00:00-07:00');
    gitIn(folder, ['checkout', '-q', '-b', 'plain']);
    commit(folder, 'Plain work', 'Eve');
    gitIn(folder, ['checkout', '-q', 'main']);
    gitIn(folder, ['merge', '-q', '--no-ff', '-m', "Merge branch 'plain'", 'plain']);
  });
  after(() => place.dispose());

  test('answers commits in the code host’s format, with the author’s offset and without mail addresses', async () => {
    const git = await open(folder);
    assert.equal(git.owner, 'local');
    assert.equal(git.repo, 'My-Home-Repo');
    const list = await commitsOf(git);
    assert.equal(list.length, 7);
    const first = list.find(({ commit: { message } }) => message.startsWith('First'));
    assert.equal(first?.commit.author.date, '2026-01-01T10:00:00+02:00');
    assert.equal(first?.commit.message, 'First', 'the first line only');
    const odd = list.find(({ commit: { message } }) => message.startsWith('Ünï'));
    assert.equal(odd?.commit.author.name, 'Bøb "X" Y');
    assert.equal(odd?.commit.message, 'Ünïcode “quotes” <img src=x onerror=alert(1)> %H %x00 $(touch pwned)');
    assert.doesNotMatch(JSON.stringify((await ask(git)).sent), /private\.example|With a body/);
    assert.match(list[0]?.sha ?? '', /^[0-9a-f]{40}$/);
  });

  test('reads merged work from the history: number, title, the branch’s author', async () => {
    const git = await open(folder);
    const list = v.parse(v.array(wirePull), (await ask(git, 'pulls')).sent);
    assert.deepEqual(
      list.map(({ number, title, user, merged }) => [number, title, user?.login, merged]),
      [
        // The fifth commit of the main line: a merge with no number of its own.
        [5, 'plain', 'Eve', true],
        [15, 'Squashed work', 'Dan', true],
        [12, 'Add the feature', 'Carol', true],
      ],
    );
    assert.equal(list[1]?.merged_at, '2026-02-01T00:00:00-07:00');
  });

  test('answers 409 for an empty repository, as the real one does', async () => {
    const git = await open(await repository(place.path, 'empty'));
    const { status, message } = await ask(git);
    assert.deepEqual([status, message], [409, 'Git Repository is empty.']);
  });

  test('finds the repository from a folder inside it, and reads a bare one', async () => {
    await mkdir(join(folder, 'deep/er'), { recursive: true });
    assert.equal((await open(join(folder, 'deep/er'))).repo, 'My-Home-Repo');
    gitIn(place.path, ['clone', '-q', '--bare', folder, 'bare.git']);
    const bare = await open(join(place.path, 'bare.git'));
    assert.equal(bare.repo, 'bare');
    assert.equal((await commitsOf(bare)).length, 7);
  });

  test('reports a folder that is no repository or does not exist', async () => {
    const none = await LocalGit.open('/', false);
    assert.ok(!none.ok && /not a git repository/.test(none.cause));
    const gone = await LocalGit.open(join(place.path, 'gone'), true);
    assert.ok(!gone.ok && /no longer exists/.test(gone.cause));
  });

  test('serves config, agents, ETag, and the heartbeat’s commits', async () => {
    await using home = await startHome({ codeHost: await open(folder) });
    const config = (await (await fetch(`${home.url}/config.json`)).json()) as {
      codeHost: { owner: string; repo: string; agents: string[] };
    };
    assert.equal(config.codeHost.repo, 'My-Home-Repo');
    assert.deepEqual(config.codeHost.agents.toSorted(), ['Ada', 'Bøb "X" Y', 'Carol', 'Dan', 'Eve']);
    const response = await fetch(`${home.url}/api/v1/repos/local/My-Home-Repo/commits?limit=5`);
    assert.ok(Date.parse(response.headers.get('x-known-since') ?? '') > 0, 'there are older ones');
    assert.equal(((await response.json()) as unknown[]).length, 5);
  });
});

test('gives each merge a number of its own, by which its diff is found', async () => {
  await using place = await temporaryFolder();
  const folder = await repository(place.path, 'numbers');
  const add = (file: string, message: string) => {
    writeFileSync(join(folder, file), '');
    gitIn(folder, ['add', file]);
    commit(folder, message);
  };
  commit(folder, 'First');
  for (const branch of ['tidy', 'sweep']) {
    gitIn(folder, ['checkout', '-q', '-b', branch]);
    add(`${branch}.txt`, 'Work on it');
    gitIn(folder, ['checkout', '-q', 'main']);
    gitIn(folder, ['merge', '-q', '--no-ff', '-m', `Merge branch '${branch}'`, branch]);
  }
  // “tidy” is the second commit of the main line.
  add('feature.txt', 'Add the feature (#2)');
  const git = await open(folder);
  const list = v.parse(v.array(wirePull), (await ask(git, 'pulls')).sent);
  const files: (readonly [string, string])[] = [];
  for (const { number, title } of list) {
    const diff = await git.diff({ pull: number });
    assert.ok(!isRefusal(diff));
    files.push([title, diff.text.split('\n')[0] ?? '']);
  }
  assert.deepEqual(
    files,
    [
      ['Add the feature', 'feature'],
      ['sweep', 'sweep'],
      ['tidy', 'tidy'],
    ].map(([title, file]) => [title, `diff --git a/${file}.txt b/${file}.txt`]),
  );
  const [feature, sweep, tidy] = list.map(({ number }) => number);
  assert.deepEqual([feature, sweep], [2, 3], 'the number of a pull request, and a position that is free');
  assert.ok(tidy !== undefined && /^\d{1,9}$/.test(`${tidy}`), 'the address of a diff takes nine digits');
});

test('says why and what to do without a code host and outside a repository', async () => {
  await using home = await startHome({ codeHost: new CachedCodeHost(new NoCodeHost('here is none')) });
  const response = await fetch(`${home.url}/api/v1/repos/local/home/commits?limit=5`);
  assert.equal(response.status, 503);
  assert.match(((await response.json()) as { message: string }).message, /Set codeHost in config\.json/);
});

test('understands the merge titles of the code hosts', () => {
  const named = (message: string, isMerge = true) => {
    const found = nameOfMerge(message, isMerge);
    return found && [found.number, found.title];
  };
  assert.deepEqual(named('Merge pull request #7 from a/b\n\nTitle of it\n'), [7, 'Title of it']);
  assert.deepEqual(named("Merge pull request 'Title' (#8) from b into main"), [8, 'Title']);
  assert.deepEqual(named('Title (#9)'), [9, 'Title']);
  assert.deepEqual(named('Title (#10)', false), [10, 'Title']);
  assert.deepEqual(named("Merge branch 'topic' into main"), [undefined, 'topic']);
  assert.equal(named("Merge branch 'main' of https://x.example/y"), undefined);
  assert.equal(named("Merge remote-tracking branch 'origin/main'"), undefined);
  assert.equal(named('An ordinary commit', false), undefined);
});

test('accepts any folder name: with spaces, line breaks, a leading dash, or characters no URL can hold', async () => {
  await using place = await temporaryFolder();
  for (const [name, repo] of [
    ['ends in a space ', 'ends-in-a-space'],
    ['two\nlines\n', 'two-lines'],
    ['--upload-pack=x', 'upload-pack-x'],
    ['$(touch pwned)', 'touch-pwned'],
    ['☃', 'home'],
  ] as const) {
    const folder = await repository(place.path, name);
    commit(folder, `In ${name}`);
    const git = await open(folder);
    assert.equal(git.repo, repo);
    assert.equal((await commitsOf(git)).length, 1, name);
  }
});

test('shortens fifty endless messages, and reports output over the limit', async () => {
  await using place = await temporaryFolder();
  const folder = await repository(place.path, 'long');
  const say = (characters: number) => {
    const file = join(place.path, 'message');
    writeFileSync(file, `Title\n\n${`${'x'.repeat(99)}\n`.repeat(characters / 100)}`);
    gitIn(folder, ['commit', '--allow-empty', '-q', '-F', file]);
  };
  for (let index = 0; index < 50; index++) say(100_000);
  const git = await open(folder);
  const { status, sent } = await ask(git);
  assert.equal(status, 200);
  assert.equal(sent.length, 50);
  assert.ok(JSON.stringify(sent).length < 20_000);
  say(17 * 1024 * 1024);
  const endless = await ask(git);
  assert.equal(endless.status, 500);
  assert.match(endless.message, /more than 16 MB of messages/);
});

test('reads every commit of a busy day, once until there is another', async () => {
  await using place = await temporaryFolder();
  const folder = await repository(place.path, 'busy');
  const day = (offset: number) => new Date(Date.now() - offset).toISOString();
  commit(folder, 'Long ago', 'Ada', day(400 * 86_400_000));
  // The number of commits that one git process can create at once.
  const stream = Array.from({ length: 334 }, (_unused, index) => {
    const seconds = Math.floor(Date.now() / 1000) - 40_000 + index * 100;
    const who = `Ada <ada@private.example> ${seconds} +0000`;
    return `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata 6\nCommit\n${index === 0 ? 'from refs/heads/main^0\n' : ''}\n`;
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, input: stream.join('') });
  const git = await open(folder);
  const { sent, isWhole } = await ask(git);
  assert.deepEqual([sent.length, isWhole], [335, true]);
  const home = await startHome({ codeHost: git });
  try {
    const get = async (query: string) => {
      const response = await fetch(`${home.url}/api/v1/repos/local/busy/commits?${query}`);
      const count = ((await response.json()) as unknown[]).length;
      return [count, Date.parse(response.headers.get('x-known-since') ?? '')] as const;
    };
    const [count, since] = await get('limit=50&days=3');
    assert.equal(count, 334);
    assert.ok(Date.now() - since > 399 * 86_400_000, 'known as far back as the commit before them');
    const [latest, from] = await get('limit=50');
    assert.equal(latest, 50);
    assert.ok(Date.now() - from < 40_000_000, 'known as far back as the fifty-first');
  } finally {
    await home.close();
  }
  assert.equal(await git.read('commits'), await git.read('commits'), 'the very same answer');
  commit(folder, 'Another');
  assert.equal((await ask(git)).sent.length, 336);
});

test('lists commits by the time that is shown, also after a rebase', async () => {
  await using place = await temporaryFolder();
  const folder = await repository(place.path, 'rebased');
  const written = (message: string, minute: string, committed = minute) =>
    execFileSync('git', ['fast-import', '--quiet'], {
      cwd: folder,
      input: `commit refs/heads/main
author Ada <> ${Date.parse(`2026-03-01T10:${minute}:00Z`) / 1000} +0000
committer Ada <> ${Date.parse(`2026-03-01T10:${committed}:00Z`) / 1000} +0000
data ${message.length}
${message}
${message === 'first' ? '' : 'from refs/heads/main^0\n'}
`,
    });
  written('first', '01');
  written('theirs', '06');
  // Rebased: the author date is before “theirs”, the committer date after it.
  written('rebased', '03', '10');
  written('same time, later in the history', '03', '10');
  written('wrong date', '59', '11');
  await using home = await startHome({ codeHost: await open(folder) });
  const answer = await fetch(`${home.url}/api/v1/repos/local/rebased/commits?limit=50`);
  assert.deepEqual(
    v.parse(v.array(wireCommit), await answer.json()).map(({ commit: { message } }) => message),
    ['wrong date', 'theirs', 'same time, later in the history', 'rebased', 'first'],
  );
});

test('marks the limit of a shallow clone, and shows git’s own messages only in the terminal', async () => {
  await using place = await temporaryFolder();
  const folder = await repository(place.path, 'deep');
  for (const message of ['one', 'two', 'three']) commit(folder, message);
  gitIn(place.path, ['clone', '-q', '--depth', '2', `file://${folder}`, 'shallow']);
  const shallow = await open(join(place.path, 'shallow'));
  const { sent, isWhole } = await ask(shallow);
  assert.deepEqual([sent.length, isWhole], [2, false]);
  await rm(join(place.path, 'shallow', '.git'), { recursive: true });
  const { status, message } = await ask(shallow);
  assert.equal(status, 500);
  assert.doesNotMatch(message, new RegExp(place.path));
});

describe('a clone whose remote is fetched', () => {
  const titlesOf = async (git: LocalGit): Promise<string[]> =>
    (await commitsOf(git)).map(({ commit: { message } }) => message);

  /** A bare remote, the clone of another person, and the home's clone. */
  async function clones(place: string) {
    gitIn(place, ['init', '-q', '--bare', '-b', 'main', 'remote.git']);
    const [theirs, ours] = ['theirs', 'ours'].map((name) => join(place, name)) as [string, string];
    gitIn(place, ['clone', '-q', 'remote.git', 'theirs']);
    gitIn(theirs, ['checkout', '-q', '-b', 'main']);
    commit(theirs, 'First', 'Ada', '2026-01-01T10:00:00Z');
    gitIn(theirs, ['push', '-q', '-u', 'origin', 'main']);
    gitIn(place, ['clone', '-q', 'remote.git', 'ours']);
    const push = (message: string, at: string): void => {
      commit(theirs, message, 'Bob', at);
      gitIn(theirs, ['push', '-q']);
    };
    return { theirs, ours, push };
  }
  const openFetched = async (folder: string): Promise<LocalGit> => {
    const found = await LocalGit.open(folder, true, 1_440);
    assert.ok(found.ok);
    return found.repository;
  };

  test('shows what was pushed to the remote, beside the commits that were made here', async () => {
    await using place = await temporaryFolder();
    const { ours, push } = await clones(place.path);
    const git = await openFetched(ours);
    assert.deepEqual(await titlesOf(git), ['First']);
    push('Second', '2026-01-02T10:00:00Z');
    await git.fetchNew();
    assert.deepEqual(await titlesOf(git), ['Second', 'First']);
    commit(ours, 'Only here', 'Ada', '2026-01-03T10:00:00Z');
    assert.deepEqual(await titlesOf(git), ['Only here', 'Second', 'First']);
    assert.equal(gitIn(ours, ['rev-parse', '--abbrev-ref', 'HEAD']).trim(), 'main', 'nothing is checked out');
    gitIn(ours, ['checkout', '-q', '-b', 'unpublished', 'HEAD~1']);
    assert.deepEqual(await titlesOf(git), ['Second', 'First'], 'the default branch of the remote');
    const unfetched = await open(ours);
    await unfetched.fetchNew();
    assert.deepEqual(await titlesOf(unfetched), ['First'], 'without fetchMinutes only HEAD counts');
  });

  test('tells a watching home of new commits, and fetches again after a call during a fetch', async () => {
    await using place = await temporaryFolder();
    const { ours, push } = await clones(place.path);
    push('Second', '2026-01-02T10:00:00Z');
    const git = await openFetched(ours);
    let told = 0;
    const unwatch = git.watch(() => (told += 1));
    await until('the first fetch is told', () => told === 1);
    const running = git.fetchNew();
    push('Third', '2026-01-03T10:00:00Z');
    await Promise.all([running, git.fetchNew()]);
    assert.deepEqual(await titlesOf(git), ['Third', 'Second', 'First']);
    unwatch();
  });

  test('shows the commits as stale while the fetch fails, asks for no password, and repeats none', async () => {
    await using place = await temporaryFolder();
    const { ours } = await clones(place.path);
    const git = await openFetched(ours);
    await using server = await listen((_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    });
    gitIn(ours, ['remote', 'set-url', 'origin', `${server.url.replace('//', '//me:hunter2@')}/remote.git`]);
    await git.fetchNew();
    const answer = await git.read('commits');
    assert.ok(!isRefusal(answer));
    assert.equal(answer.records.length, 1);
    assert.equal(answer.stale?.cause, 'git fetch failed');
    assert.notEqual(git.fetchFailure ?? '', '');
    assert.doesNotMatch(git.fetchFailure ?? '', /hunter2/);
    gitIn(ours, ['remote', 'set-url', 'origin', '../remote.git']);
    await git.fetchNew();
    const later = await git.read('commits');
    assert.ok(!isRefusal(later) && later.stale === undefined);
  });

  test('shows a commit that is made in it at once, while its remote does not answer', async () => {
    await using place = await temporaryFolder();
    const { ours } = await clones(place.path);
    await using server = await listen(() => undefined);
    gitIn(ours, ['remote', 'set-url', 'origin', `${server.url}/remote.git`]);
    await using home = await startHome({ codeHost: await openFetched(ours) });
    await until('the remote is asked', () => server.seen.length > 0);
    const visitor = new Client(home.url);
    await visitor.hello();
    commit(ours, 'Only here', 'Ada', '2026-01-03T10:00:00Z');
    await visitor.frame('status-update');
    const { length } = (await (
      await fetch(`${home.url}/api/v1/repos/local/ours/commits`)
    ).json()) as unknown[];
    assert.equal(length, 2);
    await visitor.close();
  });

  test('is in open pages after a webhook', async () => {
    await using place = await temporaryFolder();
    const { ours, push } = await clones(place.path);
    const hookSecret = 'the-secret-of-the-webhooks';
    await using home = await startHome({
      codeHost: await openFetched(ours),
      hookSecret,
      settings: { codeHost: { url: '', owner: 'me', repo: 'harbour', agents: [], authors: false } },
    });
    const visitor = new Client(home.url);
    await visitor.hello();
    push('Second', '2026-01-02T10:00:00Z');
    const body = '{"repository":{"full_name":"me/harbour"},"commits":[]}';
    const signature = createHmac('sha256', hookSecret).update(body).digest('hex');
    const response = await fetch(`${home.url}/api/hooks/code-host`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'push',
        'x-hub-signature-256': `sha256=${signature}`,
      },
      body,
    });
    assert.equal(response.status, 202);
    await visitor.frame('status-update');
    const list = (await (await fetch(`${home.url}/api/v1/repos/local/ours/commits`)).json()) as {
      commit: { message: string };
    }[];
    assert.equal(list[0]?.commit.message, 'Second');
    await visitor.close();
  });
});
