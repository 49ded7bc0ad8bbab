import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFiles } from '../../../data/core/changed-files.ts';

/** Written by git 2.47 (`git show --patch --find-renames`), shortened. */
const DIFF = `diff --git a/a.txt b/a.txt
old mode 100644
new mode 100755
index 814f4a4..26dde9c
--- a/a.txt
+++ b/a.txt
@@ -1,3 +1,4 @@
 one
-two
--- three
+2
++++ 3
+3
diff --git a/bin b/bin
index bdc955b..8835708 100644
Binary files a/bin and b/bin differ
diff --git a/empty file b/empty file
new file mode 100644
index 0000000..e69de29
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
index 01058d8..0000000
--- a/gone.txt
+++ /dev/null
@@ -1 +0,0 @@
-g
diff --git a/new.txt b/new.txt
new file mode 100644
index 0000000..ef073cc
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+n
\\ No newline at end of file
diff --git a/old.txt "b/n\\303\\274 \\"w\\".txt"
similarity index 100%
rename from old.txt
rename to "n\\303\\274 \\"w\\".txt"
`;

test('each file has its path, what happened to it, and its counts of lines', () => {
  const files = changedFiles(DIFF).map(({ hunks: _hunks, ...file }) => file);
  const nothing = { added: 0, removed: 0, isBinary: false };
  assert.deepEqual(files, [
    { path: 'a.txt', kind: 'changed', added: 3, removed: 2, isBinary: false },
    { ...nothing, path: 'bin', kind: 'changed', isBinary: true },
    { ...nothing, path: 'empty file', kind: 'added' },
    { ...nothing, path: 'gone.txt', kind: 'removed', removed: 1 },
    { ...nothing, path: 'new.txt', kind: 'added', added: 1 },
    { ...nothing, path: 'nü "w".txt', from: 'old.txt', kind: 'renamed' },
  ]);
});

test('a file keeps its hunks without the header, and a file of a mode alone has none', () => {
  const files = changedFiles(DIFF);
  assert.match(files[0]?.hunks ?? '', /^@@ -1,3 \+1,4 @@\n one\n[^]*\n\+3\n$/);
  assert.deepEqual(
    files.map(({ hunks }) => hunks === ''),
    [false, true, true, false, false, true],
  );
});

test('an empty diff has no files, and a text that is no diff neither', () => {
  assert.deepEqual(changedFiles(''), []);
  assert.deepEqual(changedFiles('<!doctype html>'), []);
});

test('only a line feed ends a line: other line ends in a line make no file, no hunk and no count', () => {
  const line = 'x\rdiff --git a/fake b/fake\u2028@@ -1 +1 @@\u2029+y\r-z';
  const diff = `diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n ${line}\n+${line}\n`;
  const [file, ...others] = changedFiles(diff);
  assert.deepEqual([others, file?.path, file?.added, file?.removed], [[], 'a', 1, 0]);
  assert.ok(file?.hunks.startsWith('@@ -1 +1,2 @@\n'));
});
