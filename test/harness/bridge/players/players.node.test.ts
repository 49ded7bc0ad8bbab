import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createState } from '../../../../data/state.ts';
import type { PresenceClientFrame } from '../../../../data/presence/protocol.ts';
import { defaultConfig } from '../../../../data/config/config.ts';
import { Players } from '../../../../harness/bridge/players/players.ts';
import { type Log, createLog } from '../../../../harness/core/log.ts';
import { Client, withHome } from '../../helpers.ts';
import { TestPeer } from './test-peer.ts';

interface World {
  readonly players: Players;
  readonly lines: string[];
  pass(milliseconds: number): void;
  at(peer: TestPeer, x: number, more?: { name?: string; watching?: boolean; visible?: boolean }): TestPeer;
  say(peer: TestPeer, frame: PresenceClientFrame): void;
}

/** The server's side without sockets, on a clock of its own. */
function world(context: TestContext, together = { presence: true, chat: true }, log?: Log['line']): World {
  const { timers } = context.mock;
  timers.enable({ apis: ['setInterval', 'Date'], now: 1_000_000 });
  const lines: string[] = [];
  const players = new Players({
    state: createState({ ...defaultConfig, together }),
    now: () => Date.now(),
    log: log ?? ((line) => lines.push(line)),
    aliasOf: (session) => `alias-${session}`,
    firstNumber: 1,
  });
  const say = (peer: TestPeer, frame: PresenceClientFrame): void => players.handle(peer, frame);
  context.after(() => players.close());
  return {
    players,
    lines,
    pass: (milliseconds) => timers.tick(milliseconds),
    at(peer, x, { name = '', watching = true, visible = true } = {}) {
      say(peer, { type: 'presence', name, visible, watching });
      say(peer, { type: 'position', p: [x, 1.6, 0, 0] });
      return peer;
    },
    say,
  };
}

const left = (players: Players, what: string): number => new Map(players.leftOut).get(what) ?? 0;

const named = (frames: ReturnType<TestPeer['take']>): number[] =>
  frames.flatMap((frame) => (frame.type === 'player' ? [frame.number] : []));
const rows = (frames: ReturnType<TestPeer['take']>): number[][] =>
  frames.flatMap((frame) => (frame.type === 'players' ? frame.p : []));
const gone = (frames: ReturnType<TestPeer['take']>): number[] =>
  frames.flatMap((frame) => (frame.type === 'players' ? frame.gone : []));

test('two visitors see each other walk, wave, change their names and hide', async () => {
  await withHome({}, async ({ url, app }) => {
    const [ada, bob, blind] = [new Client(url), new Client(url), new Client(url)];
    for (const client of [ada, bob, blind]) await client.hello();
    ada.send({ type: 'presence', name: 'Ada\n', visible: true, watching: true });
    ada.send({ type: 'position', p: [1, 1.6, 2, 0.5] });
    bob.send({ type: 'presence', visible: true, watching: true });
    bob.send({ type: 'position', p: [3, 1.6, 2, 0] });
    blind.send({ type: 'presence', visible: true, watching: false });
    blind.send({ type: 'position', p: [-4, 1.6, 0, 0] });
    const { number } = await bob.frame('player', ({ name }) => name === 'Ada');
    await bob.frame('players', ({ p }) => p.some((row) => row.join() === `${number},1,1.6,2,0.5`));
    ada.send({ type: 'position', p: [1.5, 1.6, 2, 0.5] });
    await bob.frame('players', ({ p }) => p.some((row) => row.join() === `${number},1.5,1.6,2,0.5`));
    ada.send({ type: 'emote', emote: 'wave' });
    assert.equal((await bob.frame('player-emote')).number, number);
    ada.send({ type: 'presence', name: 'Lady Ada', visible: true, watching: true });
    assert.equal((await bob.frame('player', ({ name }) => name === 'Lady Ada')).number, number);
    ada.send({ type: 'presence', name: 'Lady Ada', visible: false, watching: true });
    await bob.frame('players', (frame) => frame.gone.includes(number));
    assert.equal(app.home.bridge.players.counts.visible, 2);
    const others = ada.frames.flatMap((frame) => (frame.type === 'player' ? [frame.number] : []));
    assert.equal(new Set(others).size, 2, 'it sees the two others and not itself');
    assert.deepEqual(
      blind.frames.filter(({ type }) => type.startsWith('player-emote') || type === 'players'),
      [],
    );
    assert.doesNotMatch(JSON.stringify(bob.frames.filter(({ type }) => type !== 'welcome')), /session/);
    for (const client of [ada, bob, blind]) await client.close();
  });
});

