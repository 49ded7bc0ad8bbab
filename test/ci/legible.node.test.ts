import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asPrinted, isSame, tilesOf, wordsOf } from '../../ci/pictures/legible.ts';

describe('the measure of what can be read', () => {
  it('compares words without case and punctuation', () => {
    assert.deepEqual(wordsOf('Last commits | 71.7°F, 43% …\n'), ['last', 'commits', '71.7°f', '43%']);
    assert.deepEqual(wordsOf('Maël Obréjan'), ['mael', 'obrejan'], 'accents are not compared');
  });

  it('forgives one letter in a long word and none in a short one', () => {
    for (const read of ['portals', 'partals', 'portal', 'portalls', 'ortals'])
      assert.ok(isSame('portals', read), read);
    for (const read of ['partels', 'port', '']) assert.ok(!isSame('portals', read), read);
    assert.ok(!isSame('none', 'nose'));
  });

  it('covers the whole picture with tiles', () => {
    const tiles = tilesOf({ width: 100, height: 60 }, 4, 3);
    for (const [x, y] of [
      [0, 0],
      [99, 0],
      [50, 59],
      [99, 59],
    ] as const)
      assert.ok(
        tiles.some(
          ({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height,
        ),
        `${x}, ${y}`,
      );
    assert.ok(tiles.every(({ left, width }) => left >= 0 && left + width <= 100));
  });

  it('makes light words on a dark ground dark on light, with the whole range', () => {
    const data = Uint8Array.from([40, 40, 40, 255, 90, 90, 90, 255]);
    const tile = { left: 0, top: 0, width: 2, height: 1 };
    const {
      width,
      height,
      data: printed,
    } = asPrinted({ width: 2, height: 1, channels: 4, data }, tile, { weights: [0, 1, 0], enlargement: 3 });
    assert.deepEqual([width, height], [6, 3]);
    assert.equal(printed[0], 255);
    assert.equal(printed[5], 0);
  });

  it('levels lines that fall to the right', () => {
    // A line of light that falls by one pixel a pixel.
    const data = Uint8Array.from([9, 0, 0, 0, 9, 0, 0, 0, 9].flatMap((light) => [light, light, light]));
    const tile = { left: 0, top: 0, width: 3, height: 3 };
    const { data: printed } = asPrinted({ width: 3, height: 3, channels: 3, data }, tile, {
      weights: [1, 0, 0],
      enlargement: 1,
      slope: 1,
    });
    const rows = [0, 1, 2].map((y) => [0, 1, 2].filter((x) => (printed[y * 3 + x] ?? 255) < 200).length);
    assert.ok(Math.max(...rows) === 3, `dark pixels a row: ${rows.join(', ')}`);
  });
});
