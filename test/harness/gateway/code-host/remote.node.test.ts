import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { isRefusal } from '../../../../harness/gateway/code-host/code-host.ts';
import { listen } from '../../../helpers/loopback.ts';
import { startHome } from '../../helpers.ts';
import { COMMITS, elsewhere, messageOf, remote } from './remote-host.ts';

test('stops reading an endless stream without a length at the limit', async () => {
  let sent = 0;
  await using server = await listen((_request, response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
      response.once('drain', more);
    };
    more();
  });
  const answer = await remote(server.url).read('commits');
  assert.equal(answer.status, 502);
  await pause(50);
  assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes were sent`);
});

test('asks for a list that it has only if it has changed', async () => {
  let version = 1;
  const asked: (string | undefined)[] = [];
  await using server = await listen((request, response) => {
    const etag = `"${version}"`;
    asked.push(request.headers['if-none-match']);
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    const commit = { author: { name: 'A', date: '2026-01-01T00:00:00Z' }, message: `Version ${version}` };
    response.writeHead(200, { etag }).end(JSON.stringify([{ sha: 'a'.repeat(40), commit }]));
  });
  const codeHost = remote(server.url);
  const titles = async (): Promise<unknown> => {
    const answer = await codeHost.read('commits');
    return isRefusal(answer)
      ? answer.message
      : answer.records.map(({ json }) => 'commit' in json && json.commit.message);
  };
  assert.deepEqual(await titles(), ['Version 1']);
  assert.deepEqual(await titles(), ['Version 1']);
  version = 2;
  assert.deepEqual(await titles(), ['Version 2']);
  assert.deepEqual(asked, [undefined, '"1"', '"1"']);
});

test('tells a renamed repository from a server that moved, also below a path of its host', async () => {
  const list = 'v1/repos/timmy/lamp/commits?limit=50';
  for (const [location, word] of [
    [`/git/api/${list}`, 'been renamed'],
    [`http://code.example/git/api/${list}`, 'been renamed'],
    [`https://code.example/git/api/${list}`, 'moved'],
    [`/forge/api/${list}`, 'moved'],
    [`/api/${list}`, 'moved'],
    ['//', 'moved'],
  ] as const) {
    const host = remote('http://code.example/git', {
      fetch: () => Promise.resolve(new Response(null, { status: 307, headers: { location } })),
    });
    const says = `The code host redirects: has the repository ${word}?`;
    assert.equal(messageOf(await host.read('commits')), says, location);
  }
});

test('requests further pages again after a failure, even without a new commit', async () => {
  let now = Date.parse('2026-03-10T12:00:00Z');
  const commits = Array.from({ length: 70 }, (_unused, index) => ({
    sha: index.toString(16).padStart(40, '0'),
    commit: { author: { name: 'A', date: new Date(now - index * 60_000).toISOString() }, message: 'x' },
  }));
  let refuses = true;
  await using server = await listen(({ url }, response) => {
    const isFirst = !url.includes('page=2');
    if (!isFirst && refuses) response.statusCode = 503;
    response.end(JSON.stringify(isFirst ? commits.slice(0, 50) : commits.slice(50)));
  });
  const codeHost = remote(server.url, { now: () => now });
  const count = async (): Promise<number> => {
    const answer = await codeHost.read('commits');
    return isRefusal(answer) ? 0 : answer.records.length;
  };
  assert.equal(await count(), 50);
  refuses = false;
  assert.equal(await count(), 50, 'not at once');
  now += 60_000;
  assert.equal(await count(), 70);
  const asked = server.seen.length;
  now += 600_000;
  assert.equal(await count(), 70);
  assert.equal(server.seen.length, asked + 1, 'the first page only');
});

describe('commits of whole days', () => {
  const HOUR = 3_600_000;
  const DAY = 24 * HOUR;
  const now = Date.parse('2026-03-10T12:00:00Z');
  const commit = (index: number, hoursAgo: number) => {
    const date = new Date(now - hoursAgo * HOUR).toISOString();
    const sha = index.toString(16).padStart(40, '0');
    return { sha, commit: { author: { name: 'A', date }, committer: { date }, message: `commit ${index}` } };
  };
  const host = async (commits: readonly unknown[]) => {
    let list = commits;
    const server = await listen(({ url }, response) => {
      const { searchParams } = new URL(url, 'http://x');
      const page = Number(searchParams.get('page') ?? 1);
      response.end(JSON.stringify(list.slice((page - 1) * 50, page * 50)));
    });
    const home = await startHome({
      settings: elsewhere,
      now: () => now,
      codeHost: remote(server.url, { now: () => now }),
    });
    return {
      server,
      change: (changed: readonly unknown[]) => (list = changed),
      async ask(query: string) {
        const response = await fetch(`${home.url}${COMMITS}?${query}`);
        const records = (await response.json()) as { sha: string }[];
        return { count: records.length, since: Date.parse(response.headers.get('x-known-since') ?? '') };
      },
      async [Symbol.asyncDispose]() {
        await home.close();
        await server.close();
      },
    };
  };

  test('are read page by page, and sent to pages that ask for days', async () => {
    // One each half hour: 144 in three days, of 300.
    await using codeHost = await host(
      Array.from({ length: 300 }, (_unused, index) => commit(index, index / 2)),
    );
    assert.deepEqual(await codeHost.ask('limit=50&days=3'), { count: 145, since: now - 72.5 * HOUR });
    assert.equal(codeHost.server.seen.length, 3, 'no page more than reaches back');
    assert.deepEqual(await codeHost.ask('limit=50'), { count: 50, since: now - 25 * HOUR });
    assert.equal(codeHost.server.seen.length, 3, 'from the same answer');
  });

  test('are known from the start of the history where it is shorter', async () => {
    await using codeHost = await host(
      Array.from({ length: 70 }, (_unused, index) => commit(index, index / 10)),
    );
    assert.deepEqual(await codeHost.ask('limit=50&days=3'), { count: 70, since: 0 });
  });

  test('are known from where the home stopped reading on a day with too many', async () => {
    await using codeHost = await host(
      Array.from({ length: 900 }, (_unused, index) => commit(index, index / 100)),
    );
    assert.deepEqual(await codeHost.ask('limit=50&days=3'), { count: 250, since: now - 2.49 * HOUR });
    assert.equal(codeHost.server.seen.length, 5);
  });

  test('are the latest fifty on a quiet repository, whatever their age', async () => {
    await using codeHost = await host(
      Array.from({ length: 60 }, (_unused, index) => commit(index, index * 240)),
    );
    assert.deepEqual(await codeHost.ask('limit=50&days=3'), { count: 50, since: now - 490 * DAY });
  });
});