test('clients without hello, and roles without a place in the world, show nothing', async () => {
  await withHome({ bridge: { token: 'a-token' } }, async ({ url, app }) => {
    const [stranger, observer, visitor] = [new Client(url), new Client(url), new Client(url)];
    await stranger.open();
    stranger.send({ type: 'position', p: [0, 0, 0, 0] });
    assert.equal((await stranger.frame('error')).code, 'no-session');
    await observer.hello({ role: 'observer', token: 'a-token' });
    await visitor.hello();
    visitor.send({ type: 'presence', visible: true, watching: false });
    visitor.send({ type: 'position', p: [0, 1.6, 0, 0] });
    observer.send({ type: 'presence', visible: true, watching: true });
    const { number } = await observer.frame('player');
    await observer.frame('players', ({ p }) => p[0]?.[0] === number);
    observer.send({ type: 'position', p: [0, 0, 0, 0] });
    assert.equal((await observer.frame('error')).code, 'unauthorized');
    assert.equal(app.home.bridge.players.counts.visible, 1);
    visitor.send({ type: 'position', p: [0, 1000, 0, 0] });
    assert.match((await visitor.frame('error')).message, /p\.1/);
    await visitor.close();
    await observer.frame('players', (frame) => frame.gone.includes(number));
    for (const client of [stranger, observer]) await client.close();
  });
});

test('a visitor with two tabs is one light: that of the tab that moved last', (context) => {
  const { at, say, pass } = world(context);
  const other = at(new TestPeer(2), 5);
  const [left, right] = [at(new TestPeer(1), 0), new TestPeer(1)];
  pass(1_000);
  other.take();
  at(right, 8);
  pass(500);
  assert.deepEqual(
    rows(other.take()),
    [[2, 8, 1.6, 0, 0]],
    'the first stood still, so the second has the light',
  );
  say(left, { type: 'position', p: [1, 1.6, 0, 0] });
  pass(500);
  assert.deepEqual(rows(other.take()), [], 'the light does not jump while the second has just moved');
  say(left, { type: 'position', p: [2, 1.6, 0, 0] });
  pass(500);
  assert.deepEqual(rows(other.take()), [[2, 2, 1.6, 0, 0]]);
  say(left, { type: 'position', p: null });
  pass(1_000);
  assert.deepEqual(rows(other.take()), [[2, 8, 1.6, 0, 0]], 'the other tab is still open');
  say(right, { type: 'presence', name: '', visible: false, watching: true });
  pass(100);
  assert.deepEqual(gone(other.take()), [2], 'visible is of the visitor, not of the tab');
  assert.equal(named(left.take()).includes(2), false, 'a tab does not see its own visitor');
});

test('a visitor stays in view when a tab in the background or a wall gives up its place', (context) => {
  const { at, say, pass } = world(context);
  const other = at(new TestPeer(2), 5);
  const [background, front, wall] = [at(new TestPeer(1), 0), new TestPeer(1), new TestPeer(1)];
  pass(1_000);
  say(wall, { type: 'presence', name: '', visible: true, watching: true });
  at(front, 8);
  pass(1_000);
  other.take();
  say(background, { type: 'position', p: null });
  say(background, { type: 'presence', name: '', visible: true, watching: false });
  say(front, { type: 'position', p: [9, 1.6, 0, 0] });
  pass(1_000);
  const seen = other.take();
  assert.deepEqual([gone(seen), rows(seen)], [[], [[2, 9, 1.6, 0, 0]]]);
  say(front, { type: 'player-chat', text: 'I am here' });
  assert.deepEqual(
    front.take().filter(({ type }) => type === 'error'),
    [],
  );
  say(front, { type: 'position', p: null });
  pass(1_000);
  assert.deepEqual(gone(other.take()), [2], 'no tab has a place');
});

test('a visitor who comes back has the same number, and no session in it', (context) => {
  const { at, pass, players } = world(context);
  const watcher = at(new TestPeer(9), 0);
  const first = at(new TestPeer(4711), 1);
  pass(1_000);
  const [number] = named(watcher.take());
  players.leave(first);
  pass(100);
  assert.deepEqual(gone(watcher.take()), [number]);
  at(new TestPeer(4711), 1);
  pass(1_000);
  assert.deepEqual(named(watcher.take()), [number]);
  assert.equal(number, 2);
});

