import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { lumaOf } from '../../ci/pictures/luma.ts';
import { decodePng } from '../../ci/png.ts';

/** Pixels of one grey each, opaque. */
const greys = (...values: number[]): Uint8Array => Uint8Array.from(values.flatMap((v) => [v, v, v, 255]));

const chunk = (name: string, data: Uint8Array): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
};

/** A PNG of the given rows, each beginning with its filter byte. */
const png = (width: number, rows: readonly (readonly number[])[], kind = 2): Uint8Array => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, kind], 8);
  const pixels = deflateSync(Uint8Array.from(rows.flat()));
  // In two pieces, as browsers write them.
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels.subarray(0, 5)),
    chunk('IDAT', pixels.subarray(5)),
    chunk('IEND', new Uint8Array()),
  ]);
};

describe('luma', () => {
  it('is the middle of the sorted pixels, and shares strictly above 40 and 240', () => {
    assert.deepEqual(lumaOf(greys(0, 40, 41, 240, 255)), { median: 41, above40: 3 / 5, above240: 1 / 5 });
  });

  it('weighs green most and blue least', () => {
    const of = (...rgb: number[]): number => lumaOf(Uint8Array.from([...rgb, 255])).median;
    assert.deepEqual([of(255, 0, 0), of(0, 255, 0), of(0, 0, 255)], [54, 182, 18]);
  });

  it('refuses a picture without pixels', () => {
    assert.throws(() => lumaOf(new Uint8Array()), RangeError);
  });
});

describe('a PNG', () => {
  it('is read with every kind of row filter', () => {
    // Each row says 10, 20, 30 and 40, 50, 60 after its filter is undone.
    const picture = decodePng(
      png(2, [
        [0, 10, 20, 30, 40, 50, 60],
        [1, 10, 20, 30, 30, 30, 30],
        [2, 0, 0, 0, 0, 0, 0],
        [3, 5, 10, 15, 15, 15, 15],
        [4, 0, 0, 0, 0, 0, 0],
      ]),
    );
    assert.equal(picture.width, 2);
    assert.equal(picture.height, 5);
    for (let row = 0; row < 5; row++)
      assert.deepEqual([...picture.rgba.subarray(row * 8, row * 8 + 8)], [10, 20, 30, 255, 40, 50, 60, 255]);
  });

  it('keeps its transparency', () => {
    assert.deepEqual([...decodePng(png(1, [[0, 1, 2, 3, 4]], 6)).rgba], [1, 2, 3, 4]);
  });

  it('is refused when it is something else, or of a kind no browser writes', () => {
    assert.throws(() => decodePng(Buffer.from('GIF89a')), /not a PNG/);
    assert.throws(() => decodePng(png(1, [[0, 1]], 0)), /another kind/);
    assert.throws(() => decodePng(png(1, [[9, 1, 2, 3]])), /unknown filter 9/);
  });
});
