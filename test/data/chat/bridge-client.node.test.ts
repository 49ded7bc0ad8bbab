import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { sendChat, stopAnswer } from '../../../data/chat/chat.ts';
import type { State } from '../../../data/state.ts';
import { type BridgeTab, openBridgeTab } from '../../helpers/bridge-tab.ts';
import { MemoryStorage } from '../../helpers/memory-storage.ts';
import {
  SESSION,
  type ScriptedBridge,
  message,
  startScriptedBridge,
  welcome,
} from '../../helpers/scripted-bridge.ts';
import { until } from '../../helpers/waiting.ts';

interface Page extends BridgeTab {
  say(text: string): void;
  /** `role text status` of every line of the chat. */
  lines(): string[];
  logged(): string[];
}

let bridge: ScriptedBridge;
let storage: MemoryStorage;
let pages: Page[];
let ahead = 0;

/** One tab: its own state and window, the browser's storage. */
function open(
  more: { base?: string; store?: MemoryStorage | undefined; before?: (state: State) => void } = {},
): Page {
  const tab = openBridgeTab({
    base: more.base ?? bridge.base,
    storage: 'store' in more ? more.store : storage,
    now: () => Date.now() + ahead,
    before: more.before,
  });
  const { state } = tab;
  const page: Page = {
    ...tab,
    say: (text) => void sendChat(state, text),
    lines: () => state.chat.entries.get().map(({ role, text, status }) => `${role} ${text} ${status}`),
    logged: () =>
      state.log.get().map(({ speaker, text, end }) => `${speaker}: ${text}${end ? ` (${end})` : ''}`),
  };
  pages.push(page);
  return page;
}
const connected = async (page: Page): Promise<void> =>
  until('the bridge is open', () => page.state.bridge.get().state === 'open');
const chatId = (index = 0): string => bridge.of('chat')[index]?.id ?? assert.fail('no such chat');

beforeEach(async () => {
  ahead = 0;
  pages = [];
  storage = new MemoryStorage();
  bridge = await startScriptedBridge();
});
afterEach(async () => {
  for (const page of pages) page.close();
  await bridge.stop();
});

test('says hello, learns who lives here, and keeps the session’s secret', async () => {
  const page = open();
  assert.equal(page.state.bridge.get().state, 'off');
  await connected(page);
  assert.deepEqual(bridge.of('hello')[0], { type: 'hello', version: 1, role: 'visitor', cursor: 0 });
  assert.deepEqual(page.state.resident.get(), { name: 'Timmy', attached: false, note: 'no model' });
  page.close();
  await connected(open());
  assert.equal(bridge.of('hello')[1]?.session, SESSION);
});

test('a message is there at once, its answer grows, and it is spoken and logged once', async () => {
  const page = open();
  await connected(page);
  page.say('  hello  ');
  await until('it is sent', () => bridge.of('chat').length === 1);
  assert.deepEqual(page.lines(), ['visitor hello sending']);
  const id = chatId();
  bridge.say(message(1, id, 'visitor', 'hello'));
  await until('it is confirmed', () => page.lines()[0] === 'visitor hello complete');
  bridge.say({ type: 'chat-delta', id: `a-${id}`, replyTo: id, offset: 0, text: 'good ' });
  bridge.say({ type: 'chat-delta', id: `a-${id}`, replyTo: id, offset: 5, text: 'day' });
  await until('the answer grew', () => page.lines()[1] === 'resident good day streaming');
  bridge.say(message(2, `a-${id}`, 'resident', 'good day', { replyTo: id }));
  await until('it is complete', () => page.lines()[1] === 'resident good day complete');
  assert.deepEqual(page.lines().length, 2);
  assert.deepEqual(page.logged(), ['VISITOR: hello', 'TIMMY: good day']);
  assert.deepEqual(page.state.speech.get(), { count: 1, detail: { speaker: 'TIMMY', text: 'good day' } });
  assert.equal(storage.length, 1, 'only the session is kept');
});