test('a page that does not read gets the newest state once it reads, and nothing piles up', (context) => {
  const { at, say, pass, players } = world(context);
  const [slow, mover, hider] = [at(new TestPeer(1), 0), at(new TestPeer(2), 1), at(new TestPeer(3), 2)];
  pass(1_000);
  slow.take();
  slow.bufferedBytes = 100_000;
  for (let step = 0; step < 50; step++) {
    say(mover, { type: 'position', p: [1 + step / 10, 1.6, 0, 0] });
    pass(100);
  }
  say(hider, { type: 'presence', name: '', visible: false, watching: false });
  say(mover, { type: 'emote', emote: 'cheer' });
  pass(5_000);
  assert.deepEqual(slow.take(), []);
  assert.ok(left(players, 'frame to a slow page') > 50);
  slow.bufferedBytes = 0;
  pass(100);
  const caughtUp = slow.take();
  assert.deepEqual(rows(caughtUp), [[2, 5.9, 1.6, 0, 0]]);
  assert.deepEqual(gone(caughtUp), [3]);
});

test('positions beyond the rate are dropped and counted, but to be unseen is always taken', (context) => {
  const { at, say, pass, players } = world(context);
  const watcher = at(new TestPeer(1), 0);
  const fast = at(new TestPeer(2), 1);
  for (let step = 0; step < 30; step++) say(fast, { type: 'position', p: [step / 10, 1.6, 0, 0] });
  assert.equal(left(players, 'position'), 21);
  say(fast, { type: 'position', p: null });
  pass(1_000);
  assert.equal(players.counts.visible, 1);
  assert.deepEqual(named(watcher.take()), []);
  // Ten a second for a minute is no more than the rate.
  for (let step = 0; step < 600; step++) {
    say(watcher, { type: 'position', p: [step / 100, 1.6, 0, 0] });
    pass(100);
  }
  assert.equal(left(players, 'position'), 21);
  for (const emote of ['wave', 'heart', 'spark', 'cheer'] as const) say(watcher, { type: 'emote', emote });
  assert.deepEqual(
    watcher.take().filter(({ type }) => type !== 'players'),
    [],
    'no error for any of it',
  );
});

test('500 visitors who arrive at once come into view a few at a time', (context) => {
  const { at, pass } = world(context);
  const watcher = at(new TestPeer(1000), 0);
  pass(1_000);
  watcher.take();
  for (let session = 1; session <= 500; session++)
    at(new TestPeer(session), session / 20, { watching: false });
  pass(500);
  let all = 0;
  for (let tick = 0; tick < 20; tick++) {
    const arrived = named(watcher.take()).length;
    assert.ok(arrived <= 40, `${arrived} in half a second`);
    all += arrived;
    pass(100);
  }
  assert.equal(all, 50);
});

test('visitors near each other can chat if the owner allows it, and a report names no person', (context) => {
  const { at, say, pass, lines } = world(context);
  const [speaker, near, far] = [at(new TestPeer(1), 0), at(new TestPeer(2), 10), at(new TestPeer(3), 20)];
  const unseen = at(new TestPeer(4), 1, { visible: false });
  pass(2_000);
  for (const peer of [speaker, near, far, unseen]) peer.take();
  say(speaker, { type: 'player-chat', text: 'hello there' });
  assert.deepEqual(near.take(), [{ type: 'player-chat', number: 1, text: 'hello there' }]);
  assert.deepEqual([...far.take(), ...speaker.take()], []);
  assert.deepEqual(unseen.take(), [], 'a hidden visitor reads nothing');
  say(unseen, { type: 'player-chat', text: 'boo' });
  assert.match(
    JSON.stringify(unseen.take()),
    /"type":"error".*"ref":"player-chat","text":"boo"/,
    'it names the frame and the line',
  );
  for (let line = 0; line < 6; line++) say(speaker, { type: 'player-chat', text: `line ${line}` });
  assert.equal(near.take().length, 4, 'five at once');
  const refusals = speaker.take();
  assert.deepEqual(
    refusals.map((frame) => (frame.type === 'error' ? frame.code : '')),
    ['rate-limited', 'rate-limited'],
  );
  pass(4_000);
  say(speaker, { type: 'player-chat', text: 'later' });
  assert.equal(
    near.take().filter(({ type }) => type === 'player-chat').length,
    1,
    'then one in four seconds',
  );
  say(near, { type: 'player-report', number: 1, reason: 'rude' });
  say(near, { type: 'player-report', number: 3, reason: '' });
  assert.deepEqual(lines, [
    'visitor alias-2 reports visitor alias-1: rude',
    'reported visitor alias-1 wrote: line 2',
    'reported visitor alias-1 wrote: line 3',
    'reported visitor alias-1 wrote: later',
  ]);
  const [taken, late] = near.take();
  assert.deepEqual(taken, { type: 'player-report', number: 1 }, 'the home has the report');
  assert.match(JSON.stringify(late), /has written nothing in the last minutes.*"ref":"player-report"/);
  for (let report = 0; report < 5; report++) {
    say(near, { type: 'player-report', number: 1, reason: '' });
    pass(4_000);
    say(speaker, { type: 'player-chat', text: 'more' });
  }
  assert.equal(lines.filter((line) => line.includes(' reports ')).length, 3, 'three reports at once');
  near.take();
  pass(600_001);
  say(near, { type: 'player-report', number: 1, reason: 'rude' });
  assert.match(JSON.stringify(near.take()), /has written nothing in the last minutes/, 'forgotten');
});

