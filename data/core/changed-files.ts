/** A file in a diff of git. */
export interface ChangedFile {
  readonly path: string;
  /** The path before, of a file that was renamed or copied. */
  readonly from?: string;
  readonly kind: 'added' | 'removed' | 'renamed' | 'changed';
  /** Counts of lines. Both are 0 for a binary file and for a change of the mode alone. */
  readonly added: number;
  readonly removed: number;
  readonly isBinary: boolean;
  /** The hunks, without the header. */
  readonly hunks: string;
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '"': '"', '\\': '\\' };

/** A path as git writes it: in quotes, with the bytes of special characters as octal numbers, or plain. */
function unquoted(text: string): string {
  const inner = /^"(.*)"$/.exec(text)?.[1];
  if (inner === undefined) return text;
  const bytes: number[] = [];
  for (const [part, octal, letter] of inner.matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/g)) {
    if (octal !== undefined) bytes.push(parseInt(octal, 8));
    else bytes.push(...new TextEncoder().encode(letter === undefined ? part : (ESCAPES[letter] ?? letter)));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** How many lines of a text begin with a sign. Only line feeds end a line: a line may have other line ends in it. */
const linesWith = (sign: '+' | '-', text: string): number =>
  text.split('\n').filter((line) => line.startsWith(sign)).length;

/** The path after `--- `, `+++ `, `rename from ` and so on; undefined for `/dev/null`, which is no file. */
function pathIn(head: string, name: string, prefix = ''): string | undefined {
  const line = new RegExp(`^${name} (.*?)\\t?$`, 'm').exec(head)?.[1];
  if (line === undefined || line === '/dev/null') return undefined;
  const path = unquoted(line);
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

/** The path in `diff --git a/path b/path`, for a file without hunks, whose two paths are the same. */
const pathOfBoth = (head: string): string | undefined => {
  const names = /^diff --git (.*)/.exec(head)?.[1] ?? '';
  return unquoted(names.slice(names.length / 2 + 1)).replace(/^b\//, '') || undefined;
};

function fileIn(section: string): ChangedFile {
  const start = section.search(/(?<![^\n])@@ /);
  const head = start < 0 ? section : section.slice(0, start);
  const hunks = start < 0 ? '' : section.slice(start);
  const before = pathIn(head, '---', 'a/') ?? pathIn(head, '(?:rename|copy) from');
  const after = pathIn(head, '\\+\\+\\+', 'b/') ?? pathIn(head, '(?:rename|copy) to');
  const path = after ?? before ?? pathOfBoth(head) ?? '';
  const isNew = /^new file mode/m.test(head) || /^--- \/dev\/null$/m.test(head);
  const isGone = /^deleted file mode/m.test(head) || /^\+\+\+ \/dev\/null$/m.test(head);
  const isRenamed = before !== undefined && after !== undefined && before !== after;
  return {
    path,
    ...(isRenamed && { from: before }),
    kind: isNew ? 'added' : isGone ? 'removed' : isRenamed ? 'renamed' : 'changed',
    added: linesWith('+', hunks),
    removed: linesWith('-', hunks),
    isBinary: /^(?:Binary files |GIT binary patch)/m.test(head),
    hunks,
  };
}

/**
 * The files in a diff in the form of git (https://git-scm.com/docs/diff-format). A line that begins with
 * `diff --git` is never content, because content begins with a space or a sign.
 */
export const changedFiles = (diff: string): ChangedFile[] =>
  diff
    .split(/(?<![^\n])(?=diff --git )/)
    .filter((section) => section.startsWith('diff --git '))
    .map(fileIn);
