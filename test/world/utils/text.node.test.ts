import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitLine, fitSize, wrapText } from '../../../world/utils/text.ts';

/** A monospace font: every character one wide. */
const mono = (text: string): number => Array.from(text).length;

describe('a line of text', () => {
  it('that fits is left alone, apart from doubled blanks and breaks', () => {
    assert.equal(fitLine('  two \n words ', 9, mono), 'two words');
  });

  it('that is too long ends in an ellipsis at a word', () => {
    assert.equal(fitLine('Read commits from the code host', 20, mono), 'Read commits from…');
  });

  it('that is cut exactly after a word keeps the whole word', () => {
    assert.equal(fitLine('Read commits from the code host', 18, mono), 'Read commits from…');
  });

  it('loses punctuation before the ellipsis', () => {
    assert.equal(fitLine('one two, three', 10, mono), 'one two…');
  });

  it('without a word to cut at is cut at a character, and an emoji stays whole', () => {
    assert.equal(fitLine('a'.repeat(30), 10, mono), `${'a'.repeat(9)}…`);
    assert.equal(fitLine('🏡🏡🏡🏡', 3, mono), '🏡🏡…');
  });

  it('never grows wider than its room', () => {
    for (let width = 1; width < 40; width++)
      assert.ok(mono(fitLine('Keep the newest 50 events, and drop the rest — always', width, mono)) <= width);
  });
});

describe('text on several lines', () => {
  it('breaks at words and says when there was more', () => {
    assert.deepEqual(wrapText('one two three four five', 9, 2, mono), ['one two', 'three…']);
  });

  it('takes no more lines than it needs', () => {
    assert.deepEqual(wrapText('one two', 9, 3, mono), ['one two']);
  });

  it('cuts a word that is wider than a line', () => {
    assert.deepEqual(wrapText('a verylongword b', 6, 3, mono), ['a', 'veryl…', 'b']);
  });
});

describe('a size that fits', () => {
  const wide = (text: string) => (size: number) => text.length * size * 0.6;

  it('is the wanted one where there is room', () => {
    assert.equal(fitSize(0.3, 0.1, 10, wide('short')), 0.3);
  });

  it('is as large as the room allows, and found in few measurings', () => {
    let measured = 0;
    const size = fitSize(0.3, 0.05, 1, (at) => {
      measured++;
      // Hinting: small letters are a little wider than they should be.
      return (20 * Math.ceil(at * 0.6 * 200)) / 200;
    });
    assert.ok(size > 0.05 && (20 * Math.ceil(size * 0.6 * 200)) / 200 <= 1);
    assert.ok(size > 0.07, `${size} leaves room unused`);
    assert.ok(measured <= 5, `${measured} measurings`);
  });

  it('is never smaller than the least', () => {
    assert.equal(fitSize(0.3, 0.1, 0.01, wide('far too long for it')), 0.1);
  });
});
