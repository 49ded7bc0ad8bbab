import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bridgeAndBrowser, connected } from '../../helpers/bridge-browser.ts';
import { SESSION, message, welcome } from '../../helpers/scripted-bridge.ts';
import { until } from '../../helpers/waiting.ts';

const { bridge, browser } = bridgeAndBrowser();

test('a bridge that fails in the middle of an answer loses nothing', async () => {
  const page = await browser.connect();
  const id = await browser.ask(page, 'hello');
  bridge.say(message(1, id, 'visitor', 'hello'));
  bridge.say({ type: 'chat-delta', id: `a-${id}`, replyTo: id, offset: 0, text: 'good ' });
  await until('it grew', () => page.lines()[1] === 'resident good  streaming');
  await bridge.stop();
  await until('it is noticed', () => page.state.bridge.get().state === 'waiting');
  assert.equal(page.state.bridge.get().cause, 'the connection to the bridge was lost');
  page.say('are you there?');
  await until('it waits', () => page.lines().length === 3);
  await bridge.start();
  browser.ahead += 40_000;
  await connected(page);
  assert.deepEqual(bridge.of('hello')[1], {
    type: 'hello',
    version: 1,
    role: 'visitor',
    cursor: 1,
    session: SESSION,
  });
  await until('both are sent again', () => bridge.of('chat').length === 3);
  assert.deepEqual(
    bridge.of('chat').map(({ text }) => text),
    ['hello', 'hello', 'are you there?'],
  );
  assert.equal(browser.chatId(1), id, 'under the same id');
  bridge.say(message(2, `a-${id}`, 'resident', 'good day', { replyTo: id }));
  await until('it is whole', () => page.lines()[1] === 'resident good day complete');
  assert.deepEqual(page.lines(), [
    'visitor hello complete',
    'resident good day complete',
    'visitor are you there? sending',
  ]);
  assert.equal(page.state.speech.get().count, 1, 'an answer after the break is still news');
});

test('a reload shows the history in order without speaking it and sends unanswered messages', async () => {
  const before = await browser.connect();
  before.say('one');
  before.say('two');
  await until('the last is sent', () => bridge.of('chat').some(({ text }) => text === 'two'));
  const [id = assert.fail()] = bridge
    .of('chat')
    .filter(({ text }) => text === 'two')
    .map((chat) => chat.id);
  before.close();
  bridge.onHello = (_hello, say) => {
    say(welcome(3));
    say(message(1, 'old', 'visitor', 'zero'));
    say(message(2, 'a-old', 'resident', 'answer with sovereignty', { replyTo: 'old' }));
    say(message(3, id, 'visitor', 'two'));
  };
  const after = browser.open();
  assert.deepEqual(
    after.lines().filter((line) => line.includes('two')),
    ['visitor two sending'],
  );
  await connected(after);
  await until('it is sent again', () => bridge.of('chat').filter((chat) => chat.id === id).length === 2);
  await until('the history is there', () => after.lines().includes('visitor two complete'));
  assert.deepEqual(
    after.lines().filter((line) => !line.includes('one')),
    ['visitor zero complete', 'resident answer with sovereignty complete', 'visitor two complete'],
  );
  assert.deepEqual(
    after
      .logged()
      .filter((line) => !line.includes('one'))
      .toSorted(),
    ['TIMMY: answer with sovereignty', 'VISITOR: two', 'VISITOR: zero'],
  );
  assert.equal(after.state.speech.get().count, 0);
  assert.equal(after.state.sovereigntyEgg.get().count, 0);
});

test('two tabs show the same conversation once each', async () => {
  const [one, two] = [browser.open(), browser.open()];
  await connected(one);
  await connected(two);
  const id = await browser.ask(one, 'hello');
  bridge.say(message(1, id, 'visitor', 'hello'));
  bridge.say({ type: 'chat-delta', id: `a-${id}`, replyTo: id, offset: 0, text: 'hi' });
  bridge.say(message(2, `a-${id}`, 'resident', 'hi', { replyTo: id }));
  for (const page of [one, two]) {
    await until('both lines', () => page.lines().at(-1) === 'resident hi complete');
    assert.deepEqual(page.lines(), ['visitor hello complete', 'resident hi complete']);
    assert.deepEqual(page.logged(), ['VISITOR: hello', 'TIMMY: hi']);
  }
});

