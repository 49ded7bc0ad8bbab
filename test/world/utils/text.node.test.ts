import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { directionOf, fitLine, fitSize, sentenceCase, wrapText } from '../../../world/utils/text.ts';

/** A monospace font: each character has width 1. */
const mono = (text: string): number => Array.from(text).length;

describe('a line of text', () => {
  it('begins with a capital in sentence case, and keeps the rest', () => {
    assert.equal(sentenceCase('active · local-only · not checked'), 'Active · local-only · not checked');
    assert.equal(sentenceCase('43 %'), '43 %');
    assert.equal(sentenceCase(''), '');
  });

  it('stays unchanged when it fits, except for repeated spaces and line breaks', () => {
    assert.equal(fitLine('  two \n words ', 9, mono), 'two words');
  });

  it('ends after a word with an ellipsis when it is too long', () => {
    assert.equal(fitLine('Read commits from the code host', 20, mono), 'Read commits from…');
  });

  it('keeps the whole word when it is cut exactly after one', () => {
    assert.equal(fitLine('Read commits from the code host', 18, mono), 'Read commits from…');
  });

  it('loses punctuation before the ellipsis', () => {
    assert.equal(fitLine('one two, three', 10, mono), 'one two…');
  });

  it('is cut between characters when it has no space, and never inside an emoji', () => {
    assert.equal(fitLine('a'.repeat(30), 10, mono), `${'a'.repeat(9)}…`);
    assert.equal(fitLine('🏡🏡🏡🏡', 3, mono), '🏡🏡…');
  });

  it('never exceeds its width', () => {
    for (let width = 1; width < 40; width++)
      assert.ok(mono(fitLine('Keep the newest 50 events, and drop the rest — always', width, mono)) <= width);
  });
});

describe('text on several lines', () => {
  it('breaks between words, and ends in an ellipsis when text is left', () => {
    assert.deepEqual(wrapText('one two three four five', 9, 2, mono), ['one two', 'three…']);
  });

  it('uses only the lines it needs', () => {
    assert.deepEqual(wrapText('one two', 9, 3, mono), ['one two']);
  });

  it('cuts a word that is wider than a line', () => {
    assert.deepEqual(wrapText('a verylongword b', 6, 3, mono), ['a', 'veryl…', 'b']);
  });
});

describe('text on several lines, in a script without spaces', () => {
  it('breaks between words', () => {
    assert.deepEqual(wrapText('認証ミドルウェアを書き直して古いトークンを拒否する', 8, 6, mono), [
      '認証ミドルウェア',
      'を書き直して古い',
      'トークンを拒否',
      'する',
    ]);
    assert.deepEqual(wrapText('วันนี้อากาศดีมาก', 8, 6, mono), ['วันนี้', 'อากาศดี', 'มาก']);
  });

  it('ends in an ellipsis when text is left', () => {
    assert.deepEqual(wrapText('今日は晴れです。明日は雨です。', 6, 2, mono), ['今日は晴れ', 'です。明日…']);
  });

  it('never begins with the end of a sentence or a bracket, nor ends with an open one', () => {
    for (let width = 6; width < 20; width++)
      for (const line of wrapText('今日は「晴れ」です。明日(雨)も、', width, 9, mono))
        assert.doesNotMatch(line, /^[」。)、]|[「(]$/u);
  });

  it('keeps the spaces and the words of other scripts', () => {
    assert.deepEqual(wrapText('Claude Code が three-js を直す', 11, 4, mono), [
      'Claude Code',
      'が three-js',
      'を直す',
    ]);
  });
});

describe('the direction of a text', () => {
  it('is that of its first letter', () => {
    for (const text of ['שלום! Claude', '… (3) مرحبا', '• תיקון'])
      assert.equal(directionOf(text), 'rtl', text);
    for (const text of ['Claude מחכה', '誓い', '38 °F', '٣ files', ''])
      assert.equal(directionOf(text), 'ltr', text);
  });
});

describe('a font size that fits', () => {
  const wide = (text: string) => (size: number) => text.length * size * 0.6;

  it('is the wanted size when there is room', () => {
    assert.equal(fitSize(0.3, 0.1, 10, wide('short')), 0.3);
  });

  it('is as large as possible, and found with few measurements', () => {
    let measured = 0;
    const size = fitSize(0.3, 0.05, 1, (at) => {
      measured++;
      // Hinting makes small letters slightly too wide.
      return (20 * Math.ceil(at * 0.6 * 200)) / 200;
    });
    assert.ok(size > 0.05 && (20 * Math.ceil(size * 0.6 * 200)) / 200 <= 1);
    assert.ok(size > 0.07, `${size} leaves room unused`);
    assert.ok(measured <= 5, `${measured} measurings`);
  });

  it('is never smaller than the minimum', () => {
    assert.equal(fitSize(0.3, 0.1, 0.01, wide('far too long for it')), 0.1);
  });
});
