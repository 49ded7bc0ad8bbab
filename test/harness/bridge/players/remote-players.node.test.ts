import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { defaultConfig } from '../../../../data/config/config.ts';
import type { PresenceClientFrame } from '../../../../data/presence/protocol.ts';
import { createState } from '../../../../data/state.ts';
import { Players } from '../../../../harness/bridge/players/players.ts';
import type { Bus } from '../../../../harness/bus/bus.ts';
import { LocalBus } from '../../../helpers/local-bus.ts';
import { NatsBus } from '../../../../harness/bus/nats-bus.ts';
import { connectNats } from '../../../../harness/bus/nats-connection.ts';
import { NatsServer, whyNoNats } from '../../../helpers/nats.ts';
import { Client, startHome } from '../../helpers.ts';
import { Drawn } from './crowd.ts';
import { TestPeer } from './test-peer.ts';

/** A visitor's page at one of the gateways, with what it draws. */
class Page {
  readonly drawn = new Drawn();
  readonly #peer: TestPeer;
  readonly #players: Players;

  constructor(players: Players, session: number) {
    this.#players = players;
    this.#peer = new TestPeer(session);
    this.say({ type: 'presence', name: `Visitor ${session}`, visible: true, watching: true });
  }

  at(x: number, z = 0): this {
    return this.say({ type: 'position', p: [x, 1.6, z, 0] });
  }

  say(frame: PresenceClientFrame): this {
    this.#players.handle(this.#peer, frame);
    return this;
  }

  leave(): void {
    this.#players.leave(this.#peer);
  }

  /** The drawn visitors by name, with their positions. */
  get sees(): Record<string, number[]> {
    this.take();
    const { names, places } = this.drawn;
    return Object.fromEntries(
      [...names].map(([number, name]) => [name ?? '', places.get(number)?.slice(0, 3) ?? []]),
    );
  }

  take(): ReturnType<Drawn['take']> {
    return this.drawn.take(this.#peer.heard.splice(0));
  }
}

interface World {
  readonly gateways: readonly Players[];
  readonly lines: string[];
  /** Lets time pass, with what the gateways tell each other meanwhile. */
  pass(milliseconds: number): Promise<void>;
}

function world(context: TestContext, buses: readonly Bus[], chat = true): World {
  const { timers } = context.mock;
  timers.enable({ apis: ['setInterval', 'Date'], now: 1_000_000 });
  const lines: string[] = [];
  const gateways = buses.map(
    (bus, gateway) =>
      new Players({
        state: createState({ ...defaultConfig, together: { presence: true, chat } }),
        now: () => Date.now(),
        log: (line) => lines.push(line),
        aliasOf: (session) => `alias-${session}`,
        firstNumber: 1 + 1_000 * gateway,
        bus,
      }),
  );
  context.after(() => gateways.forEach((players) => players.close()));
  const pass = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      timers.tick(100);
      await setImmediate();
    }
  };
  return { gateways, lines, pass };
}

test('visitors of two gateways see each other walk, and go', async (context) => {
  const bus = new LocalBus();
  const { gateways, pass } = world(context, [bus, bus.join()]);
  const [one, two] = gateways;
  assert.ok(one && two);
  const ada = new Page(one, 1).at(1);
  const bob = new Page(two, 2).at(3);
  await pass(2_500);
  assert.deepEqual(ada.sees, { 'Visitor 2': [3, 1.6, 0] });
  assert.deepEqual(bob.sees, { 'Visitor 1': [1, 1.6, 0] });
  const [number] = bob.drawn.names.keys();
  for (let x = 2; x <= 12; x += 1) {
    ada.at(x);
    await pass(300);
    assert.deepEqual(bob.sees, { 'Visitor 1': [x, 1.6, 0] });
  }
  assert.deepEqual([...bob.drawn.names.keys()], [number]);
  ada.say({ type: 'presence', name: 'Ada', visible: true, watching: true });
  await pass(500);
  assert.deepEqual(Object.keys(bob.sees), ['Ada']);
  assert.deepEqual([one.counts.visible, two.counts.visible], [1, 1], 'each counts its own visitors');
  ada.say({ type: 'presence', name: 'Ada', visible: false, watching: true });
  await pass(500);
  assert.deepEqual(bob.sees, {});
  ada.say({ type: 'presence', name: 'Ada', visible: true, watching: true });
  await pass(500);
  assert.deepEqual(Object.keys(bob.sees), ['Ada']);
  assert.deepEqual([...bob.drawn.names.keys()], [number], 'it has the same number, so it stays muted');
  ada.leave();
  await pass(500);
  assert.deepEqual(bob.sees, {});
});

