import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryChat, stopAnswer } from '../../../data/chat/chat.ts';
import { MAX_STEPS } from '../../../data/chat/protocol.ts';
import { changeSettings } from '../../../data/config/settings/settings.ts';
import { bridgeAndBrowser, connected } from '../../helpers/bridge-browser.ts';
import { SESSION, message, welcome } from '../../helpers/scripted-bridge.ts';
import { until } from '../../helpers/waiting.ts';

const { bridge, browser } = bridgeAndBrowser();

test('sends hello, reads who lives here and stores the secret of the session', async () => {
  const page = browser.open();
  assert.equal(page.state.bridge.get().state, 'off');
  await connected(page);
  assert.deepEqual(bridge.of('hello')[0], { type: 'hello', version: 1, role: 'visitor', cursor: 0 });
  assert.deepEqual(page.state.resident.get(), { name: 'Timmy', attached: false, note: 'no model' });
  page.close();
  await browser.connect();
  assert.equal(bridge.of('hello')[1]?.session, SESSION);
});

test('shows a message at once, appends its answer, then speaks and logs it once', async () => {
  const page = await browser.connect();
  page.say('  hello  ');
  await until('it is sent', () => bridge.of('chat').length === 1);
  assert.deepEqual(page.lines(), ['visitor hello sending']);
  const id = browser.chatId();
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
  assert.equal(browser.storage.length, 1, 'only the session is kept');
});