test('a visitor with two tabs reads where the light is, not in two places', (context) => {
  const { at, say, pass } = world(context);
  const [speaker, here] = [at(new TestPeer(1), 0), at(new TestPeer(2), 30)];
  pass(1_000);
  // The light stays with the tab that moves.
  const spy = new TestPeer(2);
  say(spy, { type: 'presence', name: '', visible: true, watching: true });
  say(here, { type: 'position', p: [30.1, 1.6, 0, 0] });
  say(spy, { type: 'position', p: [1, 1.6, 0, 0] });
  for (let step = 0; step < 10; step++) {
    say(here, { type: 'position', p: [30 + step / 10, 1.6, 0, 0] });
    pass(100);
  }
  for (const peer of [here, spy]) peer.take();
  say(speaker, { type: 'player-chat', text: 'hello there' });
  assert.deepEqual([...here.take(), ...spy.take()], []);
});

test('a visitor far above, or one who has just jumped near or appeared, reads nothing', (context) => {
  const { at, say, pass } = world(context);
  const peers = Array.from({ length: 5 }, (_, index) => new TestPeer(index + 1));
  const [speaker, above, jumper, walker, lurker] = peers;
  assert.ok(speaker && above && jumper && walker && lurker);
  at(speaker, 0);
  say(at(above, 1), { type: 'position', p: [1, 20, 0, 0] });
  at(jumper, 60);
  at(walker, 18);
  at(lurker, 1, { visible: false });
  for (let step = 0; step < 50; step++) {
    say(walker, { type: 'position', p: [18 - step / 10, 1.6, 0, 0] });
    pass(100);
  }
  say(jumper, { type: 'position', p: [1, 1.6, 0, 0] });
  say(lurker, { type: 'presence', name: '', visible: true, watching: true });
  const readers = (): number[] => {
    for (const peer of peers) peer.take();
    say(speaker, { type: 'player-chat', text: 'hello there' });
    return peers.flatMap((peer, index) =>
      peer.take().some(({ type }) => type === 'player-chat') ? [index + 1] : [],
    );
  };
  pass(1_900);
  assert.deepEqual(readers(), [4]);
  pass(100);
  assert.deepEqual(readers(), [3, 4, 5]);
  for (const visible of [false, true]) say(walker, { type: 'presence', name: '', visible, watching: true });
  assert.deepEqual(readers(), [3, 5]);
});

test('a visitor cannot have the name of the resident or the owner', (context) => {
  const { at, say, pass } = world(context);
  const watcher = at(new TestPeer(1), 0);
  const visitor = at(new TestPeer(2), 1, { name: 'Ada' });
  pass(1_000);
  const names = (): (string | undefined)[] =>
    watcher.take().flatMap((frame) => (frame.type === 'player' ? [frame.name] : []));
  assert.deepEqual(names(), ['Ada']);
  for (const name of ['Τimmy', 'Owner ✓']) {
    visitor.take();
    say(visitor, { type: 'presence', name, visible: true, watching: true });
    const [refusal] = visitor.take();
    assert.ok(refusal?.type === 'error' && refusal.code === 'refused', name);
  }
  pass(1_000);
  assert.deepEqual(names(), [undefined], 'the light has no name then');
});

test('an address that reports again and again does not use up the reports of others', (context) => {
  const { at, say, pass, lines } = world(context);
  const victim = at(new TestPeer(1, 'visitor', '198.51.100.7'), 0);
  const abuser = at(new TestPeer(2), 1);
  const others = Array.from({ length: 10 }, (_, index) => at(new TestPeer(10 + index), 2));
  pass(1_000);
  for (const peer of [victim, abuser, ...others]) say(peer, { type: 'player-chat', text: 'a line' });
  for (const peer of [abuser, ...others])
    for (const number of [1, 3, 4, 5]) say(peer, { type: 'player-report', number, reason: '' });
  const reports = (): number => lines.filter((line) => line.includes(' reports ')).length;
  assert.equal(reports(), 3);
  say(victim, { type: 'player-report', number: 2, reason: 'rude' });
  assert.ok(lines.includes('visitor alias-1 reports visitor alias-2: rude'));
  pass(10 * 60_000);
  say(abuser, { type: 'player-chat', text: 'a line' });
  for (const peer of others) say(peer, { type: 'player-report', number: 2, reason: '' });
  assert.ok(lines.some((line) => line.endsWith(' reports visitor alias-2: no reason given')));
  assert.equal(reports(), 5, 'one more in ten minutes');
});

