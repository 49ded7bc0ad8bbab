import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { emit } from '../../../data/core/event.ts';
import { type State, createState } from '../../../data/state.ts';
import { createTravel } from '../../../data/travel/travel.ts';
import { theme } from '../../../theme/theme.ts';

const home = (
  base = 'https://home.example/',
): { state: State; went: string[]; left: string[]; dispose(): void } => {
  const state = createState(defaultConfig, { base });
  const went: string[] = [];
  const left: string[] = [];
  const travel = createTravel({
    navigate: (href) => void went.push(href),
    address: { hash: () => '', replace: (hash) => void left.push(hash) },
  });
  travel.init(undefined, state, theme);
  return { state, went, left, dispose: () => travel.dispose?.() };
};
const go = async (state: State, href: string): Promise<void> => {
  emit(state.travel, { portalId: 'x', href });
  await new Promise((next) => setTimeout(next, 0));
};

test('navigates once, with the parameters of the web-game portal convention', async () => {
  const { state, went, dispose } = home();
  await go(state, 'https://game.example/play?level=2#start');
  state.travel.set(state.travel.get());
  state.travel.set({ ...state.travel.get() });
  await new Promise((next) => setTimeout(next, 0));
  assert.deepEqual(went, ['https://game.example/play?level=2&portal=true&ref=home.example#start']);
  dispose();
});

test('leaves an address that leads back to the portal, and only when it goes', async () => {
  const { state, left, went } = home();
  await go(state, 'data:text/html,x');
  assert.deepEqual(left, []);
  await go(state, 'heartbeat.html');
  assert.deepEqual([left, went], [['#portal=x'], ['https://home.example/heartbeat.html']]);
});

test('names the path of a home below a path, so that the way back leads there', async () => {
  const { state, went } = home('https://host.example/world/');
  await go(state, 'https://game.example/');
  assert.deepEqual(went, ['https://game.example/?portal=true&ref=host.example%2Fworld%2F']);
});

test('keeps an address of this origin as written', async () => {
  const { state, went } = home('https://host.example/world/');
  state.arrival.set({ username: 'Ada', color: '#ff8800' });
  await go(state, '/elsewhere?page=2#top');
  await go(state, 'https://host.example/world/heartbeat.html');
  assert.deepEqual(went, [
    'https://host.example/elsewhere?page=2#top',
    'https://host.example/world/heartbeat.html',
  ]);
});

test('passes on the parameters the visitor arrived with', async () => {
  const { state, went } = home();
  state.arrival.set({ username: 'Ada', color: '#ff8800' });
  await go(state, 'https://game.example/?color=red');
  assert.deepEqual(went, ['https://game.example/?color=red&portal=true&ref=home.example&username=Ada']);
});

test('navigates only to http(s) addresses', async () => {
  const { state, went } = home();
  for (const href of [
    ['javascript', 'alert(1)'].join(':'),
    'data:text/html,x',
    'file:///etc/passwd',
    'https://a:b@c.example/',
    'http://',
  ])
    await go(state, href);
  assert.deepEqual(went, []);
});

test('does not navigate after dispose', async () => {
  const { state, went, dispose } = home();
  dispose();
  await go(state, 'https://game.example/');
  assert.deepEqual(went, []);
});
