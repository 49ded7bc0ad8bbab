import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@lit-labs/signals';
import { createClock, createOnline } from '../../../data/core/page-state.ts';
import { watch } from '../../../data/core/watch.ts';
import { createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';

test('sets the clock once a second, not once a frame', () => {
  let now = 10_250;
  const state = createState(undefined, { now: 0 });
  const clock = createClock(() => now);
  clock.init(undefined, state, theme);
  const times: number[] = [];
  for (let i = 0; i < 100; i += 1) {
    clock.update(0, 0);
    if (times.at(-1) !== state.now.get()) times.push(state.now.get());
    now += 20;
  }
  assert.deepEqual(times, [10_250, 11_010, 12_010]);
});

test('follows the browser’s network state until dispose', () => {
  const window = new EventTarget();
  let onLine = false;
  const state = createState();
  const online = createOnline(window, () => onLine);
  online.init(undefined, state, theme);
  assert.equal(state.online.get(), false, 'asks at the start');
  onLine = true;
  window.dispatchEvent(new Event('online'));
  assert.equal(state.online.get(), true);
  online.dispose?.();
  onLine = false;
  window.dispatchEvent(new Event('offline'));
  assert.equal(state.online.get(), true);
});

test('a watch calls once for many sets, sees sets from inside, and ends', async () => {
  const source = signal(0);
  const heard: number[] = [];
  const end = watch(source, (value) => {
    heard.push(value);
    if (value === 3) source.set(4);
  });
  for (const value of [1, 2, 3]) source.set(value);
  await new Promise((next) => setTimeout(next, 0));
  assert.deepEqual(heard, [3, 4]);
  end();
  source.set(5);
  await new Promise((next) => setTimeout(next, 0));
  assert.deepEqual(heard, [3, 4]);
});
