import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Raster, lightnessAt, lumaOf } from '../../ci/pictures/light.ts';
import { greysLine } from '../../ci/pictures/pictures.ts';

/** Four hundred by two hundred pixels: one colour left, another right. */
function halves(left: readonly number[], right: readonly number[]): Raster {
  const [width, height] = [400, 200];
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) data.set([...(at % width < 200 ? left : right), 255], at * 4);
  return { width, height, channels: 4, data };
}

describe('a picture without its colours', () => {
  it('has the lightness of CIE: black 0, white 100, the middle grey of displays 54', () => {
    const raster = halves([0, 0, 0], [255, 255, 255]);
    assert.equal(lightnessAt(raster, 90, 100), 0);
    assert.ok(Math.abs(lightnessAt(raster, 300, 100) - 100) < 0.01);
    assert.ok(Math.abs(lightnessAt(halves([128, 128, 128], [0, 0, 0]), 90, 100) - 53.6) < 0.1);
  });

  it('shows two colours of one lightness as one', () => {
    const raster = halves([255, 0, 0], [0, 149, 0]);
    assert.ok(Math.abs(lightnessAt(raster, 90, 100) - lightnessAt(raster, 300, 100)) < 1);
  });

  it('is averaged over nearby pixels, up to the edge of the picture', () => {
    const raster = halves([0, 0, 0], [255, 255, 255]);
    const between = lightnessAt(raster, 200, 0);
    assert.ok(between > 60 && between < 90, String(between));
    assert.throws(() => lightnessAt(raster, 2000, 100), RangeError);
  });

  it('names adjacent parts that look the same', () => {
    const lightness = new Map([
      ['island', 20],
      ['platform', 22],
      ['resident', 60],
    ]);
    assert.match(greysLine(lightness), /MISSED: island and platform are 2\.0 apart$/);
    lightness.set('platform', 28);
    assert.match(greysLine(lightness), /apart or more ok$/);
  });
});

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
