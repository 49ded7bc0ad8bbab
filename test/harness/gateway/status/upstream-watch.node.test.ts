import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultConfig } from '../../../../data/config/config.ts';
import { weather } from '../../../../data/readings/sources/weather.ts';
import { NoCodeHost } from '../../../../harness/gateway/code-host/cached.ts';
import { type CodeHostAnswer, notFound, refusal } from '../../../../harness/gateway/code-host/code-host.ts';
import { RemoteCodeHost } from '../../../../harness/gateway/code-host/remote.ts';
import { UpstreamWatch } from '../../../../harness/gateway/status/upstream-watch.ts';
import { nowhere } from '../../../helpers/sources.ts';
import { startUpstreams } from '../../../helpers/upstreams.ts';
import { withoutDiffs } from '../../../helpers/code-host.ts';

test('logs once how an upstream fails and what to do, and when it answers again', async () => {
  await using upstreams = await startUpstreams();
  const lines: string[] = [];
  const levels: (string | undefined)[] = [];
  const watch = new UpstreamWatch(Date.now, (line, level) => {
    lines.push(line);
    levels.push(level);
  });
  const config = { ...defaultConfig, weather: { ...defaultConfig.weather, url: upstreams.weather.url } };
  const source = watch.source(weather);
  const read = () => source.read(nowhere, config, new AbortController().signal).catch(() => undefined);
  upstreams.weather.mode = { status: 500, body: '{}' };
  await read();
  await read();
  const host = new URL(upstreams.weather.url).host;
  assert.deepEqual(lines, [
    `weather: ${host} answered 500. The error is on that server: look there, or name another as weather.url in config.json.`,
  ]);
  upstreams.weather.mode = { body: '<p>a page' };
  await read();
  upstreams.weather.mode = 'up';
  await read();
  await read();
  assert.match(lines[1] ?? '', /is not valid JSON\. Something else answers there/);
  assert.deepEqual(lines.slice(2), ['weather: it answers again']);
  assert.equal(levels[2], 'info');
});

test('has advice for a code host, and none for a local history', async () => {
  await using upstreams = await startUpstreams();
  upstreams.codeHost.mode = { status: 401, body: '{}' };
  const lines: string[] = [];
  const watch = new UpstreamWatch(Date.now, (line) => lines.push(line));
  const { url } = upstreams.codeHost;
  await watch.codeHost(new RemoteCodeHost({ url, owner: 'timmy', repo: 'lit', fetch })).read('commits');
  assert.match(
    lines[0] ?? '',
    /^code-host: The code host requires a token: [\s\S]*Set HOME_WORLD_CODE_HOST_TOKEN/,
  );
  await watch.codeHost(new NoCodeHost('a test')).read('commits');
  assert.equal(lines.length, 1);
});

test('logs what to do about a remote that cannot be fetched, and shows its commits', async () => {
  const lines: string[] = [];
  const watch = new UpstreamWatch(Date.now, (line) => lines.push(line));
  const stale = { fetchedAt: 0, cause: 'git fetch failed' };
  const answer = { status: 200, records: [], isWhole: true, stale } as const;
  const codeHost = watch.codeHost({
    owner: 'local',
    repo: 'a',
    description: '',
    ...withoutDiffs,
    read: async () => answer,
  });
  assert.equal(await codeHost.read('commits'), answer);
  assert.match(lines[0] ?? '', /^code-host: Git fetch failed\. Run “git fetch” in the repository/);
});

test('keeps the words of an upstream from visitors, who read its status', async () => {
  await using upstreams = await startUpstreams();
  const watch = new UpstreamWatch(Date.now);
  const config = { ...defaultConfig, weather: { ...defaultConfig.weather, url: upstreams.weather.url } };
  upstreams.weather.mode = { status: 502, body: '{"reason":"db7.lan is down"}' };
  const host = new URL(upstreams.weather.url).host;
  await assert.rejects(watch.source(weather).read(nowhere, config, new AbortController().signal), {
    message: `${host} answered 502`,
  });
  assert.equal(watch.latest('weather')?.cause, `${host} answered 502`);
});

test('an empty repository is an answer of the code host', async () => {
  await using upstreams = await startUpstreams();
  const watch = new UpstreamWatch(Date.now);
  const { url } = upstreams.codeHost;
  const codeHost = watch.codeHost(new RemoteCodeHost({ url, owner: 'timmy', repo: 'lit', fetch }));
  upstreams.codeHost.mode = { status: 409, body: '{"message":"Git Repository is empty."}' };
  await codeHost.read('commits');
  assert.equal(watch.latest('code-host')?.online, true);
  upstreams.codeHost.mode = { status: 404, body: '{}' };
  await codeHost.read('commits');
  assert.equal(watch.latest('code-host')?.online, false);
});

describe('a code host that refuses one of its lists', () => {
  const good: CodeHostAnswer = { status: 200, records: [], isWhole: true };
  /** A remote code host with these answers, and the log. */
  function watched(answers: { commits: CodeHostAnswer; pulls: CodeHostAnswer }) {
    const lines: string[] = [];
    const watch = new UpstreamWatch(Date.now, (line) => lines.push(line));
    const remote = new RemoteCodeHost({ url: 'https://git.example.org', owner: 'o', repo: 'r', fetch });
    remote.read = async (list) => answers[list];
    remote.work!.read = async () => refusal(403, 'It refuses what is open.');
    const { read, work } = watch.codeHost(remote);
    const seen: (boolean | undefined)[] = [];
    const readAll = async () => {
      for (const ask of [
        () => read('commits'),
        () => read('pulls'),
        () => work!.read({ sha: 'a', at: 0 }, false),
      ]) {
        await ask();
        seen.push(watch.latest('code-host')?.online);
      }
      return seen.splice(0);
    };
    return { lines, readAll };
  }

  test('is up while it answers the commits, and the log says once what it refuses', async () => {
    const answers = { commits: good, pulls: notFound() as CodeHostAnswer };
    const { lines, readAll } = watched(answers);
    for (let time = 0; time < 3; time++) assert.deepEqual(await readAll(), [true, true, true]);
    assert.equal(lines.length, 2);
    assert.match(
      lines[0] ?? '',
      /^code-host, merged pull requests: The target couldn't be found\. .*off there/,
    );
    assert.match(lines[1] ?? '', /^code-host, open work: It refuses what is open\. /);
    answers.pulls = good;
    await readAll();
    answers.pulls = notFound();
    await readAll();
    assert.equal(lines.length, 3, 'it has answered in between');
  });

  test('is down while it refuses the commits, whatever it answers else', async () => {
    const { lines, readAll } = watched({ commits: refusal(403, 'It refuses what is open.'), pulls: good });
    for (let time = 0; time < 3; time++) assert.deepEqual(await readAll(), [false, false, false]);
    assert.equal(lines.length, 1, 'the open work fails like the commits');
  });

  test('is down when it does not answer, or limits requests', async () => {
    for (const status of [429, 502]) {
      const { readAll } = watched({ commits: good, pulls: refusal(status, 'It does not answer.') });
      assert.deepEqual(await readAll(), [true, false, false], `${status}`);
    }
  });
});
