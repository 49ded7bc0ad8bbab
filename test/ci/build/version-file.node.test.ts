import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Plugin, rollup } from 'rollup';
import { versionFile } from '../../../ci/build/version-file.ts';
import { temporaryFolder } from '../../harness/helpers.ts';

const page = (script: string): string => `<script type="module" src="./assets/${script}"></script>`;

/** Empties the page and fills it again, as a slow disk does with a file that is written. */
const slowWriter = (script: string): Plugin => ({
  name: 'slow-writer',
  async writeBundle({ dir = '' }) {
    await writeFile(join(dir, 'index.html'), '');
    await delay(50);
    await writeFile(join(dir, 'index.html'), page(script));
  },
});

/** `version.json` of a build with these plugins. */
async function buildOf(folder: string, plugins: Plugin[]): Promise<string> {
  await writeFile(join(folder, 'entry.js'), 'export default 1;');
  await writeFile(join(folder, 'index.html'), page('old.js'));
  const bundle = await rollup({ input: join(folder, 'entry.js'), plugins });
  await bundle.write({ dir: folder });
  await bundle.close();
  return (JSON.parse(await readFile(join(folder, 'version.json'), 'utf8')) as { build: string }).build;
}

it('names the scripts of the pages as the other plugins leave them, wherever it is in the list', async (t) => {
  const folder = await temporaryFolder();
  t.after(() => folder.dispose());
  const [version, writer] = [versionFile(['index.html']), slowWriter('new.js')];
  const [first, last] = [
    await buildOf(folder.path, [version, writer]),
    await buildOf(folder.path, [writer, version]),
  ];
  assert.match(first, /^[\da-f]{12} new\.js$/);
  assert.equal(first, last);
});
