import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendChat } from '../../../data/chat/chat.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import { createState } from '../../../data/state.ts';
import { bridgeAndBrowser } from '../../helpers/bridge-browser.ts';
import { MemoryStorage } from '../../helpers/memory-storage.ts';
import { PLAY_ID, playRecordOf, waitingPlay } from '../../helpers/plays.ts';
import { SESSION } from '../../helpers/scripted-bridge.ts';
import { until } from '../../helpers/waiting.ts';

const { bridge, browser } = bridgeAndBrowser();

test('refuses a text that is too long, names the limit and the fix, and sends nothing', async () => {
  const page = await browser.connect();
  page.say('x'.repeat(100_000));
  await until('it is refused', () => page.state.chat.problem.get() !== '');
  assert.equal(
    page.state.chat.problem.get(),
    'This message has 100,000 characters, the limit is 8,000. Shorten it, or send it in parts.',
  );
  assert.deepEqual(page.lines(), []);
  await browser.ask(page, 'short');
  assert.equal(page.state.chat.problem.get(), '');
});

test('sends at the pace the bridge allows and loses nothing', async () => {
  const page = await browser.connect();
  for (let i = 0; i < 12; i += 1) {
    page.say(`message ${i}`);
    await Promise.resolve();
    await Promise.resolve();
  }
  await until('the burst is sent', () => bridge.of('chat').length === 8);
  await new Promise((next) => setTimeout(next, 100));
  assert.equal(bridge.of('chat').length, 8);
  assert.equal(page.lines().length, 12);
  browser.ahead += 4_500;
  await until('the rest follows', () => bridge.of('chat').length === 12);
  assert.deepEqual(new Set(bridge.of('chat').map(({ text }) => text)).size, 12);
});

test('keeps messages beyond twenty unanswered ones and says so', async () => {
  const page = browser.open({ base: 'http://127.0.0.1:9/' });
  for (let i = 0; i < 21; i += 1) {
    page.say(`message ${i}`);
    await new Promise((next) => setTimeout(next, 2));
  }
  assert.equal(page.lines().length, 20);
  assert.match(page.state.chat.problem.get(), /^20 messages are still waiting/);
});

test('sends a message again after the bridge was busy', async () => {
  const page = await browser.connect();
  await browser.ask(page, 'hello');
  bridge.say({ type: 'error', code: 'busy', message: 'Wait.', ref: browser.chatId() });
  await new Promise((next) => setTimeout(next, 100));
  assert.equal(bridge.of('chat').length, 1);
  assert.equal(page.state.chat.problem.get(), '');
  browser.ahead += 6_000;
  await until('it is sent again', () => bridge.of('chat').length === 2);
});

test('fails a message that the bridge refuses, with the bridge’s reason', async () => {
  const page = await browser.connect();
  await browser.ask(page, 'hello');
  bridge.say({ type: 'error', code: 'internal', message: 'The disk is full.', ref: browser.chatId() });
  await until('it failed', () => page.lines()[0] === 'visitor hello failed');
  assert.equal(page.state.chat.problem.get(), 'The disk is full.');
  assert.equal(page.state.chat.entries.get()[0]?.cause, 'The disk is full.');
  assert.equal(browser.storage.length, 1, 'it is not sent again');
});

test('sends a message that was written before the client was loaded', async () => {
  const page = browser.open({ before: (state) => void sendChat(state, 'early', browser.storage) });
  await until('it is sent', () => bridge.of('chat').length === 1);
  assert.equal(bridge.of('chat')[0]?.text, 'early');
  assert.deepEqual(page.lines(), ['visitor early sending']);
});

test('sends messages of a page that closed before the client was loaded from the next page, once', async () => {
  const closed = createState(defaultConfig, { base: bridge.base });
  const now = Date.now();
  sendChat(closed, 'one', browser.storage, now - 2);
  sendChat(closed, 'two', browser.storage, now - 1);
  const page = browser.open();
  await until('both are sent', () => bridge.of('chat').length === 2);
  page.say('three');
  await until('the third is sent', () => bridge.of('chat').length === 3);
  assert.deepEqual(
    bridge.of('chat').map(({ text }) => text),
    ['one', 'two', 'three'],
  );
  assert.deepEqual(
    [0, 1].map((index) => browser.chatId(index)),
    closed.chat.entries.get().map(({ id }) => id),
  );
  assert.deepEqual(page.lines(), ['visitor one sending', 'visitor two sending', 'visitor three sending']);
});

