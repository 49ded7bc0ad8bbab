import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bubbleLines,
  bubbleOpacity,
  bubbleSeconds,
} from '../../../../world/narrative/resident/bubble-text.ts';

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

  it('are as many as there is room for, also without spaces between words', () => {
    const text = '今日のコミットは三件です。クロードはテストを直しています。';
    const lines = bubbleLines(text, 10, 6, characters);
    assert.equal(lines.join(''), text);
    assert.ok(lines.length <= 4, lines.join(' | '));
  });

  it('end in an ellipsis after a word when there is more text', () => {
    assert.deepEqual(bubbleLines('one two three four', 9, 1, characters), ['one two…']);
    assert.deepEqual(bubbleLines('• one,\n• two', 12, 1, characters), ['• one…']);
    assert.deepEqual(bubbleLines('first\nabc defghij\nthird', 11, 2, characters), ['first', 'abc…']);
    assert.deepEqual(bubbleLines('a\nb', 12, 2, characters), ['a', 'b'], 'and nowhere else');
  });
});

const close = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

describe('the timing of a bubble', () => {
  it('fades in for 0.4 s, holds for 2 s plus 0.06 s per character, fades out for 0.6 s', () => {
    close(bubbleOpacity(0, 50), 0);
    close(bubbleOpacity(0.2, 50), 0.5);
    close(bubbleOpacity(0.4, 50), 1);
    close(bubbleOpacity(5.4, 50), 1);
    close(bubbleOpacity(5.7, 50), 0.5);
    close(bubbleOpacity(6, 50), 0);
    close(bubbleSeconds(50), 6);
  });

  it('holds for at most twelve seconds', () => {
    close(bubbleSeconds(10_000), 13);
    assert.equal(bubbleOpacity(12.39, 10_000), 1);
    assert.equal(bubbleOpacity(13.01, 10_000), 0);
  });

  it('shows nothing before its start and after its end', () => {
    assert.equal(bubbleOpacity(-1, 10), 0);
    assert.equal(bubbleOpacity(1e6, 10), 0);
  });
});
