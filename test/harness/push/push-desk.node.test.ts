import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Ask } from '../../../data/asks/ask.ts';
import type { DeviceSettings } from '../../../data/push/push-settings.ts';
import { createReadingsState } from '../../../data/readings/readings-state.ts';
import type { AgentSession } from '../../../data/readings/schemas/agent-sessions.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import { Household } from '../../../harness/agent-sessions/household.ts';
import { SessionStore } from '../../../harness/agent-sessions/session-store.ts';
import { History } from '../../../harness/history/history.ts';
import { Keys } from '../../../harness/keys/keys.ts';
import type { DayBudget } from '../../../harness/usage/usage-desk.ts';
import { PushDesk, signInName } from '../../../harness/push/push-desk.ts';
import type { WatchedPortal } from '../../../harness/push/matters.ts';
import type { Delivery } from '../../../harness/push/push-service.ts';
import { PushStore } from '../../../harness/push/push-store.ts';
import { until } from '../../helpers/waiting.ts';
import { newReceiver, subscriptionOf } from './decrypt.ts';

const HOME = 'https://home.example/';
const MINUTE_MS = 60_000;
/** Noon in UTC. */
const NOON = Date.UTC(2026, 10, 27, 12);
const all: DeviceSettings = { kinds: ['waiting', 'failed', 'done'], doneMinutes: 5, timeZone: 'UTC' };

const askOf = (fields: Partial<Ask> = {}): Ask => ({
  id: 'ask1',
  nonce: 'the-nonce',
  kind: 'permission',
  state: 'open',
  session: 'key-a',
  name: 'shop · main',
  harness: 'Claude Code',
  machine: 'laptop',
  title: 'SECRET-TITLE',
  note: 'SECRET-NOTE',
  command: { text: 'rm -rf SECRET-COMMAND', left: 0 },
  diff: { text: '+SECRET-DIFF', left: 0 },
  plan: { text: 'SECRET-PLAN', left: 0 },
  folder: '/home/ada/SECRET-FOLDER',
  options: [{ id: 'a', label: 'SECRET-OPTION', note: 'SECRET-NOTE' }],
  several: false,
  mayWrite: true,
  rules: [{ id: 'r', label: 'SECRET-RULE' }],
  askedAt: NOON,
  deadline: NOON + 5 * MINUTE_MS,
  ...fields,
});
const sessionOf = (fields: Partial<AgentSession> = {}): AgentSession => ({
  key: 'key-a',
  name: 'shop · main',
  harness: 'Claude Code',
  state: 'working',
  task: 'SECRET-TASK',
  step: 'SECRET-STEP',
  tool: 'Bash',
  target: 'src/SECRET-FILE',
  folder: 'SECRET-FOLDER',
  agents: [],
  moreAgents: 0,
  tools: 0,
  files: 0,
  since: NOON,
  updatedAt: NOON,
  ...fields,
});

interface Sent extends Delivery {
  readonly endpoint: string;
  readonly message: {
    readonly close?: string;
    readonly badge?: number;
    readonly notification?: Readonly<Record<string, unknown>>;
  };
}

/** A desk with a clock, and with asks, sessions and portals that the test sets. */
function deskWith(
  store = new PushStore(':memory:', () => NOON),
  keys = new Keys(':memory:', () => NOON),
  log: (line: string) => void = (line) => assert.fail(line),
  household?: Household,
) {
  let now = NOON;
  const world = {
    asks: [] as Ask[],
    sessions: [] as AgentSession[],
    watched: (): readonly WatchedPortal[] => [],
    budget: undefined as DayBudget | undefined,
  };
  const sent: Sent[] = [];
  let change = (): void => undefined;
  const desk = new PushDesk({
    store,
    service: {
      send: async ({ endpoint }, delivery) => {
        sent.push({ ...delivery, endpoint, message: JSON.parse(delivery.text) as Sent['message'] });
        return { result: 'taken' };
      },
    },
    asks: {
      onChange: (listener) => {
        change = listener;
        return () => undefined;
      },
      list: () => world,
    },
    sessions: household ?? { onReport: () => () => undefined, living: () => world.sessions },
    budget: () => world.budget,
    watched: () => world.watched(),
    signIns: keys.signIns,
    now: () => now,
    log,
  });
  /** Lets some time pass, and the desk see what has changed. */
  const pass = async (ms = 0): Promise<void> => {
    now += ms;
    change();
    // The check is at the end of this turn of the event loop; its messages are sent in the next.
    for (let turn = 0; turn < 5; turn++) await new Promise((next) => setImmediate(next));
  };
  /** A browser in which the owner signed in and chose notices. */
  const device = (settings: DeviceSettings = all, endpoint = `https://push.example/${Math.random()}`) => {
    const cookie = keys.signIns.begin({ browser: 'Chrome on Android', isSecure: true }).split(';')[0] ?? '';
    const signIn = keys.signIns.find({ cookie });
    assert.ok(signIn);
    const name = signInName(signIn);
    store.putDevice(subscriptionOf(newReceiver(), endpoint), HOME, { signIn: name, settings });
    return { endpoint, name, id: signIn.id, to: () => sent.filter((one) => one.endpoint === endpoint) };
  };
  const warm = async (): Promise<void> => {
    // The library for the keys is loaded once.
    await store.vapid(async () => ({ publicKey: 'public', privateKey: 'private' }));
  };
  return { desk, store, keys, world, sent, pass, device, warm, now: () => now };
}

