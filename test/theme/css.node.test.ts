import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { it } from 'node:test';
import { fontFaces } from '../../theme/css.ts';
import { theme } from '../../theme/theme.ts';

const root = resolve(import.meta.dirname, '../../public');
/** The maximum size of both weights together. */
const MAX_BYTES = 40_000;

it('the shipped typeface is the theme’s first, in two small files with their licence', () => {
  const css = fontFaces();
  const [family = ''] = theme.fonts.mono.split(',');
  assert.equal(css.split(`font-family: ${family};`).length - 1, 2);
  const files = [...css.matchAll(/url\("([^"]+)"\)/g)].map(([, path = '']) => readFileSync(join(root, path)));
  assert.equal(files.length, 2);
  for (const file of files) assert.equal(file.subarray(0, 4).toString(), 'wOF2');
  assert.ok(files.reduce((sum, { length }) => sum + length, 0) <= MAX_BYTES);
  assert.match(
    readFileSync(join(root, 'vendor/ibm-plex-mono-5.3.0/LICENSE'), 'utf8'),
    /SIL Open Font License/,
  );
});
