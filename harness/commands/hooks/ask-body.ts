/** What an ask says of a tool call: the command, or a diff. */
import { homedir } from 'node:os';
import { sep } from 'node:path';
import type { AskedInput } from '../../asks/asked.ts';
import { diffOf } from './diff.ts';
import { type Payload, isObject, textIn } from './payload.ts';

/** An ask without what all asks of an event share. */
export type AskBody = Omit<AskedInput, 'session' | 'agent' | 'call' | 'at' | 'seconds'>;

/** Beyond it, the middle is left out: the home takes a body of 256 kB. Characters. */
const MAX_CHARACTERS = 40_000;
/** A longer value is not said in one line beside others. */
const MAX_VALUE_CHARACTERS = 80;

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

export const cutLine = (text: string, max: number): string => text.slice(0, max);

/** A list of words as a shell would need them. */
const quoted = (words: readonly unknown[]): string =>
  words
    .map(String)
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');

type Found = Pick<AskBody, 'command' | 'diff'> & { readonly note?: string; readonly used: readonly string[] };

function changeOf(input: Payload): Found | undefined {
  const path = shortPath(textIn(input, 'file_path', 'filePath', 'notebook_path', 'path'));
  const { old_string: before, new_string: after, content, edits, new_source: source } = input;
  const paths = ['file_path', 'filePath', 'notebook_path', 'path'];
  if (typeof before === 'string' && typeof after === 'string')
    return {
      diff: detail(diffOf(path, before, after)),
      note: path,
      used: [...paths, 'old_string', 'new_string'],
    };
  if (Array.isArray(edits) && edits.every(isObject)) {
    const texts = edits.map((edit) => diffOf(path, textIn(edit, 'old_string'), textIn(edit, 'new_string')));
    return { diff: detail(texts.join('')), note: path, used: [...paths, 'edits'] };
  }
  // What the file has now is not read, so that a hook opens no file: all of its new text is shown.
  const whole = typeof content === 'string' ? content : source;
  return path !== '' && typeof whole === 'string'
    ? { diff: detail(diffOf(path, '', whole)), note: path, used: [...paths, 'content', 'new_source'] }
    : undefined;
}

function commandOf(input: Payload): Found | undefined {
  const given = input['command'];
  const text = Array.isArray(given) ? quoted(given) : given;
  if (typeof text !== 'string' || text === '') return undefined;
  const isPatch = text.startsWith('*** Begin Patch');
  return {
    ...(isPatch ? { diff: detail(text) } : { command: detail(text) }),
    note: textIn(input, 'description'),
    used: ['command', 'description'],
  };
}

/** The other fields in one line; undefined if they do not fit into one. */
function otherFields(input: Payload, used: readonly string[]): string | undefined {
  const others = Object.entries(input).filter(([name, value]) => !used.includes(name) && value != null);
  const texts = others.map(([name, value]) => `${name}: ${typeof value === 'object' ? '' : String(value)}`);
  const fits =
    others.every(([, value]) => typeof value !== 'object') &&
    texts.every((text) => text.length < MAX_VALUE_CHARACTERS);
  return fits ? texts.join(', ') : undefined;
}

/** The ask for a tool call. It shows all of the input: a field that is not shown could be the one that does harm. */
export function askOfTool(tool: string, input: Payload): AskBody {
  const found = commandOf(input) ?? changeOf(input);
  const others = found && otherFields(input, found.used);
  const title = cutLine(tool || 'A tool', 200);
  if (!found || others === undefined)
    return { kind: 'permission', title, command: detail(JSON.stringify(input, null, 2)) };
  const { used: _used, note = '', ...details } = found;
  return {
    kind: 'permission',
    title,
    ...details,
    note: cutLine([others, note].filter((text) => text !== '').join(' – '), 400),
  };
}
