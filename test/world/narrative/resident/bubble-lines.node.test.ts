import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bubbleLines } from '../../../../world/narrative/resident/bubble-lines.ts';

describe('the lines of a bubble', () => {
  const characters = (text: string): number => text.length;

  it('are indented below their bullet', () => {
    assert.deepEqual(bubbleLines('Two things:\n• the first of them\n• more', 12, 9, characters), [
      'Two things:',
      '• the first',
      '  of them',
      '• more',
    ]);
  });

  it('end in an ellipsis after a word when there is more text', () => {
    assert.deepEqual(bubbleLines('one two three four', 9, 1, characters), ['one two…']);
    assert.deepEqual(bubbleLines('• one,\n• two', 12, 1, characters), ['• one…']);
    assert.deepEqual(bubbleLines('first\nabc defghij\nthird', 11, 2, characters), ['first', 'abc…']);
    assert.deepEqual(bubbleLines('a\nb', 12, 2, characters), ['a', 'b'], 'and nowhere else');
  });
});
