import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fails, place, start } from '../program.ts';
import { refused } from '../refused.ts';

const data = (): string => join(place.path, 'data-notes');

async function notes(...args: readonly string[]): Promise<string> {
  const run = start(['notes', ...args, '--data', data()]);
  assert.equal(await run.code, 0, run.err());
  return run.out();
}

test('lists, adds and deletes notes, and names their file', async () => {
  assert.equal(await notes(), `There are no notes in ${join(data(), 'notes.md')}.\n`);
  assert.match(await notes('add', 'The', 'owner likes tea'), /Added to .*notes\.md/);
  await notes('add', 'The lamp is green');
  assert.match(
    await notes('list'),
    /^1\. \d{4}-\d\d-\d\d: The owner likes tea\n2\. \d{4}-\d\d-\d\d: The lamp is green\n$/,
  );
  assert.equal(await notes('delete', '1'), 'Deleted note 1.\n');
  assert.match(await notes(), /^1\. .*lamp is green\n$/);
  assert.equal(await notes('path'), `${join(data(), 'notes.md')}\n`);
});

test('says what is wrong', async () => {
  for (const [args, code, words] of [
    [['fly'], 2, /notes cannot do “fly”/],
    [['add'], 2, /needs a text/],
    [['delete', 'one'], 2, /needs the number of one note/],
    [['delete', '7'], 1, /There is no note 7[\s\S]*notes list/],
  ] as const) {
    const run = await refused(['notes', ...args, '--data', join(place.path, 'data-no-notes')]);
    assert.equal(run.code, code);
    assert.match(run.err, words);
  }
  await mkdir(join(place.path, 'data-odd', 'notes.md'), { recursive: true });
  const { code, err } = await fails(['notes', '--data', join(place.path, 'data-odd')]);
  assert.equal(code, 1);
  assert.match(err, /could not be read or written[\s\S]*--data/);
});

test('shows a note of the file without what would control the terminal', async () => {
  await mkdir(data(), { recursive: true });
  await writeFile(join(data(), 'notes.md'), '- \u001b]0;title\u0007Tea\u202e\n');
  assert.equal(await notes(), '1. ]0;titleTea\n');
});
