import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutAtWord, cutText } from '../../../data/core/text.ts';
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

describe('an instant as text', () => {
  it('is in UTC', () => {
    const at = Date.parse('2026-11-21T06:40:09.900+02:00');
    assert.equal(utcDay(at), '2026-11-21');
    assert.equal(utcText(at), '2026-11-21 04:40:09 UTC');
  });
});
