import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { it } from 'node:test';

const root = resolve(import.meta.dirname, '../..');

it('sizes of texts and breakpoints follow the browser’s font size', () => {
  const inPixels = /(?:font(?:-size)?:\s*|@media[^{]*|@container[^{]*)\b\d+(?:\.\d+)?px/;
  const found = globSync(['components/**/*.ts', '*.html'], { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (inPixels.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  assert.deepEqual(found, []);
});
