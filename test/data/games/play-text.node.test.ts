import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameAction } from '../../../data/games/game-action.ts';
import { actionLabel, actionText, playLine } from '../../../data/games/play-text.ts';
import { play } from '../../helpers/shown-play.ts';

const rows: readonly (readonly [GameAction, string, string])[] = [
  [{ action: 'click', params: { x: 0.4, y: 0.618 } }, 'click', 'click at 40 %, 62 %'],
  [{ action: 'right_click', params: { x: 0, y: 1 } }, 'right click', 'right click at 0 %, 100 %'],
  [{ action: 'double_click', params: { x: 0.5, y: 0.5 } }, 'double click', 'double click at 50 %, 50 %'],
  [{ action: 'move_to', params: { x: 0.5, y: 0.5 } }, 'move', 'move to 50 %, 50 %'],
  [{ action: 'drag_to', params: { x: 0.5, y: 0.5, duration: 1 } }, 'drag', 'drag to 50 %, 50 %'],
  [{ action: 'type_text', params: { text: 'hello' } }, '“hello”', 'type “hello”'],
  [{ action: 'type_text', params: { text: 'go\n' } }, '“go⏎”', 'type “go⏎”'],
  [{ action: 'press_key', params: { key: 'Up' } }, 'key Up', 'key Up'],
  [{ action: 'hotkey', params: { keys: 'ctrl shift s' } }, 'ctrl+shift+s', 'ctrl+shift+s'],
  [{ action: 'scroll', params: { amount: -3 } }, 'scroll down 3', 'scroll down 3'],
];

test('each action has a label, and a sentence with its place', () => {
  for (const [action, label, text] of rows) {
    assert.equal(actionLabel(action), label);
    assert.equal(actionText(action), text);
  }
});

test('a play is described in one line', () => {
  assert.equal(playLine(play()), 'playing · step 3');
  assert.equal(playLine(play({ dryRun: true })), 'dry run · playing · step 3');
  assert.equal(playLine(play({ state: 'waiting' })), 'waits for its owner · step 3');
  assert.equal(
    playLine(play({ state: 'failed', note: 'The player is gone.' })),
    'failed · The player is gone.',
  );
  assert.equal(playLine(play({ state: 'done' })), 'done · step 3');
});