test('a report that a visitor repeats is written once, and again after another line', (context) => {
  const { at, say, pass, lines } = world(context);
  const abuser = at(new TestPeer(1), 0);
  const peers = Array.from({ length: 30 }, (_, index) =>
    at(new TestPeer(10 + index, 'visitor', `198.51.100.${index}`), 1),
  );
  pass(1_000);
  say(abuser, { type: 'player-chat', text: 'a line' });
  const [again] = peers;
  assert.ok(again);
  for (let report = 0; report < 3; report++) say(again, { type: 'player-report', number: 1, reason: '' });
  const reports = (): number => lines.filter((line) => line.includes(' reports ')).length;
  assert.equal(reports(), 1);
  say(abuser, { type: 'player-chat', text: 'another line' });
  say(again, { type: 'player-report', number: 1, reason: '' });
  assert.deepEqual(lines.slice(-3), [
    'visitor alias-10 reports visitor alias-1: no reason given',
    'reported visitor alias-1 wrote: a line',
    'reported visitor alias-1 wrote: another line',
  ]);
  again.take();
  for (const peer of peers.slice(1)) say(peer, { type: 'player-report', number: 1, reason: '' });
  assert.equal(reports(), 20, 'of all visitors');
  assert.match(JSON.stringify(peers.at(-1)?.take()), /too many reports for now/);
});

test('a report is in the log although the log has all other lines of its minute', (context) => {
  const lines: string[] = [];
  const { line } = createLog((text) => lines.push(text));
  const { at, say, pass } = world(context, { presence: true, chat: true }, line);
  const abusers = Array.from({ length: 20 }, (_, index) =>
    at(new TestPeer(1 + index, 'visitor', `192.0.2.${index}`), 1),
  );
  pass(1_000);
  for (const abuser of abusers)
    for (const text of ['a line', 'another', 'the last'])
      say(abuser, { type: 'player-chat', text: `${text} of ${abuser.session}` });
  for (let other = 0; other < 100; other++) line(`a visitor wrote ${other}`);
  for (const [index, abuser] of abusers.entries()) {
    const victim = at(new TestPeer(100 + index, 'visitor', `198.51.100.${index}`), 1);
    say(victim, { type: 'player-report', number: Number(abuser.session), reason: 'rude' });
  }
  for (const { session } of abusers)
    for (const text of [
      `visitor alias-${session}: rude`,
      `wrote: a line of ${session}`,
      `the last of ${session}`,
    ])
      assert.ok(
        lines.some((entry) => entry.endsWith(text)),
        text,
      );
});

test('one address cannot displace the line that is to be reported', (context) => {
  const { at, say, pass, lines } = world(context);
  const [abuser, victim] = [at(new TestPeer(1), 0), at(new TestPeer(2, 'visitor', '198.51.100.7'), 1)];
  pass(1_000);
  say(abuser, { type: 'player-chat', text: 'an abuse' });
  for (let session = 10; session < 310; session++) {
    say(at(new TestPeer(session), 30, { watching: false }), { type: 'player-chat', text: 'a line' });
    pass(1_000);
  }
  say(victim, { type: 'player-report', number: 1, reason: '' });
  assert.ok(lines.includes('reported visitor alias-1 wrote: an abuse'));
});

test('a home can forbid words between visitors, and presence altogether', (context) => {
  const { at, say } = world(context, { presence: true, chat: false });
  const visitor = at(new TestPeer(1), 0);
  say(visitor, { type: 'player-chat', text: 'hi' });
  say(visitor, { type: 'player-report', number: 1, reason: '' });
  const refused = visitor.take();
  assert.deepEqual(
    refused.map((frame) => (frame.type === 'error' ? frame.code : frame.type)),
    ['refused', 'refused'],
  );
  context.mock.timers.reset();
  const empty = world(context, { presence: false, chat: true });
  const unseen = empty.at(new TestPeer(1), 0);
  empty.at(new TestPeer(2), 0);
  empty.pass(1_000);
  assert.equal(empty.players.counts.visible, 0);
  assert.ok(unseen.take().every((frame) => frame.type === 'error' && frame.code === 'refused'));
});
