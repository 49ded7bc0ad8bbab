import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanLine, cutAtWord, cutText, fileSlug } from '../../../data/core/text.ts';
import { utcDay, utcText } from '../../../data/core/time.ts';

describe('a text that is too long', () => {
  it('is cut after the given number of characters', () => {
    assert.equal(cutText('home', 9), 'home');
    assert.equal(cutText('home world', 6), 'home w');
  });

  it('drops a character that would be cut in half', () => {
    assert.equal(cutText('ab😀', 3), 'ab');
    assert.equal(cutText('ab😀', 4), 'ab😀');
  });

  it('is cut at a space near the limit, or at the limit without one', () => {
    assert.equal(cutAtWord('a home world', 7), 'a home');
    assert.equal(cutAtWord('a homeworld', 7), 'a homew');
    assert.equal(cutAtWord('a home😀world', 7), 'a home');
  });
});

describe('a line from outside', () => {
  it('has no characters that turn or hide text, and no line ends', () => {
    assert.equal(cleanLine('a\u202eb\u200bc\n\td\u2066e '), 'abc de');
    assert.equal(cleanLine('\ud83d lost'), 'lost');
  });
});

describe('a name for a file', () => {
  it('has small letters and digits, joined by hyphens', () => {
    assert.equal(fileSlug(' Ada’s Höhle 2! '), 'ada-s-hohle-2');
    assert.equal(fileSlug('海の家'), '海の家');
  });

  it('is “home” where nothing is left', () => {
    assert.equal(fileSlug('!?'), 'home');
  });
});

describe('an instant as text', () => {
  it('is in UTC', () => {
    const at = Date.parse('2026-11-21T06:40:09.900+02:00');
    assert.equal(utcDay(at), '2026-11-21');
    assert.equal(utcText(at), '2026-11-21 04:40:09 UTC');
  });
});
