import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDoorState, startDoor } from '../../../data/apps/door.ts';
import type { DataModule } from '../../../data/core/module.ts';
import { ASKED_AT, answerOf, openAsk, scriptedHome } from '../../helpers/asks.ts';
import { until } from '../../helpers/waiting.ts';

function environmentOf(answer: Parameters<typeof scriptedHome>[0], hash = '') {
  const window = new EventTarget();
  const address = { at: hash, hash: () => address.at, replace: (next: string) => void (address.at = next) };
  const streams: { onmessage: ((event: MessageEvent) => void) | null }[] = [];
  class Stream {
    onmessage: ((event: MessageEvent) => void) | null = null;
    onerror = null;
    constructor() {
      streams.push(this);
    }
    close(): void {}
  }
  const clock = { now: 1000 };
  return {
    ...scriptedHome(answer).io,
    window,
    worker: new EventTarget(),
    address,
    streams,
    clock,
    EventSource: Stream,
    now: () => ASKED_AT - 7000,
    monotonicNow: () => clock.now,
    isHidden: () => false,
    random: () => 0.5,
  };
}

test('the code in the address is taken once, and leaves the address at once', () => {
  const environment = environmentOf(() => [0], '#code=7K2M-Q9XB-T4WD');
  const state = createDoorState(environment);
  assert.equal(state.code.get(), '7K2M-Q9XB-T4WD');
  assert.equal(environment.address.at, '');
  environment.address.at = '#code=AAAA-BBBB-CCCC';
  environment.window.dispatchEvent(new Event('hashchange'));
  assert.deepEqual([state.code.get(), environment.address.at], ['AAAA-BBBB-CCCC', '']);
});

test('the ask to which a notice leads is taken from the address, and from the service worker', () => {
  const environment = environmentOf(() => [0], '#ask=first_ask-1');
  const state = createDoorState(environment);
  const message = (data: unknown): void =>
    void environment.worker.dispatchEvent(new MessageEvent('message', { data }));
  assert.deepEqual([state.wanted.get(), environment.address.at], ['first_ask-1', '']);
  environment.address.at = '#ask=second';
  environment.window.dispatchEvent(new Event('hashchange'));
  assert.deepEqual([state.wanted.get(), environment.address.at], ['second', '']);
  message({ open: 'https://home.example/door#ask=third' });
  assert.equal(state.wanted.get(), 'third');
  for (const data of [undefined, 'x', {}, { open: 7 }, { open: 'https://home.example/door#ask=<b>' }])
    message(data);
  assert.deepEqual([state.wanted.get(), state.code.get()], ['third', '']);
});

test('the session to which a link leads is taken from the address: to write to it, or to see its changes', () => {
  const environment = environmentOf(() => [0], '#changes=0123456789abcdef');
  const state = createDoorState(environment);
  const both = (): string[] => [state.changesOf.get(), state.letterTo.get()];
  assert.deepEqual([...both(), environment.address.at], ['0123456789abcdef', '', '']);
  for (const fragment of ['#letter=fedcba9876543210', '#changes=x', '#other=fedcba9876543210']) {
    environment.address.at = fragment;
    environment.window.dispatchEvent(new Event('hashchange'));
  }
  assert.deepEqual(both(), ['0123456789abcdef', 'fedcba9876543210']);
});

test('the owner stays signed in while the home does not answer, and not once it says otherwise', async () => {
  let status = 503;
  const state = createDoorState(environmentOf(() => [status, { signIn: true, signedIn: false }]));
  state.account.set({ ...state.account.get(), state: 'owner' });
  await state.refresh();
  assert.equal(state.account.get().state, 'owner');
  status = 200;
  await state.refresh();
  assert.equal(state.account.get().state, 'visitor');
  status = 0;
  await state.refresh();
  assert.equal(state.account.get().state, 'unreachable');
});

test('the link to the usage opens it', () => {
  const environment = environmentOf(() => [0], '#usage');
  const state = createDoorState(environment);
  assert.deepEqual([state.wantsUsage.get(), environment.address.at], [true, '']);
  assert.equal(createDoorState(environmentOf(() => [0], '#usages')).wantsUsage.get(), false);
});

test('the asks of the signed-in owner are followed, with the clock of the home', async () => {
  let isUp = false;
  const environment = environmentOf(() => (isUp ? [200, { signIn: true, signedIn: true }] : [502]));
  const state = createDoorState(environment);
  const modules: DataModule<typeof state>[] = [];
  startDoor(environment, state, {
    add(_name, module, into) {
      module.init(undefined, into);
      modules.push(module);
    },
    remove() {},
    start() {},
    stop() {},
  });
  const tick = (ms = 1000): void => {
    environment.clock.now += ms;
    for (const module of modules) module.update(0, 0);
  };
  tick();
  await until('the home is unreachable', () => state.account.get().state === 'unreachable');
  assert.equal(environment.streams.length, 0);
  isUp = true;
  await until('the owner is known', () => {
    tick(4000);
    return state.isOwner.get();
  });
  tick();
  environment.streams.at(-1)?.onmessage?.({ data: answerOf([openAsk()]) } as MessageEvent);
  tick();
  assert.equal(state.now.get(), ASKED_AT);
  assert.equal(state.asks.get().asks.length, 1);
  state.signedOut();
  assert.equal(state.account.get().state, 'visitor');
});
