import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Node, parseTree } from 'jsonc-parser';
import { type Config, defaultConfig } from '../../data/config/config.ts';
import type { ConfigProblem } from '../../data/config/fields.ts';
import { parseConfig } from '../../data/config/parse-config.ts';
import { errorMessage } from '../../data/core/text.ts';
import { isNote, lineAt, nearestNode, syntaxProblem, withoutMark } from '../core/json-file.ts';
import { type ServerConfig, defaultServerConfig, parseServerConfig } from './server-config.ts';
import { UserError, codeOf } from '../core/user-error.ts';

/** The whole `config.json` of an owner. */
export type OwnerConfig = Config & ServerConfig;

/** Both have fields of `codeHost`. */
const joined = (pages: Config, server: ServerConfig): OwnerConfig => ({
  ...pages,
  ...server,
  codeHost: { ...pages.codeHost, ...server.codeHost },
});

export const defaultOwnerConfig: OwnerConfig = joined(defaultConfig, defaultServerConfig);

/** The node of a dotted field, or of its nearest parent that is in the file. */
const nodeOf = (root: Node, field: string): Node =>
  nearestNode(
    root,
    field.split('.').map((name) => (/^\d+$/.test(name) ? Number(name) : name)),
  );

/** Where a field is: `line 4: codeHost.url`. */
function placeOf(text: string, field: string): string {
  const root = parseTree(text);
  return `line ${root ? lineAt(text, nodeOf(root, field).offset) : 1}: ${field}`;
}

/** `line 4: codeHost.url: expected an http(s) URL, got "git.example.org"` */
const fieldProblem = (text: string, { field, expected, got }: ConfigProblem): string =>
  `${placeOf(text, field)}: expected ${expected}, got ${got}`;

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The names in the file that are no fields. */
function unknownFields(given: unknown, known: unknown): string[] {
  if (!isGroup(given) || !isGroup(known)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    if (isNote(name)) return [];
    if (!Object.hasOwn(known, name)) return [name];
    return unknownFields(value, known[name]).map((inner) => `${name}.${inner}`);
  });
}

/**
 * Reads the home's `config.json`: the file of `--config`, else `config.json` in the data folder, else the one
 * shipped with the pages, else the defaults. Every field of an existing file must be correct: with a missing
 * comma or a misspelled name, the home would show another folder and send requests to public services instead
 * of those that its owner named. Throws a `UserError`.
 */
export async function loadConfig(options: {
  file?: string | undefined;
  dataDir: string;
  dist: string;
}): Promise<OwnerConfig> {
  const files =
    options.file === undefined
      ? [join(options.dataDir, 'config.json'), join(options.dist, 'config.json')]
      : [options.file];
  for (const file of files) {
    let text: string;
    try {
      text = withoutMark(await readFile(file, 'utf8'));
    } catch (error) {
      if (options.file === undefined && codeOf(error) === 'ENOENT') continue;
      throw new UserError(
        `The configuration ${file} cannot be read: ${errorMessage(error)}.`,
        options.file === undefined
          ? 'Make it readable for this user, or remove it.'
          : 'Give the path of a readable JSON file to --config, or leave the flag out.',
        2,
      );
    }
    return parseConfigFile(file, text);
  }
  return defaultOwnerConfig;
}

/** Reads the text of a configuration. Throws a `UserError` that names every wrong field with its line. */
export function parseConfigFile(file: string, text: string): OwnerConfig {
  const refuse = (problems: readonly string[]): UserError =>
    new UserError(
      `The configuration ${file} is not used, and the home does not start without it:\n  ${problems.join('\n  ')}`,
      'Correct the file; a field that is left out has its default. docs/configuration.md has every field.',
      2,
    );
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    throw refuse([syntaxProblem(text)]);
  }
  const pages = parseConfig(raw);
  const server = parseServerConfig(isGroup(raw) ? raw : {});
  const problems = [...pages.problems, ...server.problems];
  const wrong = problems.map(({ field }) => field);
  const unknown = unknownFields(raw, defaultOwnerConfig).filter((field) => !wrong.includes(field));
  const refused = [
    ...problems.map((problem) => fieldProblem(text, problem)),
    ...unknown.map((field) => `${placeOf(text, field)}: there is no field of this name`),
  ];
  if (refused.length > 0) throw refuse(refused);
  return joined(pages.config, server.config);
}
