import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cut, turned } from '../../ci/pictures/raster.ts';

/** Three pixels wide, two high, one channel. */
const picture = { width: 3, height: 2, channels: 1, data: Uint8Array.from([1, 2, 3, 4, 5, 6]) };

describe('a picture in memory', () => {
  it('is cut to a part', () => {
    const { width, height, data } = cut(picture, { left: 1, top: 0, width: 2, height: 2 });
    assert.deepEqual([width, height, ...(data as Uint8Array)], [2, 2, 2, 3, 5, 6]);
  });

  it('is turned to the left by a quarter', () => {
    const { width, height, data } = turned(picture);
    assert.deepEqual([width, height, ...(data as Uint8Array)], [2, 3, 3, 6, 2, 5, 1, 4]);
  });
});
