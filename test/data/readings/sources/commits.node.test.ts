import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Config } from '../../../../data/config/config.ts';
import { commits } from '../../../../data/readings/sources/commits.ts';
import { merged } from '../../../../data/readings/sources/merged.ts';
import { listen } from '../../../helpers/loopback.ts';
import { recorded } from '../../../helpers/recorded.ts';
import { causeOf, outcomeOf, ownCodeHost, recordedUpstreams, valueOf } from '../../../helpers/sources.ts';
import { commitsAsOf } from '../../../helpers/upstreams.ts';
import { mergeKey } from '../../../../data/readings/new-entries.ts';
import { mergeDocument } from '../../../../data/view/documents.ts';

const { upstreams, config } = recordedUpstreams();
const repository = (repo: string): Config => ({ ...config, codeHost: { ...config.codeHost, repo } });

test('requests the latest fifty commits without the fields that are slow to compute', async () => {
  await valueOf(commits, config);
  assert.equal(
    upstreams.codeHost.seen.at(-1)?.url,
    '/api/v1/repos/timmy/lit/commits?limit=50&stat=false&verification=false&files=false',
  );
});

test('keeps the code host’s order, with instants and first lines only', async () => {
  const now = Date.now();
  const expected = commitsAsOf(now);
  const found = await valueOf(commits, config);
  assert.deepEqual(
    found.map(({ sha }) => sha),
    expected.map(({ sha }) => sha),
  );
  const times = found.map(({ authoredAt }) => authoredAt);
  assert.notDeepEqual(
    times,
    times.toSorted((a, b) => b - a),
    'the recording is not sorted by author date',
  );
  assert.ok(Math.abs(Math.max(...times) - now) < 5_000);
  assert.equal(found[0]?.author, 'Lukas Spirig');
  assert.equal(found[0]?.title, '[labs/ssr] Implement ShadowRoot and document/window in event path (#4893)');
  assert.ok(found.every(({ title }) => !/[\r\n]/.test(title)));
});

test('reads a commit in the current format of the code host', async () => {
  upstreams.codeHost.mode = { body: JSON.stringify(recorded('gitea/commit-single-2025.json')) };
  assert.equal((await valueOf(commits, config)).length, 1);
});

test('an empty repository has no commits and no error', async () => {
  assert.deepEqual(await outcomeOf(commits, repository('empty-repo')), {
    kind: 'empty',
    cause: 'no commits',
  });
});

