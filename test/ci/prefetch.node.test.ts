import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const IMPORT = /\bimport\(\s*'(\.[^']+)'\s*\)/g;

/** The files that a file imports on demand, as paths from the root. */
async function importedLater(path: string): Promise<string[]> {
  const code = await readFile(join(root, path), 'utf8');
  return [...code.matchAll(IMPORT)].map(([, to = '']) => join(dirname(path), to));
}

test('everything that an element imports on demand is prefetched', async () => {
  // Parts of the page, with the tables of panels and cards that it loads from.
  const tables = [
    'components/app/parts.ts',
    'components/app/panels.ts',
    'components/modes/views.ts',
    'components/door/door.ts',
  ];
  const ahead = new Set((await Promise.all(tables.map(importedLater))).flat());
  // The table itself, and a part of the share dialogue.
  ahead.add('components/app/parts.ts');
  ahead.add('data/view/url-sync.ts');
  // Pages of other sites load this file when the chat becomes visible. If the file is missing, the widget
  // says so.
  ahead.add('components/widgets/chat/room.ts');
  // The heartbeat loads it with its first readings.
  ahead.add('components/widgets/open-work.ts');
  ahead.add('components/widgets/team.ts');
  const forgotten: string[] = [];
  for await (const path of glob('components/**/*.ts', { cwd: root }))
    for (const later of await importedLater(path))
      if (!ahead.has(later)) forgotten.push(`${path} imports ${later}`);
  assert.deepEqual(
    forgotten,
    [],
    'After an update these files are gone from the server: add them to `parts` or `others` in components/app/parts.ts.',
  );
});