test('builds the whole answer from deltas that are repeated, out of order or missing', async () => {
  const page = await browser.connect();
  const id = await browser.ask(page, 'hello');
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

test('logs an answer that came while the page was away at the time of the answer', async () => {
  const page = await browser.connect();
  const id = await browser.ask(page, 'hello');
  bridge.say(message(1, id, 'visitor', 'hello'));
  bridge.onHello = (_hello, say) => {
    say(welcome(2));
    say(message(2, `a-${id}`, 'resident', 'good day', { replyTo: id, ts: 1_700_000_060_000 }));
  };
  bridge.drop();
  await until('it is logged', () => page.logged().includes('TIMMY: good day'));
  const answer = page.state.log.get().find(({ speaker }) => speaker === 'TIMMY');
  assert.equal(answer?.ts, 1_700_000_060_000);
});

test('stops the chat from either of its two lines', async () => {
  const page = await browser.connect();
  const id = await browser.ask(page, 'hello');
  bridge.say({ type: 'chat-delta', id: `a-${id}`, replyTo: id, offset: 0, text: 'a long' });
  await until('it grows', () => page.lines().length === 2);
  stopAnswer(page.state, `a-${id}`);
  await until('it is stopped', () => bridge.of('stop').length === 1);
  assert.equal(bridge.of('stop')[0]?.id, id);
  bridge.say(message(2, `a-${id}`, 'resident', 'a long', { replyTo: id, end: 'stopped' }));
  await until('it says so', () => page.lines()[1] === 'resident a long stopped');
  await until('and so does the log', () => page.logged().includes('TIMMY: a long (stopped)'));
});

test('keeps the tool calls of an answer, one row each, live and stored', async () => {
  const page = await browser.connect();
  const id = await browser.ask(page, 'how is the weather?');
  const call = { step: 's1', tool: 'read_weather', title: 'Read the weather' } as const;
  const running = { type: 'chat-step', id: `a-${id}`, replyTo: id, ...call, state: 'running' } as const;
  const steps = () => page.state.chat.entries.get().at(-1)?.steps;
  bridge.say(running);
  await until('it runs', () => steps()?.[0]?.state === 'running');
  assert.deepEqual(page.lines(), ['visitor how is the weather? complete', 'resident  streaming']);
  bridge.say({ ...running, state: 'done', detail: '71.7°F' });
  await until('it is done', () => steps()?.[0]?.state === 'done');
  for (let n = 0; n < 20; n += 1) bridge.say({ ...running, step: `more-${n}`, state: 'failed' });
  bridge.say({ type: 'chat-delta', id: `a-${id}`, replyTo: id, offset: 0, text: 'It is ' });
  await until('the text grows', () => page.lines().at(-1) === 'resident It is  streaming');
  assert.equal(steps()?.length, MAX_STEPS, 'more are not shown');
  const stored = [{ ...call, state: 'done', detail: '71.7°F' }] as const;
  bridge.say(message(2, `a-${id}`, 'resident', 'It is clear.', { replyTo: id, steps: [...stored] }), running);
  await until('it is complete', () => page.lines().at(-1) === 'resident It is clear. complete');
  bridge.say({ type: 'status-update', detail: {} });
  await until('everything was heard', () => page.logged().includes('SYSTEM: status-update'));
  assert.deepEqual(steps(), stored);
  assert.deepEqual(page.state.log.get().find(({ speaker }) => speaker === 'TIMMY')?.steps, [
    'Read the weather (done)',
  ]);
});

test('a tool call that runs when the connection is gone and the answer is stopped has failed', async () => {
  const page = await browser.connect();
  const id = await browser.ask(page, 'hello');
  const call = { step: 's1', tool: 'read_chain', title: 'Read the chain', state: 'running' } as const;
  bridge.say({ type: 'chat-step', id: `a-${id}`, replyTo: id, ...call });
  await until('it runs', () => page.lines().length === 2);
  await bridge.stop();
  await until('it is gone', () => page.state.bridge.get().state === 'waiting');
  stopAnswer(page.state, `a-${id}`);
  await until('it is stopped', () => page.lines()[1] === 'resident  stopped');
  assert.equal(page.state.chat.entries.get()[1]?.steps?.[0]?.state, 'failed');
});

test('says in the conversation that another resident answers, and only then', async () => {
  const page = await browser.connect();
  const resident = { name: 'Timmy', attached: true, note: 'Scout answers.' } as const;
  const agent = { ...resident, kind: 'agent', by: 'Scout', place: 'local' } as const;
  const model = { ...resident, kind: 'model', by: 'groq/llama-3.3', place: 'hosted' } as const;
  bridge.say({ type: 'resident', resident: model });
  await until('it is known', () => page.state.resident.get().kind === 'model');
  assert.deepEqual(page.lines(), [], 'nothing was said so far');
  const id = await browser.ask(page, 'hello');
  bridge.say({ type: 'resident', resident: agent }, { type: 'resident', resident: agent });
  bridge.say(message(2, `a-${id}`, 'resident', 'good day', { replyTo: id }));
  await until('it is answered', () => page.lines().includes('resident good day complete'));
  assert.deepEqual(page.lines(), [
    'visitor hello complete',
    'notice Answers now come from agent Scout, local. complete',
    'resident good day complete',
  ]);
  assert.deepEqual(page.logged(), ['VISITOR: hello', 'TIMMY: good day']);
});

test('an agent that comes and goes does not push the conversation out of the chat', async () => {
  const page = await browser.connect();
  const id = await browser.ask(page, 'hello');
  bridge.say(message(1, id, 'visitor', 'hello'));
  const resident = { name: 'Timmy', attached: true, note: 'An agent answers.' } as const;
  const by = (name: string) => ({ ...resident, kind: 'agent', by: name, place: 'local' }) as const;
  for (let round = 0; round < 600; round++)
    bridge.say({ type: 'resident', resident: by(round % 2 === 0 ? 'Scout' : 'Ranger') });
  bridge.say({ type: 'resident', resident: by('Walker') });
  await until('the last is known', () => page.state.resident.get().by === 'Walker');
  assert.deepEqual(page.lines(), [
    'visitor hello complete',
    'notice Answers now come from agent Walker, local. complete',
  ]);
});

test('sends the home that the visitor wants no acts', async () => {
  const page = await browser.connect();
  changeSettings(page.state, { acting: false });
  await browser.ask(page, 'take me to the oath');
  changeSettings(page.state, { acting: true });
  page.say('and now?');
  await until('both were sent', () => bridge.of('chat').length === 2);
  assert.deepEqual(
    bridge.of('chat').map(({ acting }) => acting),
    [false, true],
  );
});

test('sends a refused message again under its id, and asks again after a broken answer', async () => {
  const page = await browser.connect();
  const id = await browser.ask(page, 'hello');
  bridge.say({ type: 'error', code: 'too-large', message: 'Try again later.', ref: id });
  await until('it failed', () => page.lines()[0] === 'visitor hello failed');
  retryChat(page.state, id, browser.storage);
  await until('it is sent again', () => bridge.of('chat').length === 2);
  assert.equal(browser.chatId(1), id);
  bridge.say(message(1, id, 'visitor', 'hello'));
  bridge.say(message(2, `a-${id}`, 'resident', 'good', { replyTo: id, end: 'failed' }));
  await until('the answer broke off', () => page.lines()[1] === 'resident good failed');
  retryChat(page.state, `a-${id}`, browser.storage);
  await until('the question is sent', () => bridge.of('chat').length === 3);
  assert.notEqual(browser.chatId(2), id, 'the same id would bring the same answer');
  assert.equal(bridge.of('chat')[2]?.text, 'hello');
  assert.deepEqual(page.lines(), ['visitor hello complete', 'resident good failed', 'visitor hello sending']);
});

test('turns frames about others into the window events of the specification', async () => {
  const page = browser.open();
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

test('keeps what the resident does, the newest frame', async () => {
  const page = await browser.connect();
  assert.equal(page.state.activity.get(), undefined);
  const activity = { state: 'working', task: 'Spring cleaning', since: 1, updatedAt: 2 } as const;
  const later = { state: 'idle', since: 3, updatedAt: 3 } as const;
  bridge.say({ type: 'activity', activity });
  await until('the first came', () => page.state.activity.get() !== undefined);
  assert.deepEqual(page.state.activity.get(), activity);
  const odd = { ...activity, target: { kind: 'url', name: 'x', url: 'javascript:alert(1)' } };
  bridge.say(JSON.stringify({ type: 'activity', activity: odd }), { type: 'activity', activity: later });
  await until('the next came', () => page.state.activity.get()?.state === 'idle');
  assert.deepEqual(page.state.activity.get(), later);
});

test('ignores frames that do not fit the protocol', async () => {
  const page = await browser.connect();
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

test('ignores a message with an invalid time', async () => {
  const page = await browser.connect();
  bridge.say(message(1, 'a-x', 'resident', 'far away', { ts: 1e300 }), message(2, 'a-y', 'resident', 'here'));
  await until('the good one came', () => page.lines().length === 1);
  assert.deepEqual(page.lines(), ['resident here complete']);
});

test('carries frames that the chat does not know, both ways, while the bridge is open', async () => {
  const page = browser.open();
  const { bridgeLine } = page.state;
  const heard: unknown[] = [];
  bridgeLine.listeners.add((frame) => heard.push(frame));
  assert.equal(bridgeLine.send({ type: 'emote', emote: 'wave' }), false, 'there is no welcome yet');
  await connected(page);
  assert.equal(bridgeLine.send({ type: 'position', p: [1, 1.6, 2.125, 4] }), true);
  await until('it arrived', () => bridge.of('position').length === 1);
  assert.deepEqual(bridge.of('position')[0]?.p, [1, 1.6, 2.13, -2.28]);
  assert.equal(bridge.of('emote').length, 0);
  bridge.say({ type: 'player-emote', number: 4, emote: 'heart' }, { type: 'status-update', detail: {} });
  await until('everything was heard', () => page.logged().includes('SYSTEM: status-update'));
  assert.deepEqual(heard, [{ type: 'player-emote', number: 4, emote: 'heart' }]);
});
