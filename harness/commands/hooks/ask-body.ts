/** What an ask says of a tool call: the command, or a diff. */
import { homedir } from 'node:os';
import { sep } from 'node:path';
import type { AskedInput } from '../../asks/asked.ts';
import { diffOf } from './diff.ts';
import { type Payload, isObject, textIn } from './payload.ts';

/** An ask without the fields that are the same for all asks of an event. */
export type AskBody = Omit<AskedInput, 'session' | 'agent' | 'call' | 'at' | 'seconds'>;

/** The middle of a longer text is left out: the home accepts a body of 256 kB. Characters. */
const MAX_CHARACTERS = 40_000;
/** The other fields of a tool are shown in one line, if they fit into this many characters. */
const MAX_OTHERS = 200;
/** The longest note that the home shows as a whole. Characters. */
const MAX_NOTE = 400;

/** A path with `~` for the home folder. */
export function shortPath(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** The beginning and the end of a long text, and how many characters are left out between. */
export function detail(text: string): Exclude<AskedInput['command'], string> {
  if (text.length <= MAX_CHARACTERS) return { text, left: 0 };
  const tail = MAX_CHARACTERS / 4;
  const left = text.length - MAX_CHARACTERS;
  const head = text.slice(0, MAX_CHARACTERS - tail).replace(/[\ud800-\udbff]$/, '');
  const end = text.slice(-tail).replace(/^[\udc00-\udfff]/, '');
  return { text: `${head}\n⟦${left} characters are left out here⟧\n${end}`, left };
}

/** The beginning of a text, with a sign that there is more. */
export const cutLine = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`;

/** Whether a text has invisible characters, or characters that look like a space but are none. */
export const hasHidden = (text: string): boolean =>
  /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/**
 * Whether the owner reads a line exactly as it is: not cut, without hidden characters, and without double
 * spaces.
 */
export const isPlainLine = (text: string, max: number): boolean =>
  text !== '' && text.length <= max && text === text.trim() && !text.includes('  ') && !hasHidden(text);

/** Joins words to a command line, and quotes them as a shell needs it. */
const quoted = (words: readonly unknown[]): string =>
  words
    .map(String)
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');

type Found = Pick<AskBody, 'command' | 'diff'> & { readonly note?: string; readonly used: readonly string[] };

const PATHS = ['file_path', 'filePath', 'notebook_path', 'path'];
const isChange = (edit: unknown): edit is { old_string: string; new_string: string } =>
  isObject(edit) &&
  Object.keys(edit).length === 2 &&
  typeof edit['old_string'] === 'string' &&
  typeof edit['new_string'] === 'string';

function changeOf(input: Payload): Found | undefined {
  const name = PATHS.find((one) => typeof input[one] === 'string');
  if (name === undefined) return undefined;
  const path = shortPath(textIn(input, name));
  // Any other path is refused: it could imitate the lines of a diff, or hide its own end.
  if (!isPlainLine(path, MAX_OTHERS)) return undefined;
  const { old_string, new_string, content, edits, new_source: source } = input;
  const edit = { old_string, new_string };
  if (isChange(edit))
    return {
      diff: detail(diffOf(path, edit.old_string, edit.new_string)),
      note: path,
      used: [name, 'old_string', 'new_string'],
    };
  if (Array.isArray(edits) && edits.every(isChange)) {
    const texts = edits.map((one) => diffOf(path, one.old_string, one.new_string));
    return { diff: detail(texts.join('')), note: path, used: [name, 'edits'] };
  }
  // The present content of the file is not read, because a hook opens no file. So all of the new text is
  // shown.
  if (typeof content === 'string')
    return { diff: detail(diffOf(path, '', content)), note: path, used: [name, 'content'] };
  return typeof source === 'string'
    ? { diff: detail(diffOf(path, '', source)), note: path, used: [name, 'new_source'] }
    : undefined;
}

function commandOf(tool: string, input: Payload): Found | undefined {
  const given = input['command'];
  const text = Array.isArray(given) ? quoted(given) : given;
  if (typeof text !== 'string' || text === '') return undefined;
  // Only the tool that applies patches gets a diff: a shell would run the lines of such a text.
  const isPatch = tool === 'apply_patch' && text.startsWith('*** Begin Patch');
  return {
    ...(isPatch ? { diff: detail(text) } : { command: detail(text) }),
    note: textIn(input, 'description'),
    used: ['command', 'description'],
  };
}

/** The other fields in one line; undefined if they do not fit into one. */
function otherFields(input: Payload, used: readonly string[]): string | undefined {
  const others = Object.entries(input).filter(([name, value]) => !used.includes(name) && value != null);
  const texts = others.map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const line = texts.join(', ');
  const fits = others.every(([, value]) => typeof value !== 'object') && line.length <= MAX_OTHERS;
  return fits ? line : undefined;
}

/** The ask for a tool call. It shows all of the input: a field that is not shown could be the harmful one. */
export function askOfTool(tool: string, input: Payload): AskBody {
  const found = commandOf(tool, input) ?? changeOf(input);
  const others = found && otherFields(input, found.used);
  const title = cutLine(tool || 'A tool', 200);
  const { used: _used, note: said = '', ...details } = found ?? {};
  const note = [others ?? '', said].filter((text) => text !== '').join(' – ');
  if (!found || others === undefined || note.length > MAX_NOTE || hasHidden(note))
    return { kind: 'permission', title, command: detail(JSON.stringify(input, null, 2)) };
  return { kind: 'permission', title, ...details, note };
}
