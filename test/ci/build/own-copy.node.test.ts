import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { rollup } from 'rollup';
import { ownCopy } from '../../../ci/build/own-copy.ts';
import { folderWith } from '../folder.ts';

test('a module that is loaded later has its own copies of what it imports, and others do not grow', async (t) => {
  const folder = folderWith(t, {
    'entry.js':
      "import { small } from './library.js'; small(); export const open = () => import('./room.js');",
    'library.js':
      "export const small = () => console.log('small'); export const large = () => console.log('large');",
    'room.js': "import { small, large } from './library.js'; small(); large(); import('./later.js');",
    'later.js': "import { large } from './library.js'; large();",
  });
  const chunksWith = async (plugins: readonly ReturnType<typeof ownCopy>[]) => {
    const bundle = await rollup({ input: join(folder, 'entry.js'), plugins: [...plugins] });
    const { output } = await bundle.generate({ format: 'es' });
    await bundle.close();
    const has = (text: string): string[] =>
      output
        .flatMap((file) => (file.type === 'chunk' && file.code.includes(text) ? [file.name] : []))
        .toSorted();
    return { small: has("'small'"), large: has("'large'") };
  };
  assert.deepEqual(await chunksWith([]), { small: ['entry'], large: ['entry'] });
  const { small, large } = await chunksWith([ownCopy('./room.js')]);
  assert.ok(small.includes('entry'), 'the entry has what it uses');
  assert.ok(!large.includes('entry'), 'and not what only the later module uses');
  assert.equal(small.length, 2);
  assert.equal(large.length, 1);
});

test('signals have one copy, because those of two would not know each other', async (t) => {
  const folder = folderWith(t, {
    'entry.js':
      "import { Signal } from './node_modules/signal-polyfill/index.js'; Signal(); export const open = () => import('./room.js');",
    'room.js': "import { Signal } from './node_modules/signal-polyfill/index.js'; Signal();",
    'node_modules/signal-polyfill/index.js': "export const Signal = () => console.log('signal');",
  });
  const bundle = await rollup({ input: join(folder, 'entry.js'), plugins: [ownCopy('./room.js')] });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const copies = output.filter((file) => file.type === 'chunk' && file.code.includes("'signal'"));
  assert.deepEqual(
    copies.map(({ name }) => name),
    ['entry'],
  );
});
