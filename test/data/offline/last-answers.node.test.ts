import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { RequestError, TooLargeError, getText } from '../../../data/core/http.ts';
import { keepAnswers } from '../../../data/offline/kept-source.ts';
import { ANSWERS_CACHE, LastAnswers, keptAt } from '../../../data/offline/last-answers.ts';
import { blockHeight } from '../../../data/readings/sources/block-height.ts';
import { MemoryCaches } from '../../helpers/memory-caches.ts';
import { until } from '../../helpers/waiting.ts';

const HOME = 'https://home.example/';
const PORTALS = `${HOME}portals.json`;
const WEATHER = 'https://weather.example/now';
const DAY = 86_400_000;
const GONE = new RequestError('this home cannot be reached');
const SLOW = new RequestError('this home is slow to answer');

/** Last answers with a network, a clock and a storage that the test controls. */
function kept() {
  const outside = {
    caches: new MemoryCaches(),
    now: 1_000,
    online: true,
    /** The answer of each address; undefined if nothing answers. */
    answer: (_url: string): Response | Promise<Response> | undefined => new Response('first'),
    asked: [] as string[],
    signals: [] as (AbortSignal | null | undefined)[],
  };
  const answers = new LastAnswers({
    base: HOME,
    caches: outside.caches,
    now: () => outside.now,
    isOnline: () => outside.online,
    patienceMs: { first: 1, later: 1 },
    fetch: async (input, init) => {
      const url = new Request(input).url;
      outside.asked.push(url);
      outside.signals.push(init?.signal);
      const answer = outside.answer(url);
      if (!answer) throw new TypeError('Failed to fetch');
      return answer;
    },
  });
  answers.begin();
  const count = () => outside.caches.stored.get(ANSWERS_CACHE)?.size ?? 0;
  /** Fetches, and waits until the answer is written. */
  const keep = async (...urls: readonly string[]) => {
    for (const url of urls) {
      const before = count();
      await answers.fetch(url);
      await until('the answer is kept', () => count() > before);
    }
  };
  return { outside, answers, keep, count };
}

test('an answer that its reader may not read any more is removed, and others stay', async () => {
  const { outside, answers, keep, count } = kept();
  await keep(PORTALS, `${HOME}api/sessions.json`);
  outside.answer = () => new Response('{"private":true}', { status: 401 });
  assert.equal((await answers.fetch(`${HOME}api/sessions.json`)).status, 401);
  await until('it is removed', () => count() === 1);
  assert.equal(await answers.kept(`${HOME}api/sessions.json`), undefined);
  assert.ok(await answers.kept(PORTALS));
});

test('the last answer of an address is kept with its time', async () => {
  const { outside, answers, keep } = kept();
  assert.equal(await answers.kept(PORTALS), undefined);
  await keep(PORTALS);
  outside.now += 5_000;
  outside.answer = () => undefined;
  await assert.rejects(answers.fetch(PORTALS), GONE);
  const last = await answers.kept(PORTALS);
  assert.equal(await last?.text(), 'first');
  assert.equal(last && keptAt(last), 1_000);
});

test('a proxy that answers for a home that is down is no answer; the home’s own failure is one', async () => {
  const { outside, answers } = kept();
  outside.answer = () => new Response('<h1>Bad Gateway</h1>', { status: 502 });
  await assert.rejects(answers.fetch(PORTALS), GONE);
  outside.answer = () => Response.json({ message: 'the code host does not answer' }, { status: 502 });
  assert.equal((await answers.fetch(PORTALS)).status, 502);
});

test('a silent home is not waited for where an answer is kept, and its late answer is kept too', async () => {
  const { outside, answers, keep } = kept();
  await keep(PORTALS);
  let answer: (response: Response) => void = () => undefined;
  outside.answer = () => new Promise<Response>((resolve) => (answer = resolve));
  await assert.rejects(answers.fetch(PORTALS), SLOW);
  outside.now = 9_000;
  answer(new Response('late'));
  let text: string | undefined = '';
  await until('the late answer is kept', () => {
    void answers.kept(PORTALS).then(async (last) => (text = await last?.text()));
    return text === 'late';
  });
});

test('a late answer is kept only if its source can read it', async () => {
  const { outside, answers, keep } = kept();
  outside.answer = () => new Response('840000');
  await keep(`${HOME}api/blocks/tip/height`);
  const ask = () =>
    keepAnswers(blockHeight, answers).read(
      { base: HOME, now: () => outside.now, fetch: () => assert.fail() },
      { ...defaultConfig, chain: { url: HOME } },
      new AbortController().signal,
    );
  const before = outside.caches.puts;
  const lateAnswers: ((response: Response) => void)[] = [];
  outside.answer = () => new Promise<Response>((resolve) => lateAnswers.push(resolve));
  const keptText = async () => (await answers.kept(`${HOME}api/blocks/tip/height`))?.text();

  await assert.rejects(ask(), SLOW);
  lateAnswers[0]?.(new Response('<title>Sign in to the network of this hotel</title>'));
  await assert.rejects(ask(), SLOW);
  lateAnswers[1]?.(new Response('840001'));
  let text: string | undefined = '';
  await until('the late answer is kept', () => {
    void keptText().then((last) => (text = last));
    return text === '840001';
  });
  assert.equal(outside.caches.puts, before + 1, 'the page of the hotel was not written before it');
});

test('of an address, a silent home holds one request at most', async () => {
  const { outside, answers, keep } = kept();
  await keep(PORTALS);
  outside.answer = () => new Promise<Response>(() => undefined);
  for (let i = 0; i < 3; i++) await assert.rejects(answers.fetch(PORTALS), SLOW);
  assert.deepEqual(
    outside.signals.map((signal) => signal?.aborted),
    [false, true, true, false],
  );
});