test('visitors of a gateway that falls silent are gone after five seconds, of one that ends at once', async (context) => {
  const bus = new LocalBus();
  const killed = bus.join();
  const { gateways, pass } = world(context, [bus, killed, bus.join()]);
  const [one, two, three] = gateways;
  assert.ok(one && two && three);
  const ada = new Page(one, 1).at(1);
  new Page(two, 2).at(3);
  new Page(three, 3).at(5);
  await pass(2_500);
  assert.deepEqual(Object.keys(ada.sees).sort(), ['Visitor 2', 'Visitor 3']);
  context.mock.method(killed, 'publish', () => undefined);
  three.close();
  await pass(500);
  assert.deepEqual(Object.keys(ada.sees), ['Visitor 2']);
  await pass(6_000);
  assert.deepEqual(ada.sees, {});
});

test('a visitor with tabs at two gateways is one light, that of the tab that walks', async (context) => {
  const bus = new LocalBus();
  const { gateways, pass } = world(context, [bus, bus.join(), bus.join()]);
  const [one, two, three] = gateways;
  assert.ok(one && two && three);
  const walking = new Page(one, 1).at(2);
  // The gateway of this tab publishes last. Without a rule this tab would get the light every two seconds.
  const still = new Page(two, 1).at(1);
  const other = new Page(three, 2).at(3);
  await pass(2_500);
  for (let x = 3; x < 7; x += 1) {
    walking.at(x);
    await pass(800);
    assert.deepEqual(other.sees, { 'Visitor 1': [x, 1.6, 0] });
  }
  for (const tab of [still, walking]) assert.deepEqual(Object.keys(tab.sees), ['Visitor 2']);
});

test('a visitor who changes the gateway stays in view, whichever gateway notices first', async (context) => {
  const bus = new LocalBus();
  const { gateways, pass } = world(context, [bus, bus.join()]);
  const [one, two] = gateways;
  assert.ok(one && two);
  const watchers = [new Page(one, 1).at(0), new Page(two, 2).at(1)];
  let before = new Page(two, 3).at(3);
  await pass(2_500);
  let to = one;
  for (const gap of [-2_000, -500, -100, 0, 100, 400]) {
    if (gap >= 0) before.leave();
    await pass(Math.max(0, gap));
    const after = new Page(to, 3).at(3);
    await pass(Math.max(0, -gap));
    if (gap < 0) before.leave();
    for (let step = 1; step <= 30; step++) {
      after.at(3 + step / 10);
      await pass(100);
    }
    for (const watcher of watchers) assert.ok('Visitor 3' in watcher.sees, `${gap}`);
    before = after;
    to = to === one ? two : one;
  }
});

test('emotes and words reach those near at another gateway, and words can be reported there', async (context) => {
  const bus = new LocalBus();
  const { gateways, lines, pass } = world(context, [bus, bus.join()]);
  const [one, two] = gateways;
  assert.ok(one && two);
  const ada = new Page(one, 1).at(1);
  const [bob, far] = [new Page(two, 2).at(3), new Page(two, 3).at(30)];
  await pass(2_500);
  for (const page of [bob, far]) page.take();
  const number = [...bob.drawn.names].find(([, name]) => name === 'Visitor 1')?.[0];
  assert.ok(number);
  ada.say({ type: 'emote', emote: 'wave' }).say({ type: 'player-chat', text: 'Good evening' });
  await pass(100);
  const heard = bob.take().filter(({ type }) => type === 'player-emote' || type === 'player-chat');
  assert.deepEqual(heard, [
    { type: 'player-emote', number, emote: 'wave' },
    { type: 'player-chat', number, text: 'Good evening' },
  ]);
  assert.ok(!far.take().some(({ type }) => type === 'player-chat'), 'it is too far away to hear');
  bob.say({ type: 'player-report', number, reason: 'test' });
  assert.deepEqual(lines, [
    'visitor alias-2 reports visitor alias-1: test',
    'reported visitor alias-1 wrote: Good evening',
  ]);
});

