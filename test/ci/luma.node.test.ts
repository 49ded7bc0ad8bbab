import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lumaOf } from '../../ci/pictures/luma.ts';

/** Opaque pixels of one grey each. */
const greys = (...values: number[]): Uint8Array => Uint8Array.from(values.flatMap((v) => [v, v, v, 255]));

describe('luma', () => {
  it('is the median of the pixels, with the shares strictly above 40 and 240', () => {
    assert.deepEqual(lumaOf(greys(0, 40, 41, 240, 255)), { median: 41, above40: 3 / 5, above240: 1 / 5 });
  });

  it('weighs green most and blue least', () => {
    const of = (...rgb: number[]): number => lumaOf(Uint8Array.from([...rgb, 255])).median;
    assert.deepEqual([of(255, 0, 0), of(0, 255, 0), of(0, 0, 255)], [54, 182, 18]);
  });

  it('reads pictures without transparency too', () => {
    assert.equal(lumaOf(Uint8Array.of(0, 255, 0, 0, 255, 0), 3).median, 182);
  });

  it('refuses a picture without pixels', () => {
    assert.throws(() => lumaOf(new Uint8Array()), RangeError);
  });
});
