import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decode, encode } from 'fast-png';
import { withTexts } from '../../../world/capture/png-text.ts';

it('adds texts in UTF-8 to a PNG file without changing its image', async () => {
  const data = Uint8Array.from({ length: 9 * 3 * 3 }, (_, at) => at);
  const png = new Blob([Uint8Array.from(encode({ width: 9, height: 3, channels: 3, data }))], {
    type: 'image/png',
  });
  const file = withTexts(png, { Title: 'Zuhause · 家' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  assert.equal(file.type, 'image/png');
  assert.deepEqual(Uint8Array.from(decode(bytes, { checkCrc: true }).data), data);
  assert.ok(new TextDecoder().decode(bytes).includes('iTXtTitle\0\0\0\0\0Zuhause · 家'));
});
