import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIntervalLoop } from '../../../data/core/interval-loop.ts';

/** A module that notes its calls, and throws in the first update. */
function failing() {
  const calls: string[] = [];
  return {
    calls,
    module: {
      init: () => void calls.push('init'),
      update() {
        calls.push('update');
        throw new Error('broken');
      },
      dispose: () => void calls.push('dispose'),
    },
  };
}

/** A page that is visible, and can be hidden and shown again. */
const page = () => Object.assign(new EventTarget(), { hidden: false });

test('a module that throws is called no more, and disposed of once', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const log = t.mock.method(console, 'error', () => undefined);
  const loop = createIntervalLoop(page() as unknown as Document);
  const { calls, module } = failing();
  let updates = 0;
  loop.add('broken', module, {});
  loop.add('fine', { init: () => undefined, update: () => void updates++ }, {});
  loop.start();
  t.mock.timers.tick(2_000);
  assert.deepEqual(calls, ['init', 'update', 'dispose']);
  assert.equal(updates, 3);
  assert.equal(log.mock.callCount(), 1);
  loop.remove('broken');
  assert.deepEqual(calls, ['init', 'update', 'dispose']);
  loop.stop();
});

test('a hidden page runs nothing, and a stopped loop leaves no timer and no listener', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const shown = page();
  const loop = createIntervalLoop(shown as unknown as Document);
  let updates = 0;
  loop.add('counts', { init: () => undefined, update: () => void updates++ }, {});
  loop.start();
  assert.equal(updates, 1);
  shown.hidden = true;
  shown.dispatchEvent(new Event('visibilitychange'));
  t.mock.timers.tick(5_000);
  assert.equal(updates, 1);
  loop.stop();
  shown.hidden = false;
  shown.dispatchEvent(new Event('visibilitychange'));
  t.mock.timers.tick(5_000);
  assert.equal(updates, 1);
});