test('pieces that come twice, out of order or not at all leave a whole answer', async () => {
  const page = open();
  await connected(page);
  page.say('hello');
  await until('it is sent', () => bridge.of('chat').length === 1);
  const id = chatId();
  const piece = (offset: number, text: string) =>
    ({ type: 'chat-delta', id: `a-${id}`, replyTo: id, offset, text }) as const;
  bridge.say(piece(0, 'one '), piece(0, 'one '), piece(4, 'two '), piece(0, 'one two '), piece(20, 'lost'));
  bridge.say(piece(4, 'two three '));
  await until('it grew', () => page.lines().at(-1) === 'resident one two three  streaming');
  const whole = message(2, `a-${id}`, 'resident', 'one two three four', { replyTo: id });
  bridge.say(whole, whole, piece(0, 'late'));
  await until('it is complete', () => page.lines().at(-1) === 'resident one two three four complete');
  bridge.say({ type: 'status-update', detail: {} });
  await until('everything was heard', () => page.logged().includes('SYSTEM: status-update'));
  assert.equal(page.lines().length, 2);
  assert.equal(page.state.speech.get().count, 1);
  assert.equal(page.logged().filter((line) => line.startsWith('TIMMY')).length, 1);
});

test('a bridge that dies in the middle of an answer costs nothing', async () => {
  const page = open();
  await connected(page);
  page.say('hello');
  await until('it is sent', () => bridge.of('chat').length === 1);
  const id = chatId();
  bridge.say(message(1, id, 'visitor', 'hello'));
  bridge.say({ type: 'chat-delta', id: `a-${id}`, replyTo: id, offset: 0, text: 'good ' });
  await until('it grew', () => page.lines()[1] === 'resident good  streaming');
  await bridge.stop();
  await until('it is noticed', () => page.state.bridge.get().state === 'waiting');
  assert.equal(page.state.bridge.get().cause, 'the connection to the bridge was lost');
  page.say('are you there?');
  await until('it waits', () => page.lines().length === 3);
  await bridge.start();
  ahead += 40_000;
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
  assert.equal(chatId(1), id, 'under the same id');
  bridge.say(message(2, `a-${id}`, 'resident', 'good day', { replyTo: id }));
  await until('it is whole', () => page.lines()[1] === 'resident good day complete');
  assert.deepEqual(page.lines(), [
    'visitor hello complete',
    'resident good day complete',
    'visitor are you there? sending',
  ]);
  assert.equal(page.state.speech.get().count, 1, 'an answer after the break is still news');
});

