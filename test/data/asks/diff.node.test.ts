import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffLines } from '../../../data/asks/diff.ts';

const kinds = (diff: string): string[] => diffLines(diff).map(({ kind }) => kind);

test('each line has its kind, its text without the sign, and its number', () => {
  const diff = '--- a/a.ts\n+++ b/a.ts\n@@ -10,3 +10,4 @@ export\n one\n-two\n+2\n+3\n three\n';
  assert.deepEqual(diffLines(diff), [
    { kind: 'file', text: '--- a/a.ts' },
    { kind: 'file', text: '+++ b/a.ts' },
    { kind: 'hunk', text: '@@ -10,3 +10,4 @@ export' },
    { kind: 'same', text: 'one', before: 10, after: 10 },
    { kind: 'removed', text: 'two', before: 11 },
    { kind: 'added', text: '2', after: 11 },
    { kind: 'added', text: '3', after: 12 },
    { kind: 'same', text: 'three', before: 12, after: 13 },
  ]);
});

test('a removed line that looks like the header of a file is a removed line', () => {
  assert.deepEqual(kinds('@@ -1,2 +1 @@\n--- a comment\n-x\n++++ y\n'), [
    'hunk',
    'removed',
    'removed',
    'added',
  ]);
});

test('a text that is no diff is shown line by line', () => {
  assert.deepEqual(kinds('hello\n\n+ added\n- removed\n'), ['note', 'note', 'added', 'removed']);
  assert.deepEqual(diffLines(''), [{ kind: 'note', text: '' }]);
});

test('a note about the end of the file has no number', () => {
  assert.deepEqual(diffLines('@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b')[2], {
    kind: 'note',
    text: '\\ No newline at end of file',
  });
});
