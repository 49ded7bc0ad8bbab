import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  actionMarks,
  isCrossedOut,
  isDashed,
  markOpacity,
  markShapes,
  pointerAfter,
} from '../../../data/games/action-marks.ts';
import type { GameAction } from '../../../data/games/game-action.ts';
import type { MarkOutcome } from '../../../data/games/play-text.ts';

const done = (action: GameAction) => ({ action, outcome: 'done' as const });

test('actions with a place have a mark, the newest last', () => {
  const marks = actionMarks([
    done({ action: 'click', params: { x: 0.1, y: 0.2 } }),
    done({ action: 'press_key', params: { key: 'Up' } }),
    done({ action: 'right_click', params: { x: 0.3, y: 0.4 } }),
  ]);
  assert.deepEqual(
    marks.map(({ shape, x, y, age }) => [shape, x, y, age]),
    [
      ['click', 0.1, 0.2, 2],
      ['right_click', 0.3, 0.4, 0],
    ],
  );
});

test('a drag begins where the pointer was, if that is known', () => {
  const drag = done({ action: 'drag_to', params: { x: 0.8, y: 0.8, duration: 1 } });
  assert.equal(actionMarks([drag])[0]?.from, undefined);
  const [, mark] = actionMarks([done({ action: 'move_to', params: { x: 0.1, y: 0.2 } }), drag]);
  assert.deepEqual(mark?.from, { x: 0.1, y: 0.2 });
});

test('an action that was not sent, or failed, leaves the pointer where it was', () => {
  const start = { x: 0.1, y: 0.2 };
  const away: GameAction = { action: 'move_to', params: { x: 0.9, y: 0.9 } };
  const drag: GameAction = { action: 'drag_to', params: { x: 0.8, y: 0.8, duration: 1 } };
  for (const [outcome, from] of [
    ['done', away.params],
    ['dry', away.params],
    ['refused', start],
    ['failed', start],
  ] as const) {
    const before: Parameters<typeof pointerAfter>[0] = [{ action: away, outcome }];
    const [, mark] = actionMarks([...before, { action: drag, outcome: 'waits' }], start);
    assert.deepEqual(mark?.from, from, outcome);
    assert.deepEqual(pointerAfter(before, start), from, outcome);
  }
});

test('every kind of click has a shape of its own', () => {
  const { click, right_click, double_click, move_to } = markShapes;
  assert.equal(new Set([click, right_click, double_click, move_to]).size, 4);
});

test('what was not done has its own shape: dashes, or a cross over it', () => {
  const outcomes: readonly MarkOutcome[] = ['done', 'failed', 'dry', 'refused', 'waits'];
  assert.deepEqual(
    outcomes.map((outcome) =>
      isDashed(outcome) ? 'dashed' : isCrossedOut(outcome) ? 'crossed out' : 'plain',
    ),
    ['plain', 'crossed out', 'dashed', 'crossed out', 'dashed'],
  );
});

test('older marks are fainter, and never gone', () => {
  const opacities = [0, 1, 2, 3, 4, 9].map(markOpacity);
  assert.equal(opacities[0], 1);
  assert.deepEqual(
    opacities,
    opacities.toSorted((a, b) => b - a),
  );
  assert.ok(opacities.every((opacity) => opacity >= 0.2));
});
