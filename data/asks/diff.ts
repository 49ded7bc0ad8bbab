/** A line of a unified diff. */
export interface DiffLine {
  readonly kind: 'file' | 'hunk' | 'added' | 'removed' | 'same' | 'note';
  /** The line without its sign. */
  readonly text: string;
  /** The number of the line before and after the change; undefined where there is none. */
  readonly before?: number;
  readonly after?: number;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Reads a unified diff (https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html). The counts of
 * each `@@` line say which lines are its content, so a removed line `-- x` is not taken for a `--- x` of a file.
 */
export function diffLines(diff: string): DiffLine[] {
  let [before, after, beforeLeft, afterLeft] = [0, 0, 0, 0];
  return diff
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line): DiffLine => {
      const sign = line[0] ?? ' ';
      const text = line.slice(1);
      if (sign === '\\') return { kind: 'note', text: line };
      if (sign === '+' && afterLeft > 0) {
        afterLeft -= 1;
        return { kind: 'added', text, after: after++ };
      }
      if (sign === '-' && beforeLeft > 0) {
        beforeLeft -= 1;
        return { kind: 'removed', text, before: before++ };
      }
      if (sign === ' ' && (beforeLeft > 0 || afterLeft > 0)) {
        beforeLeft -= 1;
        afterLeft -= 1;
        return { kind: 'same', text, before: before++, after: after++ };
      }
      const hunk = HUNK.exec(line);
      if (hunk) {
        [before, beforeLeft, after, afterLeft] = [
          Number(hunk[1]),
          Number(hunk[2] ?? 1),
          Number(hunk[3]),
          Number(hunk[4] ?? 1),
        ];
        return { kind: 'hunk', text: line };
      }
      // Without the counts of an `@@` line, the sign alone says what the line is.
      if (/^(?:---|\+\+\+) /.test(line)) return { kind: 'file', text: line };
      if (sign === '+') return { kind: 'added', text };
      if (sign === '-') return { kind: 'removed', text };
      return { kind: 'note', text: line };
    });
}
