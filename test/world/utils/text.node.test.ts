import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitLine, wrapText } from '../../../world/utils/text.ts';

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
