import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { deferUntilWorld } from '../../../data/apps/defer-until-world.ts';
import type { DataModule } from '../../../data/core/module.ts';
import type { State } from '../../../data/state.ts';
import type { WorldStatus } from '../../../data/world-state.ts';
import { createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';

/** A module that records its calls. */
function diary(): { module: DataModule<State>; calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    module: {
      init: () => void calls.push('init'),
      update: () => void calls.push('update'),
      dispose: () => void calls.push('dispose'),
    },
  };
}

const phase = (name: WorldStatus['phase']): WorldStatus => ({ phase: name, progress: 0, note: '' });

for (const settled of ['ready', 'unavailable', 'lost'] as const)
  test(`modules that wait for the world start when the world is ${settled}`, () => {
    const { module, calls } = diary();
    const state = createState(defaultConfig);
    const waiting = deferUntilWorld(module, () => 0);
    waiting.init(undefined, state, theme);
    waiting.update(0, 0);
    state.world.status.set(phase('loading'));
    waiting.update(0, 0);
    assert.deepEqual(calls, []);
    state.world.status.set(phase(settled));
    waiting.update(0, 0);
    state.world.status.set(phase('lost'));
    waiting.update(0, 0);
    waiting.dispose?.();
    assert.deepEqual(calls, ['init', 'update', 'update', 'dispose']);
  });

test('deferred modules start after a few seconds at the latest; disposed before that, they never start', () => {
  const { module, calls } = diary();
  let now = 0;
  const state = createState(defaultConfig);
  const waiting = deferUntilWorld(module, () => now);
  waiting.init(undefined, state, theme);
  waiting.dispose?.();
  assert.deepEqual(calls, []);
  waiting.init(undefined, state, theme);
  now = 10_000;
  waiting.update(0, 0);
  assert.deepEqual(calls, ['init', 'update']);
});
