import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encode } from 'fast-png';
import { cropPicture, readPicture } from '../../../../harness/games/mcp/screenshot-image.ts';
import { recordedScreen } from './servers.ts';

/** A JPEG up to its frame header, after a comment of some bytes. */
const jpeg = (width: number, height: number): Uint8Array =>
  Buffer.concat([
    Buffer.from('ffd8fffe000601020304ffffc4000300ffc2000b08', 'hex'),
    Uint8Array.of(height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0, 0xff, 0xd9),
    new Uint8Array(20),
  ]);
/** The first bytes of a PNG that declares this size. */
const pngOf = (width: number, height: number): Uint8Array => {
  const bytes = encode({ width: 1, height: 1, data: new Uint8Array(3), channels: 3, depth: 8 }).slice();
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(16, width);
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(20, height);
  return bytes;
};

test('size and kind are read from the bytes', async () => {
  const screen = await recordedScreen();
  const { width, height, mediaType } = readPicture(screen) ?? {};
  assert.deepEqual([width, height, mediaType], [1280, 720, 'image/png']);
  const photo = readPicture(jpeg(640, 481));
  assert.deepEqual([photo?.width, photo?.height, photo?.mediaType], [640, 481, 'image/jpeg']);
});

test('what is no picture, or too large a one, is refused', () => {
  const text = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
  const wrong = [
    new Uint8Array(),
    text,
    pngOf(0, 5),
    pngOf(20_000, 5),
    pngOf(9_000, 9_000),
    jpeg(0, 9),
    new Uint8Array(8_000_001),
  ];
  for (const bytes of wrong) assert.equal(readPicture(bytes), undefined);
  // A JPEG that ends before its size, and one whose lengths lead in a circle.
  assert.equal(
    readPicture(Uint8Array.from([0xff, 0xd8, 0xff, ...Array.from({ length: 60 }, () => 0xff)])),
    undefined,
  );
  assert.equal(
    readPicture(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, ...Array.from({ length: 60 }, () => 0)])),
    undefined,
  );
});

test('a part is cut out of every kind of PNG to the pixel', async () => {
  for (const channels of [1, 2, 3, 4]) {
    const [width, height] = [13, 9];
    const data = Uint8Array.from({ length: width * height * channels }, (_, at) => (at * 7) % 251);
    const picture = readPicture(encode({ width, height, data, channels, depth: 8 }));
    assert.ok(picture);
    const part = cropPicture(picture, { x: 4, y: 2, width: 5, height: 3 });
    assert.ok(part && part.width === 5 && part.height === 3);
    const pixels = decode(part.bytes).data;
    for (let y = 0; y < 3; y += 1)
      for (let at = 0; at < 5 * channels; at += 1)
        assert.equal(pixels[y * 5 * channels + at], data[((y + 2) * width + 4) * channels + at]);
  }
  // The recorded picture has a palette.
  const screen = readPicture(await recordedScreen());
  assert.ok(screen && decode(screen.bytes).palette);
  const part = cropPicture(screen, { x: 0, y: 0, width: 50, height: 40 });
  assert.ok(part && decode(part.bytes).channels >= 3);
  const broken = { ...screen, bytes: screen.bytes.slice(0, 2_000) };
  assert.equal(cropPicture(broken, { x: 0, y: 0, width: 5, height: 5 }), undefined);
});
