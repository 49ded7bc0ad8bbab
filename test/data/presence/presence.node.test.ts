import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Environment } from '../../../data/core/environment.ts';
import type { ServerFrame } from '../../../data/chat/protocol.ts';
import { changeSettings } from '../../../data/config/settings/settings.ts';
import { createPresence } from '../../../data/presence/presence.ts';
import { mutePlayer, reportPlayer, sendPlayerChat } from '../../../data/presence/player-chat.ts';
import { showEmote } from '../../../data/presence/presence-state.ts';
import type { State } from '../../../data/state.ts';
import { beginAt } from '../../../data/view/view-state.ts';
import { theme } from '../../../theme/theme.ts';
import { type ChatTab, bridgeAndBrowser, connected } from '../../helpers/bridge-browser.ts';
import { welcome } from '../../helpers/scripted-bridge.ts';
import { ticking, until } from '../../helpers/waiting.ts';

const { bridge, browser } = bridgeAndBrowser();
const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

interface Visit {
  readonly page: ChatTab;
  readonly state: State;
  readonly window: EventTarget;
  hide(hidden: boolean): void;
}

/** A page with the module at work, its visitor in the middle of the world. */
function visit(
  before?: (state: State) => void,
  monotonicNow = () => performance.now() + browser.ahead,
): Visit {
  const page = browser.open(before ? { before } : {});
  const { state } = page;
  const window = new EventTarget();
  let hidden = false;
  const environment: Pick<Environment, 'monotonicNow' | 'isHidden' | 'window'> = {
    monotonicNow,
    isHidden: () => hidden,
    window,
  };
  const module = createPresence(environment);
  module.init(undefined, state, theme);
  const stop = ticking(module);
  ends.push(() => {
    stop();
    module.dispose?.();
  });
  Object.assign(state.presence.own, { isKnown: true, x: 1, y: 2, z: 3, yaw: 0.5 });
  return {
    page,
    state,
    window,
    hide(now) {
      hidden = now;
      window.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

async function begin(before?: (state: State) => void): Promise<Visit> {
  const visitor = visit(before);
  await connected(visitor.page);
  await until('the home knows the visitor', () => bridge.of('presence').length === 1);
  return visitor;
}

const players = (p: readonly number[][], gone: number[] = [], count = 0): string =>
  JSON.stringify({ type: 'players', at: Date.now(), p, gone, count });

test('says how the visitor wants to be seen, then where they are, and again only where that changes', async () => {
  const { state } = await begin();
  assert.deepEqual(bridge.of('presence')[0], { type: 'presence', name: '', visible: true, watching: true });
  await until('the place is sent', () => bridge.of('position').length === 1);
  assert.deepEqual(bridge.of('position')[0]?.p, [1, 2, 3, 0.5]);
  state.presence.own.x += 0.016;
  state.presence.own.yaw += 2 * Math.PI + 0.01;
  browser.ahead += 1_000;
  // A frame that the home answers comes after all that were sent before it.
  showEmote(state, 'wave');
  await until('the emote is sent', () => bridge.of('emote').length === 1);
  assert.equal(bridge.of('position').length, 1, 'less than 2 cm and 1°');
  state.presence.own.z = 4;
  await until('the other place is sent', () => bridge.of('position').length === 2);
  assert.deepEqual(bridge.of('position')[1]?.p?.slice(0, 3), [1.02, 2, 4]);
  assert.equal(state.presence.shown.get().count, 1);
});

test('sends at most ten places a second', async () => {
  let now = 0;
  const { state, page } = visit(undefined, () => now);
  await connected(page);
  await until('the place is sent', () => bridge.of('position').length === 1);
  now = 99;
  state.presence.own.x = 5;
  // This frame is sent after all earlier frames.
  showEmote(state, 'wave');
  await until('the emote is sent', () => bridge.of('emote').length === 1);
  assert.equal(bridge.of('position').length, 1);
  now = 100;
  await until('the next one is sent', () => bridge.of('position').length === 2);
});

test('lists who is near, moves their lights, and lets them go out', async () => {
  const { state } = await begin();
  const { players: arrays, count } = state.presence;
  bridge.say(
    { type: 'player', number: 7, name: 'Ada', color: 120 },
    { type: 'player', number: 8, color: 300 },
    players(
      [
        [7, 1, 2, 3, 0],
        [8, 4, 2, 3, 0],
        [9, 4, 2, 3, 0],
      ],
      [],
      5,
    ),
  );
  await until('they are counted', () => count.get() === 7);
  assert.deepEqual(
    arrays.near.get().map(({ number, name }) => [number, name]),
    [
      [7, 'Ada'],
      [8, ''],
    ],
  );
  const slot = arrays.numbers.indexOf(7);
  await until('the light is on', () => arrays.shares[slot] === 1);
  assert.deepEqual(Array.from(arrays.places.subarray(slot * 4, slot * 4 + 4)), [1, 2, 3, 0]);
  bridge.say({ type: 'player-emote', number: 7, emote: 'spark' }, players([[7, 2, 2, 3, 0]]));
  await until('it goes there', () => Math.abs((arrays.places[slot * 4] ?? 0) - 2) < 0.01);
  await until('and sparkles', () => (arrays.emoteShares[slot] ?? 1) < 1 && arrays.emotes[slot] === 2);
  bridge.say({ type: 'player', number: 8, name: 'Ben', color: 300 }, players([], [7]));
  await until('one is left', () => arrays.near.get().length === 1 && arrays.near.get()[0]?.name === 'Ben');
  assert.equal(count.get(), 1);
  await until('the light is out', () => arrays.numbers[slot] === 0);
});

test('names that look equal have the number of their visitor, as long as both are there', async () => {
  const { state } = await begin();
  const { players: arrays } = state.presence;
  const names = (): string[] => arrays.near.get().map(({ name }) => name);
  bridge.say(
    { type: 'player', number: 7, name: 'Ada', color: 120 },
    { type: 'player', number: 8, name: 'Аda', color: 300 },
    { type: 'player', number: 9, name: 'Ben', color: 10 },
    { type: 'player', number: 1_234_567, name: 'A very long name of 24 c', color: 20 },
    { type: 'player', number: 1_234_568, name: 'a very long name of 24 c', color: 30 },
    { type: 'player', number: 10, color: 40 },
    { type: 'player', number: 11, color: 50 },
  );
  await until('all are there', () => names().length === 7);
  assert.deepEqual(names(), [
    'Ada (7)',
    'Аda (8)',
    'Ben',
    'A very long na (1234567)',
    'a very long na (1234568)',
    '',
    '',
  ]);
  assert.equal(arrays.names[arrays.numbers.indexOf(8)], 'Аda (8)', 'beside the light too');
  bridge.say(players([], [8]));
  await until('the name is unique again', () => names()[0] === 'Ada');
});

test('sends chat to visitors near by, separate from the conversation; lines of a muted visitor are dropped', async () => {
  const { state } = await begin();
  const { talk } = state.presence;
  const said = (): string[] => talk.lines.get().map(({ name, text }) => `${name}: ${text}`);
  await until('the place is sent', () => bridge.of('position').length === 1);
  bridge.say(
    { type: 'player', number: 7, name: 'Ada', color: 120 },
    { type: 'player', number: 8, color: 300 },
    { type: 'player-chat', number: 7, text: 'Hello' },
    { type: 'player-chat', number: 8, text: 'Hi' },
  );
  await until('both are heard', () => talk.unread.get() === 2);
  sendPlayerChat(state, '  Good evening ');
  await until('it is sent', () => bridge.of('player-chat').length === 1);
  assert.equal(bridge.of('player-chat')[0]?.text, 'Good evening');
  assert.deepEqual(said(), ['Ada: Hello', ': Hi', ': Good evening']);
  mutePlayer(state, 7, true);
  reportPlayer(state, 7);
  bridge.say(
    { type: 'player-chat', number: 7, text: 'More' },
    { type: 'player-chat', number: 8, text: 'Yes' },
  );
  await until('the other one is heard', () => said().at(-1) === ': Yes');
  assert.equal(said().includes('Ada: More'), false);
  await until('the owner hears of it', () => bridge.of('player-report')[0]?.number === 7);
  assert.deepEqual([state.chat.entries.get(), state.log.get()], [[], []]);
  for (let n = 0; n < 8; n += 1) sendPlayerChat(state, `${n}`);
  await until('it is too fast', () => talk.problem.get().includes('too fast'));
  sendPlayerChat(state, 'again');
  assert.equal(talk.problem.get(), '', 'the same problem is then another one');
  await until('it is too fast again', () => talk.problem.get().includes('too fast'));
  changeSettings(state, { showMe: false });
  sendPlayerChat(state, 'unseen');
  await until('it says why', () => talk.problem.get().includes('do not see you'));
});

test('the line that the home refuses is taken back, and a report counts once the home has it', async () => {
  const { state } = await begin();
  const { talk } = state.presence;
  await until('the place is sent', () => bridge.of('position').length === 1);
  for (const line of ['o\u200bne', 'two']) sendPlayerChat(state, line);
  await until('both are sent', () => bridge.of('player-chat').length === 2);
  const message = 'You send lines too fast. Wait a few seconds.';
  const refusal = { type: 'error', code: 'rate-limited', message, ref: 'player-chat' } as const;
  const said = (): string[] => talk.lines.get().map(({ text }) => text);
  bridge.say(JSON.stringify({ ...refusal, text: 'one' }));
  await until('the page says so', () => talk.problem.get() === `Not sent: “one”. ${message}`);
  assert.deepEqual(said(), ['two']);
  bridge.say(refusal);
  await until('the page does not know which', () => talk.problem.get() === `Not sent. ${message}`);
  assert.deepEqual(said(), ['two']);
  reportPlayer(state, 7);
  assert.equal(talk.problem.get(), '');
  await until('the report is sent', () => bridge.of('player-report').length === 1);
  bridge.say({ type: 'error', code: 'refused', message: 'It is too late.', ref: 'player-report' });
  await until('the page says so', () => talk.problem.get() === 'Not reported. It is too late.');
  assert.equal(talk.wasReported.get().count, 0);
  bridge.say({ type: 'player-report', number: 7 });
  await until('the home has a report', () => talk.wasReported.get().count === 1);
  assert.deepEqual([state.chat.problem.get(), state.log.get()], ['', []]);
});

test('a report without a connection says so', async () => {
  const { state } = visit();
  reportPlayer(state, 7);
  await until('it says why', () => state.presence.talk.problem.get().startsWith('Not reported: there is no'));
});

test('a lost connection removes all lights, and the next one gets everything again', async () => {
  const { state } = await begin();
  bridge.say({ type: 'player', number: 7, color: 120 }, players([[7, 1, 2, 3, 0]]));
  await until('one is here', () => state.presence.count.get() === 1);
  await until('the place is sent', () => bridge.of('position').length === 1);
  bridge.drop();
  await until('all are gone', () => state.presence.count.get() === 0);
  assert.deepEqual(state.presence.players.near.get(), []);
  browser.ahead += 5_000;
  await until('the home knows the visitor again', () => bridge.of('presence').length === 2);
  await until('and the place', () => bridge.of('position').length === 2);
});

test('a visitor who hides has no position, and a hidden page does not get the others', async () => {
  const { state } = await begin();
  await until('the place is sent', () => bridge.of('position').length === 1);
  bridge.say({ type: 'player', number: 7, color: 120 }, players([[7, 1, 2, 3, 0]]));
  await until('one is here', () => state.presence.count.get() === 1);
  changeSettings(state, { showMe: false, showOthers: false });
  await until('the home knows', () => bridge.of('position').length === 2);
  assert.equal(bridge.of('position')[1]?.p, null);
  assert.deepEqual(bridge.of('presence')[1], { type: 'presence', name: '', visible: false, watching: false });
  assert.equal(state.presence.count.get(), 0);
  showEmote(state, 'heart');
  state.presence.own.x = 9;
  changeSettings(state, { visitorName: 'Ada' });
  await until('the home knows the name, so that the emote was dropped before', () => {
    browser.ahead += 100;
    return bridge.of('presence').length === 3;
  });
  changeSettings(state, { showMe: true });
  await until('they are back', () => bridge.of('position').length === 3);
  assert.equal(bridge.of('emote').length, 0);
});

test('the wall has no place, but sees the others, and does not hide the visitor’s other tabs', async () => {
  const { state } = await begin((page) => beginAt(page, '/wall'));
  assert.deepEqual(bridge.of('presence')[0], { type: 'presence', name: '', visible: true, watching: true });
  bridge.say({ type: 'player', number: 7, color: 120 }, players([[7, 1, 2, 3, 0]]));
  await until('one is here', () => state.presence.count.get() === 1);
  assert.equal(bridge.of('position').length, 0);
});

test('a name is sent once it is typed, on one line', async () => {
  const { state } = await begin((page) => changeSettings(page, { visitorName: ' Ada ' }));
  assert.equal(bridge.of('presence')[0]?.name, 'Ada');
  changeSettings(state, { visitorName: 'Ada L' });
  changeSettings(state, { visitorName: 'Ada\u202eL\n' });
  await until('nothing is typed any more', () => {
    browser.ahead += 100;
    return bridge.of('presence').length === 2;
  });
  assert.equal(bridge.of('presence')[1]?.name, 'AdaL');
});

test('the name of the resident is not sent', async () => {
  const { state } = await begin((page) => changeSettings(page, { visitorName: 'Τimmy ✓' }));
  assert.equal(bridge.of('presence')[0]?.name, '');
  changeSettings(state, { visitorName: 'Tim' });
  await until('another one is sent', () => {
    browser.ahead += 100;
    return bridge.of('presence')[1]?.name === 'Tim';
  });
});

test('a page that is hidden for long leaves, repeats what the visitor has set meanwhile, and comes back', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const visitor = visit();
  const waitFor = async (isSo: () => boolean): Promise<void> => {
    // The waiting itself needs a timer that is not mocked.
    const end = performance.now() + 20_000;
    while (!isSo()) {
      assert.ok(performance.now() < end, 'waited in vain');
      await new Promise((next) => setImmediate(next));
    }
  };
  await waitFor(() => bridge.of('position').length === 1);
  visitor.hide(true);
  context.mock.timers.tick(19_000);
  visitor.hide(false);
  visitor.hide(true);
  // The visitor types a name in another tab.
  changeSettings(visitor.state, { visitorName: 'Ada' });
  context.mock.timers.tick(21_000);
  const away = { type: 'presence', name: 'Ada', visible: true, watching: false };
  await waitFor(() => bridge.of('presence').length === 2);
  assert.deepEqual(bridge.of('presence')[1], away);
  assert.equal(bridge.of('position')[1]?.p, null);
  visitor.state.presence.own.x = 9;
  changeSettings(visitor.state, { showMe: false });
  await waitFor(() => bridge.of('presence').length === 3);
  assert.deepEqual(bridge.of('presence')[2], { ...away, visible: false });
  changeSettings(visitor.state, { showMe: true });
  await waitFor(() => bridge.of('presence').length === 4);
  assert.equal(bridge.of('position').length, 2);
  // The visitor types another name in another tab, while the ticker of this page stands still.
  changeSettings(visitor.state, { visitorName: 'Ben' });
  visitor.hide(false);
  await waitFor(() => bridge.of('position').length === 3);
  assert.deepEqual(bridge.of('presence').slice(4), [{ ...away, name: 'Ben', watching: true }]);
});

test('a home without presence gets nothing', async () => {
  const { state, page } = visit((before) =>
    before.config.set({ ...before.config.get(), together: { presence: false, chat: false } }),
  );
  await connected(page);
  showEmote(state, 'wave');
  page.say('hello');
  await until('the bridge hears the chat', () => bridge.of('chat').length === 1);
  assert.deepEqual([bridge.of('presence').length, bridge.of('position').length], [0, 0]);
  assert.equal(state.presence.line.get(), 'off');
});

test('a bridge that does not know of visitors is sent nothing about them', async () => {
  bridge.onHello = (_hello, say) => {
    const { presence: _presence, ...plain } = welcome() as Extract<ServerFrame, { type: 'welcome' }>;
    say(plain);
  };
  const { page } = visit();
  await connected(page);
  await until('it is off', () => page.state.presence.line.get() === 'off');
  bridge.say({ type: 'ping' });
  await until('it is open all the same', () => bridge.of('pong').length === 1);
  assert.deepEqual(
    bridge.heard.map(({ type }) => type),
    ['hello', 'pong'],
  );
});