test('does not send a message that was written more than a day ago, and forgets it', async () => {
  const { base } = bridge;
  const closed = createState(defaultConfig, { base });
  sendChat(closed, 'old', browser.storage, Date.now() - 25 * 3_600_000);
  sendChat(closed, 'new', browser.storage, Date.now() - 23 * 3_600_000);
  const page = browser.open();
  await until('it is sent', () => bridge.of('chat').length === 1);
  assert.equal(bridge.of('chat')[0]?.text, 'new');
  assert.deepEqual(page.lines(), ['visitor new sending']);
  assert.equal(browser.storage.getItem(`home-world:chat:${base}:${closed.chat.entries.get()[0]?.id}`), null);
});

test('sends with a message what the page showed when it was written, also from the next page', async () => {
  const closed = createState(defaultConfig, { base: bridge.base });
  const { plays, owner } = closed.games;
  const say = (text: string, second: number): void =>
    void sendChat(closed, text, browser.storage, Date.now() - 60_000 + second * 1_000);
  const other = '20261122-221600-far';
  say('no play', 0);
  plays.set([playRecordOf({ id: other }), waitingPlay()]);
  say('a visitor', 1);
  owner.set('owner');
  say('one waits', 2);
  plays.set([waitingPlay({ id: other }), waitingPlay()]);
  say('two wait', 3);
  const page = browser.open();
  page.state.games.plays.set([waitingPlay({ id: '20261122-230000-now' })]);
  await until('all are sent', () => bridge.of('chat').length === 4);
  assert.deepEqual(
    bridge.of('chat').map(({ seen }) => seen),
    [undefined, [other, PLAY_ID], [other, PLAY_ID, `${PLAY_ID} r1`], [other, PLAY_ID]],
  );
});

test('sends unanswered messages again over the next connection', async () => {
  const page = await browser.connect();
  await browser.ask(page, 'hello');
  bridge.drop();
  await until('it is sent again', () => bridge.of('chat').length === 2);
  assert.equal(browser.chatId(1), browser.chatId(0));
});

test('works where the browser allows no storage', async () => {
  const forbidden = new Proxy(new MemoryStorage(), {
    get() {
      throw new Error('forbidden');
    },
  });
  for (const store of [undefined, forbidden]) {
    const page = await browser.connect({ store });
    const before = bridge.of('chat').length;
    page.say('hello');
    await until('it is sent', () => bridge.of('chat').length === before + 1);
    page.close();
  }
});

test('continues the same conversation after a lost connection where storage is full', async () => {
  class Full extends MemoryStorage {
    override setItem(): void {
      throw new DOMException('full', 'QuotaExceededError');
    }
  }
  await browser.connect({ store: new Full() });
  bridge.drop();
  await until('it said hello again', () => bridge.of('hello').length === 2);
  assert.equal(bridge.of('hello')[1]?.session, SESSION);
});

test('ignores an invalid session and messages the bridge would refuse in the storage', async () => {
  browser.storage.setItem(`home-world:session:${bridge.base}`, 'not a secret!');
  const put = (id: string, more: object) =>
    browser.storage.setItem(
      `home-world:chat:${bridge.base}:${id}`,
      JSON.stringify({ id, text: 'x', ts: Date.now(), ...more }),
    );
  put('bad id!', {});
  put('a-answer', {});
  put('long', { text: 'x'.repeat(100_000) });
  put('empty', { text: '' });
  put('when', { ts: 1e300 });
  put('good', { text: 'still here' });
  const page = await browser.connect();
  await until('the good one is sent', () => bridge.of('chat').length === 1);
  assert.equal(bridge.of('hello')[0]?.session, undefined);
  assert.equal(browser.chatId(), 'good');
  assert.deepEqual(page.lines(), ['visitor still here sending']);
  assert.equal(page.state.chat.problem.get(), '');
});
