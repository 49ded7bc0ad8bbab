/** The maximum number of steps of a comparison. Longer texts count as replaced as a whole. */
const MAX_STEPS = 1_000_000;
/** Unchanged lines that are shown around a change. */
const CONTEXT = 3;

/**
 * The lines of both texts. A line break at the end of only one of them is a change of its own: it can end a comment, or
 * make the next line part of one. So it is shown, as an empty line.
 */
function linesOf(before: string, after: string): [before: string[], after: string[]] {
  const isNoChange = before === '' || before.endsWith('\n') === after.endsWith('\n');
  const lines = (text: string): string[] =>
    text === '' ? [] : (isNoChange ? text.replace(/\n$/, '') : text).split('\n');
  return [lines(before), lines(after)];
}

/**
 * The lines of both texts, each with its mark: `-`, `+` or a space. Uses the longest common subsequence, if
 * the texts are not too long.
 */
function compare(before: readonly string[], after: readonly string[]): string[] {
  const [rows, columns] = [before.length, after.length];
  const all = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
  if (rows * columns > MAX_STEPS) return all;
  const width = columns + 1;
  const length = new Uint32Array((rows + 1) * width);
  const at = (row: number, column: number): number => length[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      length[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const marked: string[] = [];
  let [row, column] = [0, 0];
  while (row < rows || column < columns) {
    if (row < rows && column < columns && before[row] === after[column]) {
      marked.push(` ${before[row++]}`);
      column++;
    } else if (row < rows && (column >= columns || at(row + 1, column) >= at(row, column + 1)))
      marked.push(`-${before[row++]}`);
    else marked.push(`+${after[column++]}`);
  }
  return marked;
}

/**
 * The line before a hunk. Programs that read diffs need its counts to distinguish lines of text from file
 * names.
 */
function hunkLine(hunk: readonly string[]): string {
  const count = (other: string): number => hunk.filter((line) => !line.startsWith(other)).length;
  return `@@ -0,${count('+')} +0,${count('-')} @@`;
}

/**
 * The hunks of marked lines. Their line numbers are 0: the texts are parts of a file, so the real numbers are
 * unknown.
 */
function hunksOf(marked: readonly string[]): string[] {
  const isNear = (index: number): boolean =>
    marked.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((line) => !line.startsWith(' '));
  const hunks: string[][] = [];
  marked.forEach((line, index) => {
    if (!isNear(index)) return;
    if (index === 0 || !isNear(index - 1)) hunks.push([]);
    hunks.at(-1)?.push(line);
  });
  return hunks.flatMap((hunk) => [hunkLine(hunk), ...hunk]);
}

/** A unified diff of one change of a file. */
export function diffOf(path: string, before: string, after: string): string {
  const [old, now] = linesOf(before, after);
  let head = 0;
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const marked = [
    ...old.slice(0, head).map((line) => ` ${line}`),
    ...compare(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...old.slice(old.length - tail).map((line) => ` ${line}`),
  ];
  return [`--- ${path}`, `+++ ${path}`, ...hunksOf(marked), ''].join('\n');
}
