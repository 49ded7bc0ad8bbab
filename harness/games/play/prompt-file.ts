import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { LineCounter, type Document, isMap, isNode, isScalar, parseDocument } from 'yaml';
import { errorMessage } from '../../../data/core/text.ts';
import { text, word } from '../../../data/readings/schemas/bounds.ts';
import { withoutMark } from '../../core/json-file.ts';
import { programFolder, shortPath } from '../../core/folders.ts';
import { UserError, codeOf } from '../../core/user-error.ts';

/** Where prompt files are, in the data folder and in the program. */
const PROMPTS_FOLDER = join('training', 'data');
/** A prompt of this size would cost more than the screenshots. */
const MAX_BYTES = 64 * 1024;

const sentence = word(1_000);
const sentences = v.pipe(v.array(sentence), v.maxLength(50));

/** The format of a file `prompts_*.yaml`: the owner’s instructions to the model about a game. */
const promptFile = v.strictObject({
  /** What the game is called. */
  name: word(200),
  /** The goal of the resident. */
  goal: word(2_000),
  /** How the game is played with mouse and keyboard. */
  controls: v.optional(sentences, []),
  /** What each key does. A combination has spaces: `ctrl s`. */
  keys: v.optional(v.record(v.pipe(text(80), v.regex(/^\S{1,20}(?: \S{1,20}){0,4}$/)), sentence), {}),
  /** What the resident must and must not do. */
  rules: v.optional(sentences, []),
  hints: v.optional(sentences, []),
});
export type GamePrompt = v.InferOutput<typeof promptFile>;

const fields = Object.keys(promptFile.entries).join(', ');

/** The line of a field, or of its nearest parent that is in the file. */
function lineOf(document: Document, lines: LineCounter, path: readonly unknown[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent: unknown =
      length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    // The name of a field comes before its value, which may be on a later line.
    const name = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && key.value === path[length - 1])?.key
      : undefined;
    const node = name ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

const SHAPES: Readonly<Record<string, string>> = {
  name: 'the game’s name, at most 200 characters',
  goal: 'a text of at most 2,000 characters',
  keys: 'a table of keys, each with what it does: “i: opens the inventory”',
};

/** The problem of a field, in words for the owner. */
function problemOf(issue: v.BaseIssue<unknown>): { path: unknown[]; problem: string } {
  const path = (issue.path ?? []).map(({ key }) => key);
  const name = path.map(String).join('.');
  if (path.length === 0) return { path, problem: `the file must be a table with the fields ${fields}` };
  if (issue.type === 'strict_object')
    return issue.expected === 'never'
      ? { path, problem: `there is no field “${name}”; the fields are ${fields}` }
      : { path: [], problem: `the field “${name}” is missing` };
  const shape = SHAPES[String(path[0])] ?? 'a list of at most 50 texts, each of at most 1,000 characters';
  return { path, problem: `“${name}” must be ${shape}` };
}

/** Reads the text of a prompt file. Throws a `UserError` that names file and line. */
export function parsePromptFile(file: string, given: string): GamePrompt {
  const refuse = (line: number, problem: string): UserError =>
    new UserError(
      `${file}:${line}: ${problem}.`,
      'Correct the file; docs/games.md explains its fields, and training/data has examples.',
    );
  const lines = new LineCounter();
  const document = parseDocument(withoutMark(given), { lineCounter: lines, version: '1.2' });
  const [error] = document.errors;
  // Only the first part of the parser’s message is used; the rest repeats the position and the text of the
  // file.
  if (error)
    throw refuse(
      lines.linePos(error.pos[0]).line,
      (error.message.split(/ at line | in "/)[0] ?? '').replace(/\.?$/, ''),
    );
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 20 });
  } catch (thrown) {
    throw refuse(1, errorMessage(thrown));
  }
  const parsed = v.safeParse(promptFile, value);
  if (parsed.success) return parsed.output;
  const { path, problem } = problemOf(parsed.issues[0]);
  throw refuse(lineOf(document, lines, path), problem);
}

interface PromptChoice {
  /** The id of the portal. */
  readonly portal: string;
  /** The data folder. */
  readonly data: string;
  /** The file that the owner names on the command line. */
  readonly file?: string | undefined;
  /** The name that the portal gives in `destination.params.prompts`. */
  readonly name?: unknown;
}

/** The possible prompt files; the first that exists is used. Throws a `UserError`. */
function candidates({ portal, data, file, name }: PromptChoice): string[] {
  if (file !== undefined) return [file];
  const named = name === undefined ? `prompts_${portal}.yaml` : name;
  if (typeof named !== 'string' || !/^prompts_[\w-]{1,60}\.yaml$/.test(named))
    throw new UserError(
      `The portal “${portal}” names no prompt file that can be used.`,
      'Give the portal’s destination.params a field "prompts" with the name of a file, such as prompts_chess.yaml, or name the file with --prompts.',
    );
  return [join(data, PROMPTS_FOLDER, named), join(programFolder, PROMPTS_FOLDER, named)];
}

/** Reads the prompt of a portal: the owner’s file in the data folder, otherwise the file of the program. */
export async function readPrompt(choice: PromptChoice): Promise<GamePrompt> {
  const files = candidates(choice);
  for (const file of files) {
    const name = shortPath(file);
    try {
      if ((await stat(file)).size > MAX_BYTES)
        throw new UserError(`${name} has more than ${MAX_BYTES / 1024} kilobytes.`, 'Make it shorter.');
      return parsePromptFile(name, await readFile(file, 'utf8'));
    } catch (error) {
      if (error instanceof UserError) throw error;
      if (codeOf(error) !== 'ENOENT' || choice.file !== undefined)
        throw new UserError(
          `${name} cannot be read: ${errorMessage(error)}.`,
          'Name a file that this user can read.',
        );
    }
  }
  throw new UserError(
    `The portal “${choice.portal}” has no prompt file.`,
    `Write ${shortPath(files[0] ?? '')}: the name of the game, the goal and the keys. docs/games.md has an example.`,
  );
}
