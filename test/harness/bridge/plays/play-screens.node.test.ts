import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { encode } from 'fast-png';
import { MAX_SIDE, readPicture } from '../../../../harness/bridge/plays/play-screens.ts';
import { randomFrom } from '../../../helpers/random.ts';

const png = (width: number, height: number): Buffer =>
  Buffer.from(encode({ width, height, data: new Uint8Array(width * height * 4), channels: 4, depth: 8 }));
const jpeg = await readFile(join(import.meta.dirname, '../../../../public/social.jpg'));
/** One pixel each, from the page of WebP’s makers: lossy, lossless. */
const lossy = Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64');
const lossless = Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAfQ//73v/+BiOh/AAA=', 'base64');

test('a picture has the type of its first bytes', () => {
  assert.equal(readPicture(png(3, 2))?.type, 'image/png');
  assert.equal(readPicture(jpeg)?.type, 'image/jpeg');
  assert.equal(readPicture(lossy)?.type, 'image/webp');
  assert.equal(readPicture(lossless)?.type, 'image/webp');
  for (const other of ['', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', '<!doctype html>'])
    assert.equal(readPicture(Buffer.from(other)), undefined, other);
});

test('refuses a picture that is too large for a browser, or that has no size', () => {
  const wide = png(3, 2);
  wide.writeUInt32BE(MAX_SIDE, 16);
  assert.ok(readPicture(wide));
  for (const side of [MAX_SIDE + 1, 0, 0xffffffff]) {
    wide.writeUInt32BE(side, 16);
    assert.equal(readPicture(wide), undefined, String(side));
  }
  assert.equal(readPicture(jpeg.subarray(0, 12)), undefined);
});

test('torn and changed files are read without harm', () => {
  const random = randomFrom(4);
  for (const file of [png(9, 9), jpeg, lossy, lossless])
    for (let round = 0; round < 200; round += 1) {
      const bytes = Buffer.from(file.subarray(0, Math.floor(random() * Math.min(file.length, 900))));
      for (let change = 0; change < 4 && bytes.length > 0; change += 1)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      readPicture(bytes);
    }
});
