import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { defaultConfig } from '../../data/config.ts';
import { fire } from '../../data/signal.ts';
import { type State, createState } from '../../data/state.ts';
import { MAX_SPOKEN_CHARACTERS, createWorldActions, readWorldAction } from '../../data/world-action.ts';
import { theme } from '../../theme/theme.ts';

let state: State;
let now: number;
let module: ReturnType<typeof createWorldActions>;
/** As the bridge client does it, one frame a task. */
const act = async (action: string, detail: Record<string, unknown> = {}): Promise<void> => {
  fire(state.world.action, { action, detail });
  await Promise.resolve();
};

beforeEach(() => {
  now = 1_700_000_000_000;
  state = createState(defaultConfig);
  module = createWorldActions(() => now);
  module.init(undefined, state, theme);
});
afterEach(() => module.dispose?.());

test('fireworks go up with their reason, and without one', async () => {
  await act('fireworks', { reason: ' a milestone ' });
  assert.deepEqual(state.fireworks.get(), { count: 1, detail: 'a milestone' });
  await act('fireworks');
  assert.deepEqual(state.fireworks.get(), { count: 2, detail: '' });
});

test('what the resident says stands over it and in the log, in its name', async () => {
  state.resident.set({ name: 'Ada', attached: true, note: '' });
  await act('speak', { text: 'The **build** is green.', speaker: 'SOMEBODY ELSE' });
  const said = { speaker: 'ADA', text: 'The **build** is green.' };
  assert.deepEqual(state.speech.get(), { count: 1, detail: said });
  assert.deepEqual(state.log.get(), [{ ts: now, ...said }]);
});

test('what is too long is cut, what has not the right form is ignored', async () => {
  assert.deepEqual(readWorldAction({ action: 'speak', detail: { text: 'x'.repeat(5000) } })?.detail, {
    text: 'x'.repeat(MAX_SPOKEN_CHARACTERS),
  });
  for (const [action, detail] of [
    ['speak', {}],
    ['speak', { text: '   ' }],
    ['speak', { text: ['a'] }],
    ['fireworks', { reason: { toString: 'x' } }],
    ['fly-to-portal', { portal: 'a' }],
    ['time-lapse', {}],
    ['constructor', {}],
    ['', {}],
  ] as const)
    await act(action, detail);
  assert.equal(state.fireworks.get().count, 0);
  assert.equal(state.speech.get().count, 0);
});

test('three at once and no more, then at a steady pace, each action by itself', async () => {
  for (let i = 0; i < 10; i++) await act('fireworks');
  assert.equal(state.fireworks.get().count, 3);
  await act('speak', { text: 'still heard' });
  assert.equal(state.speech.get().count, 1);
  now += 9_000;
  await act('fireworks');
  assert.equal(state.fireworks.get().count, 3);
  now += 1_000;
  await act('fireworks');
  assert.equal(state.fireworks.get().count, 4);
  now -= 3_600_000;
  await act('fireworks');
  assert.equal(state.fireworks.get().count, 4, 'a clock set back earns nothing');
  now += 10_000;
  await act('fireworks');
  assert.equal(state.fireworks.get().count, 5, 'and costs nothing');
});

test('what was done before it began is over, and nothing happens after its end', async () => {
  module.dispose?.();
  await act('fireworks');
  module = createWorldActions(() => now);
  module.init(undefined, state, theme);
  await Promise.resolve();
  assert.equal(state.fireworks.get().count, 0);
  module.dispose?.();
  await act('fireworks');
  assert.equal(state.fireworks.get().count, 0);
});