test('two tabs of a first visit end up in one session', async () => {
  let given = 0;
  bridge.onHello = (hello, say) =>
    say(welcome(0, hello.session ?? `session-number-${String((given += 1)).padStart(10, '0')}`));
  const [one, two] = [browser.open(), browser.open()];
  await connected(one);
  await connected(two);
  await until('both use the stored one', () => {
    const stored = browser.storage.getItem(`home-world:session:${bridge.base}`);
    // The slower tab sends the first tab's session in its first hello, or after a reconnect.
    return stored !== null && stored !== undefined && bridge.of('hello').at(-1)?.session === stored;
  });
});

test('a home without a gateway reports it and keeps the visitor’s message', async () => {
  const page = browser.open({ base: 'http://127.0.0.1:9/' });
  await until('it waits', () => page.state.bridge.get().state === 'waiting');
  assert.match(
    page.state.bridge.get().cause ?? '',
    /^no bridge answers at ws:\/\/127\.0\.0\.1:9\/api\/world\/ws/,
  );
  page.say('hello');
  await until('it is there', () => page.lines()[0] === 'visitor hello sending');
});

test('closes when the visitor leaves the page and connects again when they return', async () => {
  const page = await browser.connect();
  page.window.dispatchEvent(new Event('pagehide'));
  await until('it is closed', () => bridge.connections === 0);
  await new Promise((next) => setTimeout(next, 50));
  assert.equal(bridge.connections, 0);
  page.window.dispatchEvent(new Event('pageshow'));
  await until('it is open again', () => bridge.connections === 1);
});

test('pings a silent connection and closes it when no answer comes', async () => {
  const page = await browser.connect();
  browser.ahead += 26_000;
  await until('it is asked', () => bridge.of('ping').length === 1);
  bridge.say({ type: 'pong' });
  await new Promise((next) => setTimeout(next, 50));
  browser.ahead += 26_000;
  await until('it is asked again', () => bridge.of('ping').length === 2);
  browser.ahead += 21_000;
  await until(
    'a new connection',
    () => bridge.of('hello').length === 2 || page.state.bridge.get().state === 'waiting',
  );
});

test('waits while offline and connects at once when online', async () => {
  const page = await browser.connect();
  page.state.online.set(false);
  await until('closed', () => bridge.connections === 0);
  assert.deepEqual(page.state.bridge.get(), { state: 'waiting', cause: 'this browser has no network' });
  page.state.online.set(true);
  await until('open', () => bridge.connections === 1);
});

test('nothing can be sent from the order to reconnect until the home answers', async () => {
  const page = await browser.connect();
  const { bridgeLine, bridge: line } = page.state;
  const words = { type: 'player-chat', text: 'hello' } as const;
  assert.equal(bridgeLine.send(words), true);
  bridgeLine.restart();
  assert.deepEqual([line.get(), bridgeLine.send(words)], [{ state: 'connecting' }, false]);
  await until('open', () => line.get().state === 'open');
  assert.equal(bridgeLine.send(words), true);
  page.state.online.set(false);
  await until('closed', () => bridge.connections === 0);
  bridgeLine.restart();
  assert.deepEqual(line.get(), { state: 'waiting', cause: 'this browser has no network' });
});

test('a lost session starts a new one and keeps the old lines', async () => {
  const page = await browser.connect();
  await browser.ask(page, 'hello');
  bridge.say(message(40, browser.chatId(), 'visitor', 'hello'));
  bridge.say(message(41, `a-${browser.chatId()}`, 'resident', 'hi', { replyTo: browser.chatId() }));
  await until('answered', () => page.lines().at(-1) === 'resident hi complete');
  bridge.onHello = (_hello, say) => say(welcome(0, 'another-session-of-the-visitor'));
  bridge.drop();
  await until('it is noticed', () => page.state.bridge.get().state === 'waiting');
  browser.ahead += 2_000;
  await connected(page);
  page.say('again');
  await until('it is sent', () => bridge.of('chat').length === 2);
  bridge.say(message(1, browser.chatId(1), 'visitor', 'again'));
  bridge.say(message(2, `a-${browser.chatId(1)}`, 'resident', 'hi again', { replyTo: browser.chatId(1) }));
  await until('answered', () => page.lines().at(-1) === 'resident hi again complete');
  assert.equal(page.state.speech.get().count, 2);
  assert.equal(page.lines().length, 4);
});
