import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CachedCodeHost } from '../../../../harness/gateway/code-host/cached.ts';
import { type CodeHostAnswer, refusal } from '../../../../harness/gateway/code-host/code-host.ts';
import { publicRecords } from '../../../../harness/gateway/code-host/public-records.ts';
import { until } from '../../../helpers/waiting.ts';
import { startHome } from '../../helpers.ts';
import { COMMITS, messageOf } from './remote-host.ts';
import { withoutDiffs } from '../../../helpers/code-host.ts';

/** A code host that counts its requests and answers with the count. */
const counting = (status: number) => {
  let count = 0;
  return {
    owner: 'a',
    repo: 'b',
    description: '',
    ...withoutDiffs,
    read: async () => ({ status, message: `${++count}` }),
  };
};

test('asks a failing code host once for many visitors', async () => {
  let now = 0;
  const cached = new CachedCodeHost(counting(502), () => now);
  const ask = async () => messageOf(await cached.read('commits'));
  assert.equal(await ask(), '1');
  assert.equal(await ask(), '1');
  now += 3_001;
  assert.equal(await ask(), '2');
});

test('expires an old answer when the clock is set back', async () => {
  let now = 10_000_000;
  const cached = new CachedCodeHost(counting(404), () => now);
  const ask = async () => messageOf(await cached.read('commits'));
  assert.equal(await ask(), '1');
  now -= 7_200_000;
  assert.equal(await ask(), '2');
  assert.equal(await ask(), '2');
});

test('ninety visitors’ requests do not delay the home’s own', async () => {
  let asked = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  await using home = await startHome({
    codeHost: {
      owner: 'timmy',
      repo: 'lit',
      description: '',
      ...withoutDiffs,
      read: async () => {
        asked += 1;
        await held;
        return { status: 200, records: [], isWhole: true };
      },
    },
  });
  const questions = Array.from({ length: 90 }, (_unused, page) =>
    fetch(`${home.url}${COMMITS}?page=${page}`),
  );
  const own = fetch(`${home.url}${COMMITS}?limit=50`);
  release();
  const statuses = (await Promise.all([own, ...questions])).map(({ status }) => status);
  assert.deepEqual([...new Set(statuses)], [200]);
  assert.ok(asked <= 2, `asked ${asked} times`);
});

test('in trouble, programs get the last commits as stale, with the cause and their age', async () => {
  let now = Date.now();
  let answer: CodeHostAnswer = {
    status: 200,
    isWhole: true,
    records: publicRecords('commits', [
      {
        sha: 'a'.repeat(40),
        commit: { author: { name: 'Ada', date: new Date(now).toISOString() }, message: 'Light the lamp' },
      },
    ]),
  };
  await using home = await startHome({
    codeHost: { owner: 'timmy', repo: 'lit', description: '', ...withoutDiffs, read: async () => answer },
    now: () => now,
    poll: true,
  });
  const { commits } = home.app.home.state.readings;
  await until('the commits are live', () => commits.get().state === 'live');
  const { fetchedAt } = commits.get();
  answer = refusal(429, 'The code host limits requests.');
  await until('they are stale', () => {
    now += 20_000;
    return commits.get().state === 'stale';
  });
  const document = await (await fetch(`${home.url}/api/readings/commits.json`)).json();
  const { state, text, cause, fetchedAt: at } = document as Record<string, unknown>;
  assert.deepEqual(
    [state, text, cause],
    ['stale', ['Light the lamp — Ada'], 'The code host limits requests'],
  );
  assert.ok(Number(at) - Number(fetchedAt) < 60_000, 'the age of the last good answer');
  const agents = (await (await fetch(`${home.url}/api/readings/agents.json`)).json()) as { text: string[] };
  assert.deepEqual(agents.text, ['Ada: WORKING']);
});
