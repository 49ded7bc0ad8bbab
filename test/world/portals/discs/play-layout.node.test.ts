import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WORDS, layoutPlay } from '../../../../world/portals/discs/play-picture.ts';

test('a screenshot of any shape is whole within the disc, above the words, and not stretched', () => {
  for (const aspect of [0.3, 9 / 16, 1, 5 / 4, 4 / 3, 16 / 10, 16 / 9, 21 / 9, 5]) {
    const { left, top, width, height } = layoutPlay(aspect);
    assert.ok(Math.abs(width / height - aspect) < 1e-9, `${aspect} is not stretched`);
    assert.ok(Math.abs(left + width / 2) < 1e-9, 'in the middle');
    for (const y of [top, top + height])
      assert.ok(Math.hypot(left, y) < 0.476, `a corner of ${aspect} is cut off`);
    assert.ok(top + height < WORDS.top, 'above the words');
    assert.ok(width * height > 0.1, 'large');
  }
  assert.ok(Math.hypot(WORDS.half, WORDS.top + WORDS.height) < 0.48, 'the words are within the disc');
});