const titles = (sent: readonly Sent[]) => sent.map(({ message }) => message.notification?.['title']);
const bodies = (sent: readonly Sent[]) => sent.map(({ message }) => message.notification?.['body']);

describe('notices for the owner', () => {
  test('tell once when 80 % of the budget of the day are used, and once when all of it is', async () => {
    const { desk, world, pass, device, warm, sent } = deskWith();
    await warm();
    // A device without any kind: the owner has set the budget.
    const phone = device({ ...all, kinds: [] });
    const budget = { day: '2026-11-20', dollars: 10, spent: 7.99, reached: 0 } as const;
    const steps: readonly DayBudget[] = [
      budget,
      { ...budget, spent: 8, reached: 80 },
      { ...budget, spent: 9.5, reached: 80 },
      { ...budget, spent: 10.2, reached: 100 },
      { ...budget, spent: 30, reached: 100 },
      { ...budget, day: '2026-11-21', spent: 0 },
      { ...budget, day: '2026-11-21', spent: 8, reached: 80 },
    ];
    for (const step of steps) {
      world.budget = step;
      await pass(1_000);
    }
    assert.deepEqual(titles(phone.to()), [
      '80 % of today’s budget is used',
      'Today’s budget is used up',
      '80 % of today’s budget is used',
    ]);
    assert.match(String(bodies(sent)[1]), /about \$10\.20 of \$10\.00, an estimate\. Nothing was stopped/);
    desk.close();
  });

  test('tell of an ask once, and close it on all devices that were told', async () => {
    const { desk, world, pass, device, warm, sent } = deskWith();
    await warm();
    const [phone, laptop] = [device(), device()];
    world.asks = [askOf()];
    world.sessions = [sessionOf({ state: 'waiting', needs: 'permission' })];
    for (let check = 0; check < 5; check++) await pass(1_000);
    for (const one of [phone, laptop]) {
      const [notice, ...more] = one.to();
      assert.deepEqual(more, []);
      assert.deepEqual(notice?.message, {
        web_push: 8030,
        mutable: true,
        notification: {
          title: 'shop · main',
          body: 'Claude Code needs a permission.',
          navigate: 'https://home.example/door#ask=ask1',
          tag: 'ask-ask1',
          silent: false,
          app_badge: '1',
        },
      });
      // The push service keeps the notice only while the agent waits.
      assert.ok(notice && notice.ttl <= 300 && notice.ttl > 290);
      assert.equal(notice.urgency, 'high');
      assert.match(notice.topic, /^[\w-]{32}$/);
    }
    world.asks = [
      askOf({
        state: 'decided',
        decision: { choice: 'allow', chosen: [], text: '', by: 'Firefox', at: NOON },
      }),
    ];
    // The session goes on a moment after the end of its ask.
    await pass(100);
    world.sessions = [sessionOf({ state: 'thinking' })];
    for (let check = 0; check < 10; check++) await pass(1_000);
    for (const one of [phone, laptop]) {
      assert.equal(one.to().length, 2);
      assert.deepEqual(one.to()[1]?.message, { close: 'ask-ask1', badge: 0 });
      assert.equal(one.to()[1]?.topic, one.to()[0]?.topic);
    }
    assert.equal(sent.length, 4);
    desk.close();
  });

  test('contain the kind, the name and the program, and nothing else of an agent', async () => {
    const { desk, world, pass, device, warm, sent } = deskWith();
    await warm();
    device();
    device(all, 'https://web.push.apple.com/a');
    const kinds = ['permission', 'question', 'plan'] as const;
    const ask = (kind: Ask['kind'], state: Ask['state']) =>
      askOf({ id: kind, kind, state, session: '', name: `/home/ada/SECRET-PARENT/${kind}` });
    world.asks = kinds.map((kind) => ask(kind, 'open'));
    world.sessions = [
      sessionOf({ key: 'a', state: 'failed' }),
      sessionOf({ key: 'b', state: 'waiting', name: '~/SECRET-PARENT/api · feature/x' }),
      sessionOf({ key: 'c', state: 'done', name: 'C:\\SECRET-PARENT\\api' }),
      sessionOf({ key: 'd', state: 'waiting', needs: 'plan', name: 'Claude Code 2' }),
    ];
    await pass();
    await pass(6 * MINUTE_MS);
    world.asks = kinds.map((kind) => ask(kind, 'undecided'));
    await pass();
    assert.ok(sent.length >= 14, String(sent.length));
    for (const { text, topic } of sent)
      assert.doesNotMatch(`${text} ${topic}`, /SECRET|\/home\/ada|Bash|the-nonce/);
    const notices = new Set(
      sent.map(
        ({ message: { notification: notice } }) =>
          `${String(notice?.['title'])}: ${String(notice?.['body'])}`,
      ),
    );
    for (const notice of [
      'permission: Claude Code needs a permission.',
      'question: Claude Code has a question.',
      'plan: Claude Code has a plan for you to read.',
      'shop · main: Claude Code failed.',
      'api · feature/x: Claude Code waits for you in its terminal.',
      'api: Claude Code is done.',
      'Claude Code 2: Has a plan for you to read in its terminal.',
      'permission: Not decided in time: the terminal asks now.',
    ])
      assert.ok(notices.has(notice), `${notice} is not in ${[...notices].join(', ')}`);
    desk.close();
  });

  test('are not sent to a device that is looked at, but to it afterwards if the ask is open', async () => {
    const { desk, world, pass, device, warm } = deskWith();
    await warm();
    const [phone, laptop] = [device(), device()];
    desk.looking.set(phone.name, 'page-one', true);
    desk.looking.set(phone.name, 'page-two', true);
    world.asks = [askOf()];
    world.sessions = [sessionOf({ key: 'b', state: 'failed', since: NOON + 1 })];
    await pass(10);
    assert.deepEqual(titles(phone.to()), []);
    assert.equal(laptop.to().length, 2);
    desk.looking.set(phone.name, 'page-two', false);
    await pass(10);
    assert.deepEqual(titles(phone.to()), []);
    // The page was closed without a message to the home.
    await pass(45_000);
    // The owner saw the failed session on the page, so no notice reports it.
    assert.deepEqual(bodies(phone.to()), ['Claude Code needs a permission.']);
    assert.equal(laptop.to().length, 2);
    desk.close();
  });

  test('keep the kinds, the minutes and the quiet hours of a device, in its time zone', async () => {
    const { desk, world, pass, device, warm } = deskWith();
    await warm();
    const failures = device({ ...all, kinds: ['failed'] });
    const quick = device({ ...all, kinds: ['done'], doneMinutes: 1 });
    const slow = device({ ...all, kinds: ['done'], doneMinutes: 10 });
    // Noon in UTC is 21:00 in Tokyo: https://www.iana.org/time-zones
    const tokyo = { ...all, timeZone: 'Asia/Tokyo', quiet: { from: 21 * 60, to: 7 * 60 } };
    const quiet = device(tokyo);
    const awake = device({ ...tokyo, timeZone: 'UTC' });
    world.asks = [askOf({ session: '', deadline: NOON + 24 * 60 * MINUTE_MS })];
    world.sessions = [sessionOf({ key: 'b', state: 'failed' }), sessionOf({ key: 'c', state: 'done' })];
    await pass(30_000);
    const counts = () => [failures, quick, slow, quiet, awake].map((one) => one.to().length);
    assert.deepEqual(counts(), [1, 0, 0, 0, 2]);
    await pass(MINUTE_MS);
    assert.deepEqual(counts(), [1, 1, 0, 0, 2]);
    await pass(9 * MINUTE_MS);
    assert.deepEqual(counts(), [1, 1, 1, 0, 3]);
    // Ten hours later it is 7:10 in Tokyo: what still waits is told, what was news at night is not.
    await pass(10 * 60 * MINUTE_MS);
    assert.deepEqual(counts(), [1, 1, 1, 1, 3]);
    assert.deepEqual(bodies(quiet.to()), ['Claude Code needs a permission.']);
    desk.close();
  });

  test('say after a short time that a session waits in its terminal', async () => {
    const { desk, world, pass, device, warm } = deskWith();
    await warm();
    const phone = device();
    world.sessions = [sessionOf({ state: 'waiting', needs: 'answer' })];
    await pass();
    await pass(4_000);
    assert.equal(phone.to().length, 0);
    await pass(1_000);
    assert.deepEqual(bodies(phone.to()), ['Claude Code has a question in its terminal.']);
    world.sessions = [sessionOf({ state: 'working', since: NOON + 6_000 })];
    await pass();
    assert.deepEqual(phone.to()[1]?.message, { close: 'session-key-a', badge: 0 });
    // The next wait of the session is another one.
    world.sessions = [sessionOf({ state: 'waiting', since: NOON + 7_000 })];
    await pass();
    await pass(5_000);
    assert.equal(phone.to().length, 3);
    desk.close();
  });

  test('tell once of a session, also of one that pages leave out because they show others', async () => {
    const { readings } = createReadingsState(defaultConfig);
    let at = NOON;
    const household = new Household({
      store: new SessionStore(':memory:', { now: () => at }),
      readings,
      visitorsSee: 'nothing',
      now: () => at,
      log: assert.fail,
      onChange: () => undefined,
    });
    const report = (id: string, state: 'working' | 'done' | 'ended') =>
      household.report({ state, session: { id, harness: 'Codex', name: id }, at });
    const { desk, pass, device, warm } = deskWith(undefined, undefined, undefined, household);
    await warm();
    const phone = device();
    await pass();
    at += 1_000;
    report('only opened', 'done');
    for (const state of ['working', 'ended', 'done'] as const) report('only resumed', state);
    report('last', 'working');
    at += 1_000;
    report('last', 'done');
    await pass(5 * MINUTE_MS);
    // Pages show 48 sessions, those at work before those that are done.
    for (let index = 0; index < 48; index++) report(`other ${index}`, 'working');
    await pass(MINUTE_MS);
    assert.deepEqual(titles(phone.to()), ['last']);
    report('other 0', 'ended');
    await pass(MINUTE_MS);
    assert.deepEqual(titles(phone.to()), ['last']);
    household.close();
    desk.close();
  });

  test('are not repeated after a restart, and what ended meanwhile is taken back', async () => {
    const first = deskWith();
    const { store, keys, device, warm } = first;
    await warm();
    device(all, 'https://push.example/phone');
    first.world.asks = [askOf({ session: '' })];
    first.world.sessions = [
      sessionOf({ key: 'b', state: 'waiting', since: NOON - MINUTE_MS }),
      sessionOf({ key: 'c', state: 'failed', since: NOON - 1 }),
    ];
    await first.pass();
    await first.pass(5_000);
    assert.equal(first.sent.length, 2, 'what failed before the start is no news');
    first.desk.close();
    const second = deskWith(store, keys);
    second.world.sessions = first.world.sessions;
    await second.pass();
    await second.pass(10_000);
    assert.deepEqual(
      second.sent.map(({ message }) => message),
      [{ close: 'ask-ask1', badge: 1 }],
    );
    second.desk.close();
  });

  test('say on Apple’s devices where an ask was decided, because each message has to show a notice', async () => {
    const { desk, world, pass, device, warm } = deskWith();
    await warm();
    const phone = device(all, 'https://web.push.apple.com/QA');
    world.asks = [askOf({ session: '' })];
    world.sessions = [sessionOf({ key: 'b', state: 'waiting' })];
    await pass();
    await pass(5_000);
    const decision = {
      choice: 'allow' as const,
      chosen: [],
      text: 'SECRET',
      by: 'Chrome on Android',
      at: NOON,
    };
    world.asks = [askOf({ session: '', state: 'decided', decision })];
    world.sessions = [sessionOf({ key: 'b', state: 'working', since: NOON + 1 })];
    await pass();
    assert.equal(phone.to().length, 3);
    assert.deepEqual(phone.to()[2]?.message.notification, {
      title: 'shop · main',
      body: 'Decided in Chrome on Android.',
      navigate: 'https://home.example/door',
      tag: 'ask-ask1',
      silent: true,
      app_badge: '0',
    });
    desk.close();
  });

  test('end with the sign-in of a device', async () => {
    const { desk, store, keys, world, pass, device, warm } = deskWith();
    await warm();
    const [phone, laptop] = [device(), device()];
    keys.signIns.revoke(laptop.id);
    // The database uses the number of the sign-in again.
    world.asks = [askOf()];
    await pass();
    assert.equal(laptop.to().length, 0);
    assert.equal(phone.to().length, 1);
    assert.equal(store.subscriptions.length, 1);
    keys.signIns.endAll();
    world.asks = [askOf(), askOf({ id: 'ask2' })];
    await pass();
    assert.equal(phone.to().length, 1);
    assert.equal(store.subscriptions.length, 0);
    desk.close();
  });
});

