import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCommitsOfDays } from '../../../../data/readings/sources/commits-of-days.ts';
import { listen } from '../../../helpers/loopback.ts';
import {
  gatewayIo,
  nowhere,
  outcomeOf,
  ownCodeHost,
  recordedUpstreams,
  valueOf,
} from '../../../helpers/sources.ts';
import { commitsAsOf } from '../../../helpers/upstreams.ts';

const { upstreams, config } = recordedUpstreams();

test('requests whole days from its own gateway', async () => {
  await using gateway = await listen((_request, response) => {
    response.writeHead(200, { 'x-known-since': '2026-11-20T09:30:00.000Z' });
    response.end(JSON.stringify(commitsAsOf(Date.now())));
  });
  const own = ownCodeHost(config);
  const found = await outcomeOf(createCommitsOfDays(), own, gatewayIo(`${gateway.url}/`));
  assert.match(gateway.seen[0]?.url ?? '', /commits\?limit=50&.*&days=3$/);
  assert.equal(found.knownSince, Date.parse('2026-11-20T09:30:00Z'));
  assert.equal(gateway.seen.length, 1);
});

test('requests one page of another code host while that reaches back a day', async () => {
  const before = upstreams.codeHost.seen.length;
  const found = await outcomeOf(createCommitsOfDays(), config);
  assert.doesNotMatch(upstreams.codeHost.seen.at(-1)?.url ?? '', /days/);
  assert.equal(found.knownSince, undefined, 'it is not stated');
  assert.equal(upstreams.codeHost.seen.length - before, 1);
});

/**
 * A code host with `count()` recorded commits, one every ten minutes, which shows 50 a page. The commit `undated` has
 * no valid date.
 */
const busyHost = (count: () => number, undated?: number) =>
  listen(({ url }, response) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? 1);
    const records = commitsAsOf(Date.now());
    const list = Array.from({ length: count() }, (_, i) => {
      const number = count() - i;
      const record = records[number % records.length];
      const date = number === undated ? 'yesterday' : new Date(Date.now() - i * 600_000).toISOString();
      return {
        sha: `${number}`.padStart(40, '0'),
        commit: { ...record?.commit, author: { name: 'Ada', date } },
      };
    });
    response.end(JSON.stringify(list.slice((page - 1) * 50, page * 50)));
  });

test('requests further pages of a busy code host until they reach back a day, and only once', async () => {
  let count = 400;
  await using host = await busyHost(() => count);
  const source = createCommitsOfDays();
  const busy = { ...config, codeHost: { ...config.codeHost, url: host.url } };
  const found = await valueOf(source, busy);
  assert.equal(found.length, 150, 'a day has 144');
  assert.equal(host.seen.length, 3);
  assert.equal(new Set(found.map(({ sha }) => sha)).size, 150);
  count = 403;
  const later = await valueOf(source, busy);
  assert.equal(host.seen.length, 4, 'the first page only');
  assert.equal(later.length, 153);
  assert.equal(Number(later[0]?.sha), 403);
  assert.equal(new Set(later.map(({ sha }) => sha)).size, 153);
});

test('knows all commits of a code host whose last page it has read', async () => {
  await using host = await busyHost(() => 70);
  const busy = { ...config, codeHost: { ...config.codeHost, url: host.url } };
  const found = await outcomeOf(createCommitsOfDays(), busy);
  assert.equal(found.kind === 'value' && found.value.length, 70);
  assert.equal(found.knownSince, 0);
});

test('does not know all commits once it has left some out', async () => {
  let count = 240;
  await using host = await busyHost(() => count);
  const now = (): number => Date.now() - 86_400_000;
  const source = createCommitsOfDays();
  const busy = { ...config, codeHost: { ...config.codeHost, url: host.url } };
  const known = async (): Promise<unknown> => (await outcomeOf(source, busy, { ...nowhere, now })).knownSince;
  assert.equal(await known(), 0);
  count = 260;
  assert.deepEqual([await known(), await known()], [undefined, undefined]);
});

test('a page with a commit that is left out is full all the same', async () => {
  await using host = await busyHost(() => 400, 390);
  const busy = { ...config, codeHost: { ...config.codeHost, url: host.url } };
  const found = await outcomeOf(createCommitsOfDays(), busy);
  assert.equal(found.kind === 'value' && found.value.length, 149);
  assert.equal(found.knownSince, undefined);
});

test('requests a limited number of pages', async () => {
  await using host = await listen((_request, response) => {
    const now = Date.now();
    const list = commitsAsOf(now).map((record, i) => ({
      sha: `${host.seen.length}-${i}`,
      commit: { ...record.commit, author: { name: 'Ada', date: new Date(now).toISOString() } },
    }));
    response.end(JSON.stringify(list));
  });
  const busy = { ...config, codeHost: { ...config.codeHost, url: host.url } };
  const found = await valueOf(createCommitsOfDays(), busy);
  assert.equal(host.seen.length, 5);
  assert.equal(found.length, 250);
});

test('keeps the first page where a further one fails, and requests it again', async () => {
  let isDown = true;
  await using host = await busyHost(() => 400);
  await using front = await listen((request, response) => {
    if (isDown && request.url.includes('page=')) return void response.destroy();
    void fetch(host.url + request.url)
      .then((answer) => answer.text())
      .then((text) => response.end(text));
  });
  const source = createCommitsOfDays();
  const busy = { ...config, codeHost: { ...config.codeHost, url: front.url } };
  assert.equal((await valueOf(source, busy)).length, 50);
  isDown = false;
  assert.equal((await valueOf(source, busy)).length, 150);
});