test('a missing or private repository is an error with the code host’s message', async () => {
  const cause = await causeOf(outcomeOf(commits, repository('no-such-repo')));
  assert.match(cause, /answered 404: The target couldn't be found\.$/);
});

test('another 409 is an error', async () => {
  upstreams.codeHost.mode = { status: 409, body: '{"message":"something else"}' };
  assert.match(await causeOf(outcomeOf(commits, config)), /answered 409: something else$/);
});

test('drops a commit with an unreadable date and keeps the others', async () => {
  const list = commitsAsOf(Date.now()).slice(0, 3);
  (list[1] as (typeof list)[number]).commit.author.date = 'yesterday';
  upstreams.codeHost.mode = { body: JSON.stringify(list) };
  assert.equal((await valueOf(commits, config)).length, 2);
});

test('an HTML page instead of JSON is an error', async () => {
  upstreams.codeHost.mode = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>hello' };
  assert.match(await causeOf(outcomeOf(commits, config)), /is not valid JSON$/);
});

test('requests the home’s own origin when no code host is configured', () => {
  const own = ownCodeHost(config);
  assert.equal(
    commits.url(own, 'https://home.example/world/'),
    'https://home.example/world/api/v1/repos/timmy/lit/commits?limit=50&stat=false&verification=false&files=false',
  );
});

test('an author’s text cannot rearrange a row, colour a terminal, or hide other commits', async () => {
  const record = (name: string, message: string, date = '2026-01-01T00:00:00Z') => ({
    sha: 'a'.repeat(40),
    commit: { author: { name, date }, message },
  });
  await using server = await listen((_request, response) =>
    response.end(
      JSON.stringify([
        record('A\u200bda \u202edlroW\u2066\u2060', '\u001b[31mred\u001b[0m \u202egpj.exe\u0007\u0000\nbody'),
        record('N'.repeat(5_000), 'x'.repeat(20_000)),
        record('Emoji', `${'x'.repeat(299)}😀`),
        record('Late', 'no date', 'x'.repeat(100)),
        record('עדה', '\u2028first\u2028second'),
      ]),
    ),
  );
  const from = { ...config, codeHost: { ...config.codeHost, url: server.url } };
  const list = await valueOf(commits, from);
  assert.deepEqual(
    list.map(({ author, title }) => [author, title]),
    [
      ['Ada dlroW', 'red gpj.exe'],
      ['N'.repeat(80), 'x'.repeat(300)],
      ['Emoji', 'x'.repeat(299)],
      ['עדה', 'first'],
    ],
  );
});

test('a header that is not percent-encoded does not hide the list', async (context) => {
  context.after(() => (upstreams.codeHost.mode = 'up'));
  const author = { name: 'Ada', email: 'ada@example.org', date: '2026-05-01T12:00:00Z' };
  const body = JSON.stringify([{ sha: 'a'.repeat(40), commit: { author, message: 'keep it' } }]);
  const stale = { 'x-fetched-at': '2026-05-01T12:00:00Z', 'x-stale-cause': '100%' };
  upstreams.codeHost.mode = { headers: { 'content-type': 'application/json', ...stale }, body };
  assert.equal((await valueOf(commits, config))[0]?.title, 'keep it');
});

test('drops an invalid commit and keeps the others; an invalid list is an error', async () => {
  const good = {
    sha: 'a',
    commit: { author: { name: 'Ada', date: '2026-01-01T00:00:00Z' }, message: 'Good' },
  };
  upstreams.codeHost.mode = { body: JSON.stringify([{ sha: 1 }, null, good]) };
  assert.deepEqual(
    (await valueOf(commits, config)).map(({ title }) => title),
    ['Good'],
  );
  upstreams.codeHost.mode = { body: '[{"sha":"a"}]' };
  assert.match(await causeOf(outcomeOf(commits, config)), /is not a list of commits$/);
  upstreams.codeHost.mode = { body: '[{"title":7,"number":1}]' };
  assert.match(await causeOf(outcomeOf(merged, config)), /is not a list of pull requests$/);
});

test('titles begin with the repository if the home shows several, and a failing one is told', async () => {
  const author = { name: 'Ada', date: '2026-05-01T12:00:00Z' };
  const commit = { sha: 'a'.repeat(40), commit: { author, message: 'Light it' }, repo: 'tools' };
  upstreams.codeHost.mode = {
    headers: { 'content-type': 'application/json', 'x-trouble': 'site%3A%20renamed' },
    body: JSON.stringify([commit]),
  };
  const outcome = await outcomeOf(commits, config);
  assert.ok(outcome.kind === 'value');
  assert.deepEqual(
    outcome.value.map(({ title, repo }) => [title, repo]),
    [['[tools] Light it', 'tools']],
  );
  assert.equal(outcome.trouble, 'site: renamed');
  assert.equal(outcome.stale, undefined);
  const pull = { number: 3, title: 'Draw', merged: true, merged_at: author.date, user: { login: 'ada' } };
  upstreams.codeHost.mode = {
    body: JSON.stringify([
      { ...pull, repo: 'tools' },
      { ...pull, repo: 'site' },
    ]),
  };
  const [one, other] = await valueOf(merged, config);
  assert.ok(one && other);
  assert.equal(one.title, '[tools] Draw');
  assert.notEqual(mergeKey(one), mergeKey(other));
  assert.equal(mergeDocument(one, '').change?.path, 'pulls/3.diff?repo=tools');
  upstreams.codeHost.mode = 'up';
});