test('notices to a device that is signed out end, also if its browser follows portals', async () => {
  const { desk, store, keys, world, pass, device, warm } = deskWith();
  await warm();
  const phone = device();
  const { endpoint, keys: pair } = store.subscriptions[0] ?? assert.fail();
  store.putPortals({ endpoint, keys: pair }, HOME, ['a']);
  world.asks = [askOf()];
  await pass();
  assert.equal(phone.to().length, 1);
  keys.signIns.endAll();
  await pass();
  world.asks = [];
  world.sessions = [sessionOf({ state: 'failed', since: NOON + 2 })];
  await pass(10 * MINUTE_MS);
  assert.deepEqual([phone.to().length, store.subscriptions.length], [1, 1]);
  // When the owner signs in on this device again, the device gets notices of what is open.
  const again = device(all, endpoint);
  world.asks = [askOf({ deadline: NOON + 20 * MINUTE_MS })];
  await pass();
  assert.deepEqual(bodies(again.to()), [
    'Claude Code needs a permission.',
    'Claude Code needs a permission.',
  ]);
  desk.close();
});

test('a failure after the clock of the home was set back sends a notice', async () => {
  const { desk, world, pass, device, warm } = deskWith();
  await warm();
  const phone = device();
  await pass();
  await pass(-60 * MINUTE_MS);
  world.sessions = [sessionOf({ state: 'failed', since: NOON - 59 * MINUTE_MS })];
  await pass(2 * MINUTE_MS);
  assert.deepEqual(bodies(phone.to()), ['Claude Code failed.']);
  desk.close();
});

