import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { signal } from '@lit-labs/signals';
import { UnreachableError } from '../../../data/core/http.ts';
import { createHomeWatch } from '../../../data/offline/home-watch.ts';
import { LastAnswers } from '../../../data/offline/last-answers.ts';
import { until } from '../../helpers/waiting.ts';

const HOME = 'https://home.example/';

let isThere: boolean;
let isSilent: boolean;
let isOnline: boolean;
let asked: string[];
let refreshed: number;
const bridge = signal({ state: 'connecting' });
const homeAnswers = signal(true);
let watch: ReturnType<typeof createHomeWatch>;
let answers: LastAnswers;

beforeEach(() => {
  isThere = true;
  isSilent = false;
  isOnline = true;
  asked = [];
  refreshed = 0;
  bridge.set({ state: 'connecting' });
  homeAnswers.set(true);
  answers = new LastAnswers({
    base: HOME,
    caches: undefined,
    now: () => 0,
    isOnline: () => isOnline,
    fetch: async (input, init) => {
      asked.push(`${init?.method ?? 'GET'} ${new Request(input).url}`);
      if (!isThere) throw new TypeError('Failed to fetch');
      if (isSilent)
        await new Promise((_answer, end) =>
          init?.signal?.addEventListener('abort', () => end(init.signal?.reason)),
        );
      return new Response('');
    },
  });
  watch = createHomeWatch(answers, { refresh: () => (refreshed += 1) });
  watch.init(undefined, { bridge, homeAnswers });
});
afterEach(() => watch.dispose?.());

/** Runs frames until the condition holds. */
const becomes = (what: string, isSo: () => boolean) =>
  until(what, () => {
    watch.update(0, 0);
    return isSo();
  });
const bridgeIs = (state: string): void => {
  bridge.set({ state });
  watch.update(0, 0);
};

test('a lost bridge is a reason to ask the home at once, and the page learns that it is gone', async () => {
  bridgeIs('open');
  assert.deepEqual(asked, [], 'a connection needs no other proof');
  isThere = false;
  bridgeIs('waiting');
  assert.deepEqual(asked, [`HEAD ${HOME}version.json`]);
  await becomes('the home is gone', () => !homeAnswers.get());
  bridgeIs('connecting');
  bridgeIs('waiting');
  assert.equal(asked.length, 1, 'the attempts of the bridge are no news');
});

test('a home that still answers while it ends is asked again when the bridge finds no connection', async () => {
  bridgeIs('open');
  bridgeIs('waiting');
  await becomes('the home has answered', () => asked.length === 1);
  await new Promise((next) => setImmediate(next));
  isThere = false;
  bridgeIs('connecting');
  bridgeIs('waiting');
  assert.equal(asked.length, 2);
  await becomes('the home is gone', () => !homeAnswers.get());
});

test('a bridge that is lost alone says nothing about the home', async () => {
  bridgeIs('open');
  bridgeIs('waiting');
  await becomes('the home has answered', () => asked.length === 1);
  await new Promise((next) => setImmediate(next));
  watch.update(0, 0);
  assert.equal(homeAnswers.get(), true);
  assert.equal(refreshed, 0);
});

test('the page learns that the home is back with the bridge, and requests its readings once', async () => {
  bridgeIs('open');
  isThere = false;
  bridgeIs('waiting');
  await becomes('the home is gone', () => !homeAnswers.get());
  isThere = true;
  bridgeIs('open');
  await becomes('the home is back', () => homeAnswers.get());
  watch.update(0, 0);
  assert.equal(refreshed, 1);
});

test('a bridge that is lost together with the network starts no request', async () => {
  bridgeIs('open');
  isOnline = false;
  bridgeIs('waiting');
  assert.deepEqual(asked, []);
});

test('without a bridge, any request tells whether the home answers', async () => {
  isThere = false;
  await assert.rejects(answers.fetch(`${HOME}portals.json`));
  watch.update(0, 0);
  assert.equal(homeAnswers.get(), false);
  isThere = true;
  await answers.fetch(`${HOME}portals.json`);
  watch.update(0, 0);
  assert.equal(homeAnswers.get(), true);
});

test('a home that is silent until the time limit of a request is gone; a request that the page ends says nothing', async () => {
  isSilent = true;
  const ask = async (reason: Error): Promise<void> => {
    const limit = new AbortController();
    const request = answers.fetch(`${HOME}portals.json`, { signal: limit.signal });
    limit.abort(reason);
    await assert.rejects(request);
    watch.update(0, 0);
  };
  await ask(new DOMException('The page is closed.', 'AbortError'));
  assert.equal(homeAnswers.get(), true);
  for (const reason of [
    new UnreachableError('no answer within 10 s'),
    new DOMException('The operation timed out.', 'TimeoutError'),
  ]) {
    await ask(reason);
    assert.equal(homeAnswers.get(), false);
    isSilent = false;
    await answers.fetch(`${HOME}portals.json`);
    watch.update(0, 0);
    assert.equal(homeAnswers.get(), true);
    isSilent = true;
  }
});
