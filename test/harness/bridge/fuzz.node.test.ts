import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fuzz } from './fuzz.ts';

/** The used heap after a garbage collection, in bytes. */
function live(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('a hundred thousand frames of all kinds crash nothing, reveal nothing and leave nothing', async (context) => {
  const { timers } = context.mock;
  timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'], now: 1_000_000 });
  const alive: number[] = [];
  const { faults, heard, left } = await fuzz({
    frames: 100_000,
    seed: 20_261_122,
    pass: (milliseconds) => timers.tick(milliseconds),
    now: () => Date.now(),
    onTenth: () => alive.push(live()),
  });
  assert.deepEqual([...new Set(faults)].slice(0, 5), []);
  assert.deepEqual(left, { sockets: 0, visitors: 0, visible: 0, watching: 0 });
  // The first tenths also allocate what stays: sessions, numbers, compiled code.
  const [, , third = 0, ...later] = alive;
  assert.ok((later.at(-1) ?? 0) - third < 1_500_000, alive.join(' '));
  // The random frames were accepted: each type of answer was received.
  for (const type of [
    'welcome',
    'chat-message',
    'chat-delta',
    'resident',
    'world-action',
    'players',
    'player',
    'player-emote',
    'player-chat',
    'player-joined',
    'player-left',
    'error',
  ])
    assert.ok((heard.get(type) ?? 0) > 20, `${type}: ${heard.get(type)}`);
});