describe('notices for visitors', () => {
  const portal = (id: string, state: WatchedPortal['state']): WatchedPortal => ({
    id: `portal:${id}`,
    kind: 'portal',
    name: `Portal ${id}`,
    state,
    incidents: state === 'down' ? [{ begin: NOON, end: null, ending: 'ongoing', cause: 'SECRET-CAUSE' }] : [],
  });

  test('tell of the portals that they follow, and of nothing of the owner', async () => {
    const { desk, store, world, sent, pass, warm } = deskWith();
    await warm();
    const endpoint = 'https://fcm.googleapis.com/fcm/send/a';
    store.putPortals(subscriptionOf(newReceiver(), endpoint), HOME, ['a']);
    world.asks = [askOf()];
    world.sessions = [sessionOf({ state: 'failed' })];
    world.watched = () => [portal('a', 'down'), portal('b', 'down')];
    await pass();
    // A check that failed once is no news.
    assert.equal(sent.length, 0);
    for (let minute = 0; minute < 4; minute++) await pass(MINUTE_MS);
    assert.deepEqual(
      sent.map(({ message }) => message.notification),
      [
        {
          title: 'Portal a',
          body: 'Does not answer.',
          navigate: 'https://home.example/heartbeat.html',
          tag: 'portal:a',
          silent: false,
        },
      ],
    );
    world.watched = () => [portal('a', 'up'), portal('b', 'down')];
    await pass(MINUTE_MS);
    assert.deepEqual(bodies(sent), ['Does not answer.', 'It answers again.']);
    assert.doesNotMatch(JSON.stringify(sent), /SECRET/);
    desk.close();
  });

  test('are limited in number', () => {
    const store = new PushStore(':memory:');
    const receiver = newReceiver();
    const put = (index: number) =>
      store.putPortals(subscriptionOf(receiver, `https://push.example/${index}`), HOME, ['a']);
    for (let index = 0; index < 500; index++) assert.ok(put(index));
    assert.ok(!put(500));
    // A browser that has one may change it.
    assert.ok(put(3));
    store.putPortals(subscriptionOf(receiver, 'https://push.example/3'), HOME, []);
    assert.equal(store.subscriptions.length, 499);
    assert.ok(put(500));
  });
});

