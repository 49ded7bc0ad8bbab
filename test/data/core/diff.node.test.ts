import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffLines, lineName } from '../../../data/core/diff.ts';
import { diffOf } from '../../../harness/commands/hooks/diff.ts';

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

test('an empty line of a hunk counts without its space, as git can write it', () => {
  assert.deepEqual(diffLines('@@ -1,3 +1,4 @@\n one\n\n-two\n+2\n+3\n\n+4\n'), [
    { kind: 'hunk', text: '@@ -1,3 +1,4 @@' },
    { kind: 'same', text: 'one', before: 1, after: 1 },
    { kind: 'same', text: '', before: 2, after: 2 },
    { kind: 'removed', text: 'two', before: 3 },
    { kind: 'added', text: '2', after: 3 },
    { kind: 'added', text: '3', after: 4 },
    { kind: 'note', text: '' },
    { kind: 'added', text: '4' },
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

test('each line in the diff of a hook is content, even if it looks like a header, and has no line number', () => {
  const diff =
    diffOf('auth.sql', 'same\n-- a\n-- x\n++ y\n@@ -1 +1 @@\n', 'same\n++ b\n-- z\n*** q\n') +
    diffOf('b.sql', '-- only admins may\n', '');
  assert.deepEqual(diffLines(diff), [
    { kind: 'file', text: '--- auth.sql' },
    { kind: 'file', text: '+++ auth.sql' },
    { kind: 'hunk', text: '@@ -0,5 +0,4 @@' },
    { kind: 'same', text: 'same' },
    { kind: 'removed', text: '-- a' },
    { kind: 'removed', text: '-- x' },
    { kind: 'removed', text: '++ y' },
    { kind: 'removed', text: '@@ -1 +1 @@' },
    { kind: 'added', text: '++ b' },
    { kind: 'added', text: '-- z' },
    { kind: 'added', text: '*** q' },
    { kind: 'file', text: '--- b.sql' },
    { kind: 'file', text: '+++ b.sql' },
    { kind: 'hunk', text: '@@ -0,2 +0,0 @@' },
    { kind: 'removed', text: '-- only admins may' },
    { kind: 'removed', text: '' },
  ]);
});

test('in a patch without counts, each line with a sign is content', () => {
  const patch = `*** Begin Patch
*** Update File: auth.sql
@@ grants
 one
--- only admins may
+++ anyone may
*** Add File: notes.md
+++ y
@@
--- x
*** End Patch`;
  assert.deepEqual(diffLines(patch), [
    { kind: 'note', text: '*** Begin Patch' },
    { kind: 'note', text: '*** Update File: auth.sql' },
    { kind: 'hunk', text: '@@ grants' },
    { kind: 'same', text: 'one' },
    { kind: 'removed', text: '-- only admins may' },
    { kind: 'added', text: '++ anyone may' },
    { kind: 'note', text: '*** Add File: notes.md' },
    { kind: 'added', text: '++ y' },
    { kind: 'hunk', text: '@@' },
    { kind: 'removed', text: '-- x' },
    { kind: 'note', text: '*** End Patch' },
  ]);
});

test('after a part that was left out, each line with a sign is content', () => {
  const cut = '@@ -1 +1,0 @@\n-a\n⟦900 characters are left out here⟧\n--- only admins may\n';
  assert.deepEqual(kinds(cut), ['hunk', 'removed', 'note', 'removed']);
});

/** The names of all lines of a diff, as letters have them. */
const names = (diff: string, path?: string): (string | undefined)[] => {
  const lines = diffLines(diff);
  return lines.map((_, index) => lineName(lines, index, path));
};

test('a line has the name of its file with its number, and a removed line says that it is one', () => {
  const hunks = '@@ -7,2 +9,2 @@\n one\n-two\n+2\n\\ No newline at end of file\n';
  assert.deepEqual(names(hunks, 'src/a.ts'), [
    undefined,
    'src/a.ts:9',
    'src/a.ts:8 (removed)',
    'src/a.ts:10',
    undefined,
  ]);
  assert.deepEqual(names(`--- a/src/a.ts\n+++ b/src/a.ts\n${hunks}`).slice(3, 5), [
    'src/a.ts:9',
    'src/a.ts:8 (removed)',
  ]);
  assert.equal(names('--- a/gone.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n').at(-1), 'gone.ts:1 (removed)');
  const long = names(hunks, `${'folder/'.repeat(60)}a.ts`)[1] ?? '';
  assert.ok(long.length <= 200 && long.startsWith('…') && long.endsWith('/a.ts:9'), long);
});

test('a line without a number is quoted, with its file if the diff says it', () => {
  const long = 'x'.repeat(300);
  assert.equal(
    names(`--- ~/a.ts\n+++ ~/a.ts\n@@ -0,1 +0,0 @@\n-  const a = 1;\n`).at(-1),
    '~/a.ts, “const a = 1;” (removed)',
  );
  assert.equal(names('*** Update File: a.sql\n@@\n+grant').at(-1), 'a.sql, “grant”');
  assert.ok((names(`+${long}`)[0] ?? '').length <= 200);
});
