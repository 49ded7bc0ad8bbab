import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 as reference } from 'node:zlib';
import { decode } from 'fast-png';
import { seededRandom } from '../../../world/utils/noise.ts';
import { CHANNELS, PngWriter, crc32 } from '../../../world/utils/png.ts';

const picture = (width: number, height: number): Uint8Array => {
  const random = seededRandom(7);
  return Uint8Array.from({ length: width * height * CHANNELS }, (_, at) =>
    // Slopes, an edge, and noise: every kind of row.
    at % 97 < 60 ? at % 256 : random() * 256,
  );
};

async function written(width: number, height: number, rowsAtOnce: number): Promise<Uint8Array> {
  const rgb = picture(width, height);
  const writer = new PngWriter(width, height, { Title: 'Zuhause · 家' });
  const stride = width * CHANNELS;
  for (let y = 0; y < height; y += rowsAtOnce)
    await writer.write(rgb.slice(y * stride, Math.min(height, y + rowsAtOnce) * stride));
  const file = await writer.finish();
  assert.equal(file.type, 'image/png');
  return new Uint8Array(await file.arrayBuffer());
}

describe('the PNG writer', () => {
  for (const [width, height, rowsAtOnce] of [
    [1, 1, 1],
    [33, 20, 7],
    [200, 64, 64],
  ] as const)
    it(`gives back ${width} × ${height} pixels exactly, written ${rowsAtOnce} rows at a time`, async () => {
      const decoded = decode(await written(width, height, rowsAtOnce), { checkCrc: true });
      assert.deepEqual([decoded.width, decoded.height, decoded.channels], [width, height, CHANNELS]);
      assert.deepEqual(Uint8Array.from(decoded.data), picture(width, height));
    });

  it('checks its chunks as the specification asks, and says whose picture it is in UTF-8', async () => {
    assert.equal(crc32(new TextEncoder().encode('IE'), new TextEncoder().encode('ND')), reference('IEND'));
    const file = await written(9, 3, 3);
    const view = new DataView(file.buffer);
    const kinds: string[] = [];
    let said = '';
    for (let at = 8; at < file.length;) {
      const length = view.getUint32(at);
      const named = file.subarray(at + 4, at + 8 + length);
      assert.equal(view.getUint32(at + 8 + length), reference(named));
      const text = new TextDecoder().decode(named);
      kinds.push(text.slice(0, 4));
      if (text.startsWith('iTXt')) said = text.slice(4);
      at += 12 + length;
    }
    assert.deepEqual([kinds[0], kinds[1], kinds.at(-1)], ['IHDR', 'iTXt', 'IEND']);
    assert.ok(kinds.includes('IDAT'));
    assert.equal(said, 'Title\0\0\0\0\0Zuhause · 家');
  });
});