describe('a notice that a portal does not answer', () => {
  const watchedPortal = (id: string) => ({ id: `portal:${id}`, kind: 'portal' as const, name: id });
  const planned = { begin: NOON + 10 * MINUTE_MS, end: NOON + 20 * MINUTE_MS, of: ['portal:a'], note: '' };

  /** A home with a history of its checks, and a visitor who was told that portal “a” does not answer. */
  async function outage(maintenance: readonly (typeof planned)[] = []) {
    const first = deskWith();
    await first.warm();
    const browser = subscriptionOf(newReceiver(), 'https://fcm.googleapis.com/fcm/send/a');
    first.store.putPortals(browser, HOME, ['a']);
    const home = { ...first, browser, portals: [watchedPortal('a'), watchedPortal('b')], isDown: true };
    const history = new History(':memory:', {
      now: () => home.now(),
      uptime: () => home.now(),
      maintenance,
    });
    /** Lets a desk read the history; after a restart, another one. */
    const watch = (desk: typeof first) =>
      (Object.assign(home, desk).world.watched = () => history.view('24h', home.portals).subjects);
    watch(first);
    const minutes = async (count: number): Promise<void> => {
      for (let minute = 0; minute < count; minute++) {
        const check = { id: 'portal:a', at: home.now(), latencyMs: null };
        history.record([{ ...check, online: !home.isDown }]);
        await home.pass(MINUTE_MS);
      }
    };
    await minutes(4);
    assert.deepEqual(bodies(home.sent.splice(0)), ['Does not answer.']);
    return { home, watch, minutes };
  }

  test('stays while the home sleeps, and until a check was answered', async () => {
    const { home, minutes } = await outage();
    await home.pass(30 * MINUTE_MS);
    await minutes(4);
    assert.deepEqual(bodies(home.sent), []);
    await home.pass(30 * MINUTE_MS);
    home.isDown = false;
    await minutes(2);
    assert.deepEqual(bodies(home.sent), ['It answers again.']);
    // The next outage is another one.
    home.isDown = true;
    await minutes(4);
    assert.deepEqual(bodies(home.sent), ['It answers again.', 'Does not answer.']);
    home.desk.close();
  });

  test('stays after a restart, and before the first checks', async () => {
    const { home, watch, minutes } = await outage();
    const { portals } = home;
    home.desk.close();
    watch(deskWith(home.store, home.keys));
    home.portals = [];
    await home.pass(15 * MINUTE_MS);
    home.portals = portals;
    await home.pass(MINUTE_MS);
    await minutes(4);
    assert.deepEqual(bodies(home.sent), []);
    home.isDown = false;
    await minutes(1);
    assert.deepEqual(bodies(home.sent), ['It answers again.']);
    home.desk.close();
  });

  test('is closed, without a new notice, when its portal is in maintenance or was removed', async () => {
    for (const change of ['maintenance', 'removed']) {
      const { home, minutes } = await outage(change === 'maintenance' ? [planned] : []);
      if (change === 'removed') home.portals.shift();
      await minutes(8);
      assert.deepEqual(
        home.sent.map(({ message }) => message),
        [{ close: 'portal:a' }],
        change,
      );
      home.isDown = false;
      await minutes(2);
      assert.equal(home.sent.length, 1, change);
      home.desk.close();
    }
  });

  test('is the last one to a browser that does not follow the portal any more', async () => {
    const { home, minutes } = await outage();
    home.store.putPortals(home.browser, HOME, ['b']);
    home.isDown = false;
    await minutes(2);
    assert.deepEqual(home.sent, []);
    home.desk.close();
  });
});

test('a check each second needs no event', async () => {
  const { desk, world, sent, device, warm } = deskWith();
  await warm();
  device();
  world.asks = [askOf()];
  await until('the notice is sent', () => sent.length === 1);
  desk.close();
});

test('a failure is logged once, and again after it has worked', async () => {
  const lines: string[] = [];
  const { desk, world, pass, device, warm } = deskWith(undefined, undefined, (line) => lines.push(line));
  await warm();
  device();
  const fail = (message: string) =>
    Object.defineProperty(world, 'asks', {
      configurable: true,
      get: () => {
        throw new Error(message);
      },
    });
  fail('the first');
  for (let check = 0; check < 3; check++) await pass();
  Object.defineProperty(world, 'asks', { configurable: true, value: [] });
  await pass();
  fail('the second');
  for (let check = 0; check < 3; check++) await pass();
  assert.deepEqual(lines, ['notices cannot be sent: the first', 'notices cannot be sent: the second']);
  desk.close();
});
