import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@lit-labs/signals';
import { createAsks } from '../../../data/asks/follow-asks.ts';
import { type AsksView, noAsks, openAsks } from '../../../data/asks/asks-view.ts';
import { ASKED_AT, answerOf, openAsk, scriptedHome } from '../../helpers/asks.ts';
import { until } from '../../helpers/waiting.ts';

class Stream {
  static all: Stream[] = [];
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  isClosed = false;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    Stream.all.push(this);
  }
  close(): void {
    this.isClosed = true;
  }
  send(data: string): void {
    this.onmessage?.({ data } as MessageEvent);
  }
  fail(): void {
    this.onerror?.(new Event('error'));
  }
}

/** A page of the owner whose home answers with `answer`; `tick` is a second later. */
function page(answer: () => readonly [number, unknown?]) {
  Stream.all = [];
  const clock = { now: 1000 };
  const home = scriptedHome(answer);
  const asks = signal<AsksView>(noAsks);
  const owner = signal(true);
  const signedOut: number[] = [];
  const module = createAsks({
    ...home.io,
    EventSource: Stream,
    now: () => ASKED_AT + clock.now,
    monotonicNow: () => clock.now,
    random: () => 0.5,
  });
  module.init(undefined, {
    asks,
    isOwner: owner,
    signedOut: () => void signedOut.push(clock.now),
  });
  const tick = (ms = 1000): void => {
    clock.now += ms;
    module.update(0, 0);
  };
  return { ...home, asks, owner, signedOut, tick, module };
}

test('the stream of the home fills the view', () => {
  const { asks, tick, requests, module } = page(() => [200]);
  tick();
  const [stream] = Stream.all;
  assert.equal(stream?.url, 'https://home.example/api/asks/stream');
  assert.equal(asks.get().line, 'connecting');
  stream?.send(answerOf([openAsk()]));
  assert.deepEqual([asks.get().line, openAsks(asks.get()).length], ['open', 1]);
  assert.equal(requests.length, 0);
  module.dispose?.();
  assert.equal(stream?.isClosed, true);
});

test('what the page cannot read is a problem, and the asks stay', () => {
  const { asks, tick } = page(() => [200]);
  tick();
  Stream.all[0]?.send(answerOf([openAsk()]));
  for (const data of ['no json', '{"asks":[{"id":1}],"now":1}', '{}']) {
    Stream.all[0]?.send(data);
    assert.match(asks.get().problem, /cannot read/);
    assert.equal(asks.get().asks.length, 1);
  }
  Stream.all[0]?.send(answerOf([]));
  assert.equal(asks.get().problem, '');
});

test('without the home the connection is lost; the stream is opened again, later each time', async () => {
  const { asks, tick } = page(() => [0]);
  tick();
  Stream.all[0]?.send(answerOf([openAsk()]));
  Stream.all[0]?.fail();
  assert.equal(Stream.all[0]?.isClosed, true);
  await until('the loss is known', () => asks.get().line === 'lost');
  assert.equal(asks.get().asks.length, 1);
  tick(500);
  assert.equal(Stream.all.length, 1);
  tick(600);
  assert.equal(Stream.all.length, 2);
  Stream.all[1]?.fail();
  tick(1500);
  assert.equal(Stream.all.length, 2);
  tick(600);
  assert.equal(Stream.all.length, 3);
  Stream.all[2]?.send(answerOf([]));
  assert.equal(asks.get().line, 'open');
});

test('a sign-in that has ended signs the page out, and its asks are gone', async () => {
  const { asks, owner, signedOut, tick } = page(() => [401, { message: 'Sign in.' }]);
  tick();
  Stream.all[0]?.send(answerOf([openAsk()]));
  Stream.all[0]?.fail();
  await until('the page is signed out', () => signedOut.length === 1);
  owner.set(false);
  tick();
  assert.equal(asks.get(), noAsks);
  tick(60_000);
  assert.equal(Stream.all.length, 1);
});

test('a silent stream is checked, and one that has missed news is opened again', async () => {
  const { asks, requests, tick } = page(() => [200, JSON.parse(answerOf([openAsk()]))]);
  tick();
  Stream.all[0]?.send(answerOf([]));
  for (let seconds = 0; seconds < 29; seconds++) tick();
  assert.equal(requests.length, 0);
  tick();
  tick();
  await until('the ask is shown', () => openAsks(asks.get()).length === 1);
  assert.equal(Stream.all[0]?.isClosed, true);
  tick();
  assert.equal(Stream.all.length, 2);
});

test('a page that was frozen opens its stream again at once', () => {
  const { tick } = page(() => [200]);
  tick();
  Stream.all[0]?.send(answerOf([]));
  tick(20_000);
  assert.equal(Stream.all[0]?.isClosed, true);
  assert.equal(Stream.all.length, 2);
});