test('a silent home of which nothing is kept is waited for', async () => {
  const { outside, answers } = kept();
  outside.answer = () =>
    new Promise<Response>((resolve) => setTimeout(() => resolve(new Response('slow')), 20));
  assert.equal(await (await answers.fetch(PORTALS)).text(), 'slow');
});

test('without a network nothing is requested', async () => {
  const { outside, answers } = kept();
  outside.online = false;
  await assert.rejects(answers.fetch(PORTALS), new RequestError('this browser has no network'));
  assert.deepEqual(outside.asked, []);
});

test('an answer older than thirty days is not given', async () => {
  const { outside, answers, keep } = kept();
  await keep(PORTALS);
  outside.now += 31 * DAY;
  assert.equal(await answers.kept(PORTALS), undefined);
});

test('answers that may not be stored, failures, pages and oversized answers are not kept', async () => {
  const { outside, answers, keep, count } = kept();
  const refused = [
    new Response('private', { headers: { 'cache-control': 'no-store' } }),
    new Response('gone', { status: 404 }),
    new Response('<title>Sign in</title>', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
    new Response('x'.repeat(2_000_001)),
  ];
  for (const response of refused) {
    outside.answer = () => response;
    await answers.fetch(PORTALS);
  }
  // A later answer is kept. Until then, the earlier ones would also have been written.
  outside.answer = () => new Response('fine');
  await keep(WEATHER);
  assert.equal(count(), 1);
});

/** An answer of 20 MB in pieces, and whether it was cancelled. */
function hugeAnswer(headers: Record<string, string> = {}) {
  const sent = { pieces: 0, isCancelled: false };
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent.pieces += 1;
      controller.enqueue(new Uint8Array(200_000));
      if (sent.pieces === 100) controller.close();
    },
    cancel() {
      sent.isCancelled = true;
    },
  });
  return { sent, response: new Response(body, { headers }) };
}

for (const [what, headers] of [
  ['', {}],
  [' that names its size', { 'content-length': '20000000' }],
  [' that may not be stored', { 'cache-control': 'no-store' }],
] as const)
  test(`a huge answer${what} is given up at the limit of its reader`, async () => {
    const { outside, answers } = kept();
    const { sent, response } = hugeAnswer(headers);
    outside.answer = () => response;
    const fetch: typeof globalThis.fetch = (url, init) => answers.fetch(new Request(url).url, init);
    const { signal } = new AbortController();
    await assert.rejects(
      getText({ fetch, base: HOME }, { url: WEATHER, signal, parse: String }),
      TooLargeError,
    );
    assert.equal(sent.isCancelled, true);
    assert.ok(sent.pieces < 20, `${sent.pieces} pieces were read`);
  });

test('the oldest answers go when there are too many', async () => {
  const { answers, outside, count } = kept();
  for (let i = 0; i < 60; i++) await answers.fetch(`${HOME}${i}.json`);
  await until('the newest is kept and the oldest are gone', () => {
    const urls = [...(outside.caches.stored.get(ANSWERS_CACHE)?.keys() ?? [])];
    return urls.includes(`${HOME}59.json`) && !urls.includes(`${HOME}0.json`) && count() <= 40;
  });
});

test('nothing is written before the page has its picture', async () => {
  const { outside } = kept();
  const answers = new LastAnswers({
    base: HOME,
    caches: outside.caches,
    now: () => 0,
    isOnline: () => true,
    fetch: async () => new Response('first'),
  });
  await answers.fetch(PORTALS);
  await new Promise((next) => setImmediate(next));
  assert.equal(outside.caches.stored.size, 0);
  answers.begin();
  await until('it is written then', () => outside.caches.stored.get(ANSWERS_CACHE)?.size === 1);
});

test('a browser that refuses storage has the answers of the network', async () => {
  const { outside, answers } = kept();
  outside.caches.isRefused = true;
  assert.equal(await (await answers.fetch(PORTALS)).text(), 'first');
  assert.equal(await answers.kept(PORTALS), undefined);
});

test('a home that is silent for three seconds counts as gone if an answer of it is kept', async (t) => {
  const { outside, keep } = kept();
  await keep(PORTALS);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const answers = new LastAnswers({
    base: HOME,
    caches: outside.caches,
    now: () => outside.now,
    isOnline: () => true,
    fetch: () => new Promise(() => undefined),
  });
  const silent = assert.rejects(answers.fetch(PORTALS), SLOW);
  t.mock.timers.tick(3_000);
  await silent;
  assert.equal(answers.isHomeGone, true);
});

test('of the answers to one address of the home, the newest is taken', async () => {
  const { outside, answers, keep } = kept();
  await keep(`${PORTALS}?limit=5`);
  outside.now += 5_000;
  outside.answer = () => new Response('second');
  await keep(`${PORTALS}?limit=50`);
  assert.equal(await (await answers.kept(PORTALS))?.text(), 'second');
});

test('the answer for one repository is not taken for another one, nor for all', async () => {
  const { answers, keep } = kept();
  const work = `${HOME}api/open-work.json`;
  await keep(`${work}?repo=o%2Falpha`);
  assert.equal(await answers.kept(`${work}?repo=o%2Fbeta`), undefined);
  assert.equal(await answers.kept(work), undefined);
  assert.equal(await (await answers.kept(`${work}?repo=o%2Falpha`))?.text(), 'first');
});
