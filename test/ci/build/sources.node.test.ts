import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { rollup } from 'rollup';
import { sources } from '../../../ci/build/sources.ts';
import { folderWith } from '../folder.ts';

test('a build for pages ends when a file imports a module of Node, and names both', async (t) => {
  const folder = folderWith(t, {
    'page.ts': "import './mark.ts';",
    'mark.ts': "import { createHash } from 'node:crypto';\nexport const hash = createHash('sha256');",
  });
  await assert.rejects(
    rollup({ input: join(folder, 'page.ts'), plugins: sources(false) }),
    /mark\.ts imports node:crypto, which pages do not have/,
  );
});
