import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bubbleOpacity,
  bubbleSeconds,
  holdSeconds,
} from '../../../../world/narrative/resident/bubble-timing.ts';

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
    assert.equal(holdSeconds(10_000), 12);
    assert.equal(bubbleOpacity(12.39, 10_000), 1);
    assert.equal(bubbleOpacity(13.01, 10_000), 0);
  });

  it('shows nothing before its start and after its end', () => {
    assert.equal(bubbleOpacity(-1, 10), 0);
    assert.equal(bubbleOpacity(1e6, 10), 0);
  });
});