test('texts that do not fit, come too often, or are not allowed at this gateway change nothing', async (context) => {
  const bus = new LocalBus();
  const { gateways, pass } = world(context, [bus], false);
  const [one] = gateways;
  assert.ok(one);
  const ada = new Page(one, 1).at(1);
  await pass(500);
  const stranger = bus.join();
  const places = (row: unknown): object => ({
    type: 'places',
    gateway: 'g',
    moved: true,
    players: [row],
    names: [],
    gone: [],
  });
  const texts = [
    places(['x', [1e9, 0, 0, 0]]),
    places(['<b>', [1, 1, 1, 0]]),
    places(['alias-1', [1, 1, 1, 0]]),
    { type: 'emote', alias: 'unknown', emote: 'wave' },
    { ...places(['y', [1, 1, 1, 0]]), names: [['y', 'x'.repeat(1_000)]] },
    places(['good', [2, 1, 1, 0]]),
    { type: 'say', alias: 'good', text: 'not allowed here' },
    ...Array.from({ length: 50 }, () => ({ type: 'emote', alias: 'good', emote: 'wave' })),
  ];
  stranger.publish('players', '{');
  for (const text of texts) stranger.publish('players', JSON.stringify(text));
  await pass(500);
  // The visitor is drawn and seen now. Only then an emote has visitors who see it.
  for (const text of texts.slice(-51)) stranger.publish('players', JSON.stringify(text));
  await pass(100);
  const kinds = ada.take().map(({ type }) => type);
  assert.deepEqual(Object.values(ada.sees), [[2, 1, 1]]);
  assert.ok(!kinds.includes('player-chat'));
  assert.ok(kinds.filter((type) => type === 'player-emote').length <= 3);
});

test('a visitor of another gateway has no name that is the resident’s or the owner’s', async (context) => {
  const bus = new LocalBus();
  const { gateways, pass } = world(context, [bus]);
  const [one] = gateways;
  assert.ok(one);
  const ada = new Page(one, 1).at(1);
  await pass(500);
  const stranger = bus.join();
  const names = [
    ['x', 'Timmy'],
    ['y', 'Owner'],
    ['z', 'Bob'],
  ] as const;
  const places = {
    type: 'places',
    gateway: 'g',
    moved: true,
    players: names.map(([alias], index) => [alias, [index, 1, 1, 0]]),
    names,
    gone: [],
  };
  stranger.publish('players', JSON.stringify(places));
  await pass(500);
  ada.take();
  assert.deepEqual([...ada.drawn.names.values()], [undefined, undefined, 'Bob']);
});

/** Ada at one home and Bob at the other. */
async function meet(...buses: [Bus, Bus]): Promise<void> {
  await using one = await startHome({ bus: buses[0] });
  await using two = await startHome({ bus: buses[1] });
  const [ada, bob] = [new Client(one.url), new Client(two.url)];
  for (const [client, name, x] of [
    [ada, 'Ada', 1],
    [bob, 'Bob', 3],
  ] as const) {
    await client.hello();
    client.send({ type: 'presence', name, visible: true, watching: true });
    client.send({ type: 'position', p: [x, 1.6, 2, 0.5] });
  }
  const { number } = await bob.frame('player', ({ name }) => name === 'Ada');
  await bob.frame('players', ({ p }) => p.some((row) => row.join() === `${number},1,1.6,2,0.5`));
  ada.send({ type: 'emote', emote: 'wave' });
  assert.equal((await bob.frame('player-emote')).number, number);
  await Promise.all([ada.close(), bob.close()]);
}

test('visitors of two homes see each other and wave, in one process', async () => {
  const bus = new LocalBus();
  await meet(bus, bus.join());
});

test('visitors of two homes see each other and wave, over a NATS server', { skip: whyNoNats }, async () => {
  const server = await NatsServer.start();
  const join = async (): Promise<Bus> =>
    NatsBus.join(await connectNats({ url: server.url, world: 'test' }), 'test');
  const [one, two] = await Promise.all([join(), join()]);
  try {
    await meet(one, two);
  } finally {
    await Promise.all([one.close(), two.close()]);
    await server.dispose();
  }
});
