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
 * Matches a line after which the content has no line counts: the start of a hunk or a file in a patch such as
 * those of Codex
 * (https://github.com/openai/codex/blob/main/codex-rs/apply-patch/apply_patch_tool_instructions.md), or the
 * mark for left-out text, after which the next lines may be of any hunk.
 */
const UNCOUNTED = /^(?:@@|\*\*\* |⟦)/;

/** A line of content. Its numbers are left out if they are unknown. */
function contentLine(sign: string, text: string, before?: number, after?: number): DiffLine | undefined {
  const [old, now] = [before !== undefined && { before }, after !== undefined && { after }];
  if (sign === '+') return { kind: 'added', text, ...now };
  if (sign === '-') return { kind: 'removed', text, ...old };
  return sign === ' ' ? { kind: 'same', text, ...old, ...now } : undefined;
}

/**
 * Reads a unified diff (https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html). The
 * counts of each `@@` line say which lines are its content, so a removed line `-- x` is not taken for the
 * line `--- x` of a file. If both sides of a hunk start at 0, its lines have no numbers. In a hunk without
 * counts, each line with a sign is content.
 */
export function diffLines(diff: string): DiffLine[] {
  let [before, after, beforeLeft, afterLeft] = [0, 0, 0, 0];
  let [isNumbered, isUncounted] = [false, false];
  return diff
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line): DiffLine => {
      // Git leaves out the space of an empty line with `diff.suppressBlankEmpty`.
      const sign = line[0] ?? (beforeLeft > 0 && afterLeft > 0 ? ' ' : '');
      const text = line.slice(1);
      if (sign === '\\') return { kind: 'note', text: line };
      const content = isNumbered ? contentLine(sign, text, before, after) : contentLine(sign, text);
      if (content && ((sign !== '+' && beforeLeft > 0) || (sign !== '-' && afterLeft > 0))) {
        if (sign !== '+') [before, beforeLeft] = [before + 1, beforeLeft - 1];
        if (sign !== '-') [after, afterLeft] = [after + 1, afterLeft - 1];
        return content;
      }
      const hunk = HUNK.exec(line);
      if (hunk) {
        [before, beforeLeft, after, afterLeft] = [
          Number(hunk[1]),
          Number(hunk[2] ?? 1),
          Number(hunk[3]),
          Number(hunk[4] ?? 1),
        ];
        isNumbered = before + after > 0;
        isUncounted = false;
        return { kind: 'hunk', text: line };
      }
      if (UNCOUNTED.test(line)) {
        [beforeLeft, afterLeft, isUncounted] = [0, 0, true];
        return { kind: sign === '@' ? 'hunk' : 'note', text: line };
      }
      // Outside of hunks, the sign alone says what the line is.
      if (!isUncounted && /^(?:---|\+\+\+) /.test(line)) return { kind: 'file', text: line };
      return ((isUncounted || sign !== ' ') && contentLine(sign, text)) || { kind: 'note', text: line };
    });
}

/** A line is named with at most so many characters of it, and of its path. */
const [MAX_QUOTED, MAX_PATH] = [60, 140];

/** The file of a line: the nearest name of a file above it. */
function fileOf(lines: readonly DiffLine[], index: number): string {
  for (let at = index; at >= 0; at--) {
    const { kind, text = '' } = lines[at] ?? {};
    const name =
      kind === 'file' ? /^(?:---|\+\+\+) (?:[ab]\/)?([^\t]+)/ : /^\*\*\* (?:Add|Update|Delete) File: (.+)/;
    const path = kind === 'file' || kind === 'note' ? name.exec(text)?.[1] : undefined;
    if (path !== undefined && path !== '/dev/null') return path;
  }
  return '';
}

/**
 * What a letter about a line names: `src/a.ts:12`. A line without a number is quoted. Undefined for a line that is not
 * of a file.
 * @param path The file of all lines; without it, the diff says it.
 */
export function lineName(lines: readonly DiffLine[], index: number, path = ''): string | undefined {
  const line = lines[index];
  if (!line || !/^(?:added|removed|same)$/.test(line.kind)) return undefined;
  const file = path || fileOf(lines, index);
  const short = file.length > MAX_PATH ? `…${file.slice(-MAX_PATH)}` : file;
  const number = line.after ?? line.before;
  const quoted = `${short === '' ? '' : ', '}“${line.text.trim().slice(0, MAX_QUOTED)}”`;
  return `${short}${number === undefined ? quoted : `:${number}`}${line.kind === 'removed' ? ' (removed)' : ''}`;
}