test('a reload shows the history in order and in silence, and sends what was not answered', async () => {
  const before = open();
  await connected(before);
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
  const after = open();
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

test('two tabs show the same conversation, and nothing twice', async () => {
  const [one, two] = [open(), open()];
  await connected(one);
  await connected(two);
  one.say('hello');
  await until('it is sent', () => bridge.of('chat').length === 1);
  const id = chatId();
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
  const [one, two] = [open(), open()];
  await connected(one);
  await connected(two);
  await until('both use the stored one', () => {
    const stored = storage.getItem(`home-world:session:${bridge.base}`);
    // The slower tab either greets with the first one's session at once, or comes back with it.
    return stored !== null && stored !== undefined && bridge.of('hello').at(-1)?.session === stored;
  });
});

test('a text that is too long is refused with the limit and the fix, and nothing is sent', async () => {
  const page = open();
  await connected(page);
  page.say('x'.repeat(100_000));
  await until('it is refused', () => page.state.chat.problem.get() !== '');
  assert.equal(
    page.state.chat.problem.get(),
    'This message has 100,000 characters, the limit is 8,000. Shorten it, or send it in parts.',
  );
  assert.deepEqual(page.lines(), []);
  page.say('short');
  await until('the next one is sent', () => bridge.of('chat').length === 1);
  assert.equal(page.state.chat.problem.get(), '');
});

test('keeps to the pace the bridge allows, and loses nothing', async () => {
  const page = open();
  await connected(page);
  for (let i = 0; i < 12; i += 1) {
    page.say(`message ${i}`);
    await Promise.resolve();
    await Promise.resolve();
  }
  await until('the burst is sent', () => bridge.of('chat').length === 8);
  await new Promise((next) => setTimeout(next, 100));
  assert.equal(bridge.of('chat').length, 8);
  assert.equal(page.lines().length, 12);
  ahead += 4_500;
  await until('the rest follows', () => bridge.of('chat').length === 12);
  assert.deepEqual(new Set(bridge.of('chat').map(({ text }) => text)).size, 12);
});

test('beyond twenty unanswered messages it says so and keeps them', async () => {
  const page = open({ base: 'http://127.0.0.1:9/' });
  for (let i = 0; i < 21; i += 1) {
    page.say(`message ${i}`);
    await new Promise((next) => setTimeout(next, 2));
  }
  assert.equal(page.lines().length, 20);
  assert.match(page.state.chat.problem.get(), /^20 messages are still waiting/);
});

test('a message that the bridge was too busy for is sent again by itself', async () => {
  const page = open();
  await connected(page);
  page.say('hello');
  await until('it is sent', () => bridge.of('chat').length === 1);
  bridge.say({ type: 'error', code: 'busy', message: 'Wait.', ref: chatId() });
  await new Promise((next) => setTimeout(next, 100));
  assert.equal(bridge.of('chat').length, 1);
  assert.equal(page.state.chat.problem.get(), '');
  ahead += 6_000;
  await until('it is sent again', () => bridge.of('chat').length === 2);
});

test('a message that the bridge refuses fails with the bridge’s reason', async () => {
  const page = open();
  await connected(page);
  page.say('hello');
  await until('it is sent', () => bridge.of('chat').length === 1);
  bridge.say({ type: 'error', code: 'internal', message: 'The disk is full.', ref: chatId() });
  await until('it failed', () => page.lines()[0] === 'visitor hello failed');
  assert.equal(page.state.chat.problem.get(), 'The disk is full.');
  assert.equal(page.state.chat.entries.get()[0]?.cause, 'The disk is full.');
  assert.equal(storage.length, 1, 'it is not sent again');
});

test('stop names the chat, whichever of its two lines was stopped', async () => {
  const page = open();
  await connected(page);
  page.say('hello');
  await until('it is sent', () => bridge.of('chat').length === 1);
  const id = chatId();
  bridge.say({ type: 'chat-delta', id: `a-${id}`, replyTo: id, offset: 0, text: 'a long' });
  await until('it grows', () => page.lines().length === 2);
  stopAnswer(page.state, `a-${id}`);
  await until('it is stopped', () => bridge.of('stop').length === 1);
  assert.equal(bridge.of('stop')[0]?.id, id);
  bridge.say(message(2, `a-${id}`, 'resident', 'a long', { replyTo: id, end: 'stopped' }));
  await until('it says so', () => page.lines()[1] === 'resident a long stopped');
  await until('and so does the log', () => page.logged().includes('TIMMY: a long (stopped)'));
});

test('what others do becomes window events, in the specification’s shapes', async () => {
  const page = open();
  const seen: unknown[] = [];
  for (const name of [
    'milestone-complete',
    'pr-notification',
    'status-update',
    'player-joined',
    'player-left',
  ])
    page.window.addEventListener(name, (event) => seen.push([name, (event as CustomEvent).detail]));
  await connected(page);
  bridge.say(
    { type: 'milestone-complete', detail: { title: 'one' } },
    { type: 'pr-notification', detail: { action: 'merged' } },
    { type: 'status-update', detail: {} },
    { type: 'player-joined', detail: {} },
    { type: 'player-left', detail: {} },
    { type: 'world-action', action: 'time-lapse', detail: {} },
  );
  await until('the last one', () => page.state.world.action.get().count === 1);
  assert.deepEqual(seen, [
    ['milestone-complete', { title: 'one' }],
    ['pr-notification', { action: 'merged' }],
    ['status-update', {}],
    ['player-joined', {}],
    ['player-left', {}],
  ]);
  assert.equal(page.state.fireworks.get().count, 1);
  assert.equal(page.state.mergeFlash.get().count, 1);
  assert.equal(page.state.world.action.get().detail.action, 'time-lapse');
});

test('frames that do not fit the protocol change nothing', async () => {
  const page = open();
  await connected(page);
  bridge.say(
    'not json',
    '[]',
    '{"type":"chat-message"}',
    '{"type":"of-the-future"}',
    'null',
    'x'.repeat(200_000),
  );
  bridge.say({ type: 'ping' });
  await until('the ping is answered', () => bridge.of('pong').length === 1);
  assert.deepEqual(page.lines(), []);
  assert.equal(page.state.bridge.get().state, 'open');
});

test('a home without a gateway says so in plain words, and keeps what one writes', async () => {
  const page = open({ base: 'http://127.0.0.1:9/' });
  await until('it waits', () => page.state.bridge.get().state === 'waiting');
  assert.match(
    page.state.bridge.get().cause ?? '',
    /^no bridge answers at ws:\/\/127\.0\.0\.1:9\/api\/world\/ws/,
  );
  page.say('hello');
  await until('it is there', () => page.lines()[0] === 'visitor hello sending');
});

test('a message sent before the client was loaded is sent when it is', async () => {
  const page = open({ before: (state) => void sendChat(state, 'early') });
  await until('it is sent', () => bridge.of('chat').length === 1);
  assert.equal(bridge.of('chat')[0]?.text, 'early');
  assert.deepEqual(page.lines(), ['visitor early sending']);
});

test('closes when the page is left, and connects again when it comes back', async () => {
  const page = open();
  await connected(page);
  page.window.dispatchEvent(new Event('pagehide'));
  await until('it is closed', () => bridge.connections === 0);
  await new Promise((next) => setTimeout(next, 50));
  assert.equal(bridge.connections, 0);
  page.window.dispatchEvent(new Event('pageshow'));
  await until('it is open again', () => bridge.connections === 1);
});

test('a silent connection is asked, and given up when it does not answer', async () => {
  const page = open();
  await connected(page);
  ahead += 26_000;
  await until('it is asked', () => bridge.of('ping').length === 1);
  bridge.say({ type: 'pong' });
  await new Promise((next) => setTimeout(next, 50));
  ahead += 26_000;
  await until('it is asked again', () => bridge.of('ping').length === 2);
  ahead += 21_000;
  await until(
    'a new connection',
    () => bridge.of('hello').length === 2 || page.state.bridge.get().state === 'waiting',
  );
});

test('without a network it waits, with one it connects at once', async () => {
  const page = open();
  await connected(page);
  page.state.online.set(false);
  await until('closed', () => bridge.connections === 0);
  assert.deepEqual(page.state.bridge.get(), { state: 'waiting', cause: 'this browser has no network' });
  page.state.online.set(true);
  await until('open', () => bridge.connections === 1);
});

test('a lost session begins anew and the old lines stay', async () => {
  const page = open();
  await connected(page);
  page.say('hello');
  await until('it is sent', () => bridge.of('chat').length === 1);
  bridge.say(message(40, chatId(), 'visitor', 'hello'));
  bridge.say(message(41, `a-${chatId()}`, 'resident', 'hi', { replyTo: chatId() }));
  await until('answered', () => page.lines().at(-1) === 'resident hi complete');
  bridge.onHello = (_hello, say) => say(welcome(0, 'another-session-of-the-visitor'));
  bridge.drop();
  await until('it is noticed', () => page.state.bridge.get().state === 'waiting');
  ahead += 2_000;
  await connected(page);
  page.say('again');
  await until('it is sent', () => bridge.of('chat').length === 2);
  bridge.say(message(1, chatId(1), 'visitor', 'again'));
  bridge.say(message(2, `a-${chatId(1)}`, 'resident', 'hi again', { replyTo: chatId(1) }));
  await until('answered', () => page.lines().at(-1) === 'resident hi again complete');
  assert.equal(page.state.speech.get().count, 2);
  assert.equal(page.lines().length, 4);
});

test('works where the browser allows no storage', async () => {
  const forbidden = new Proxy(new MemoryStorage(), {
    get() {
      throw new Error('forbidden');
    },
  });
  for (const store of [undefined, forbidden]) {
    const page = open({ store });
    await connected(page);
    const before = bridge.of('chat').length;
    page.say('hello');
    await until('it is sent', () => bridge.of('chat').length === before + 1);
    page.close();
  }
});

test('where storage is full, a lost connection still goes on with the same conversation', async () => {
  class Full extends MemoryStorage {
    override setItem(): void {
      throw new DOMException('full', 'QuotaExceededError');
    }
  }
  const page = open({ store: new Full() });
  await connected(page);
  bridge.drop();
  await until('it said hello again', () => bridge.of('hello').length === 2);
  assert.equal(bridge.of('hello')[1]?.session, SESSION);
});

test('what somebody wrote into the storage is not sent: no session that is none, no message the bridge would refuse', async () => {
  storage.setItem(`home-world:session:${bridge.base}`, 'not a secret!');
  const put = (id: string, more: object) =>
    storage.setItem(
      `home-world:chat:${bridge.base}:${id}`,
      JSON.stringify({ id, text: 'x', ts: Date.now(), ...more }),
    );
  put('bad id!', {});
  put('a-answer', {});
  put('long', { text: 'x'.repeat(100_000) });
  put('empty', { text: '' });
  put('when', { ts: 1e300 });
  put('good', { text: 'still here' });
  const page = open();
  await connected(page);
  await until('the good one is sent', () => bridge.of('chat').length === 1);
  assert.equal(bridge.of('hello')[0]?.session, undefined);
  assert.equal(chatId(), 'good');
  assert.deepEqual(page.lines(), ['visitor still here sending']);
  assert.equal(page.state.chat.problem.get(), '');
});

test('a time no calendar knows is no message', async () => {
  const page = open();
  await connected(page);
  bridge.say(message(1, 'a-x', 'resident', 'far away', { ts: 1e300 }), message(2, 'a-y', 'resident', 'here'));
  await until('the good one came', () => page.lines().length === 1);
  assert.deepEqual(page.lines(), ['resident here complete']);
});
