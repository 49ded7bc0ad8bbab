import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Node, parseTree } from 'jsonc-parser';
import { type Config, defaultConfig } from '../../data/config/config.ts';
import { type ConfigProblem, shorten } from '../../data/config/fields.ts';
import { EVERY_REPOSITORY } from '../../data/config/reading-config.ts';
import { parseConfig } from '../../data/config/parse-config.ts';
import { errorMessage } from '../../data/core/text.ts';
import { isNote, lineAt, nearestNode, syntaxProblem, withoutMark } from '../core/json-file.ts';
import {
  MAX_REPOSITORIES,
  type ServerConfig,
  defaultServerConfig,
  parseServerConfig,
} from './server-config.ts';
import { slugOf } from '../core/folders.ts';
import { UserError, codeOf } from '../core/user-error.ts';

/** One repository of a home, as `config.json` names it. */
export type RepositoryConfig = Config['codeHost'] & ServerConfig['codeHost'];

/** The whole `config.json` of an owner. With several repositories, `codeHost` is the first one. */
export type OwnerConfig = Config &
  ServerConfig & {
    /** All repositories, if the file has a list of them. */
    readonly codeHosts?: readonly RepositoryConfig[];
  };

/** Both have fields of `codeHost`. */
const joined = (pages: Config, server: ServerConfig): Config & ServerConfig => ({
  ...pages,
  ...server,
  codeHost: { ...pages.codeHost, ...server.codeHost },
});

const { repositories: _, ...ownConfig } = defaultConfig;
/** The fields that an owner may write, with their defaults. */
export const ownerFields = joined(ownConfig as Config, defaultServerConfig);
export const defaultOwnerConfig: OwnerConfig = joined(defaultConfig, defaultServerConfig);

/** The node of a dotted field, or of its nearest parent that is in the file. */
const nodeOf = (root: Node, field: string): Node =>
  nearestNode(
    root,
    field
      .replaceAll('[', '.')
      .replaceAll(']', '')
      .split('.')
      .map((name) => (/^\d+$/.test(name) ? Number(name) : name)),
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

interface Parsed {
  readonly config: OwnerConfig;
  readonly problems: readonly ConfigProblem[];
  readonly unknown: readonly string[];
}

/** Reads a configuration with one repository. */
function parseOne(raw: unknown): Parsed {
  const pages = parseConfig(raw);
  const server = parseServerConfig(isGroup(raw) ? raw : {});
  const problems = [...pages.problems, ...server.problems];
  const wrong = problems.map(({ field }) => field);
  const unknown = unknownFields(raw, ownerFields).filter((field) => !wrong.includes(field));
  return { config: joined(pages.config, server.config), problems, unknown };
}

/** Reads a configuration with a list of repositories, each with the fields of one. */
function parseSeveral(raw: Readonly<Record<string, unknown>>, entries: readonly unknown[]): Parsed {
  const { codeHost: _list, ...others } = raw;
  const rest = parseOne(others);
  if (entries.length < 1 || entries.length > MAX_REPOSITORIES) {
    const expected = `a list of 1 to ${MAX_REPOSITORIES} repositories, or one`;
    return {
      ...rest,
      problems: [...rest.problems, { field: 'codeHost', expected, got: `${entries.length}` }],
    };
  }
  const parsed = entries.map((entry) => parseOne({ codeHost: entry }));
  const codeHosts = parsed.map(({ config }) => named(config.codeHost));
  const [first] = codeHosts as [RepositoryConfig];
  const inEntry = (field: string, index: number): string => field.replace('codeHost', `codeHost[${index}]`);
  return {
    config: {
      ...rest.config,
      codeHost: {
        ...first,
        agents: [...new Set(codeHosts.flatMap(({ agents }) => agents))],
        authors: codeHosts.some(({ authors }) => authors),
      },
      codeHosts,
    },
    problems: [
      ...rest.problems,
      ...parsed.flatMap(({ problems }, index) =>
        problems.map((problem) => ({ ...problem, field: inEntry(problem.field, index) })),
      ),
      ...entries.flatMap((entry, index) => (isGroup(entry) ? entryProblems(entry, codeHosts, index) : [])),
    ],
    unknown: [
      ...rest.unknown,
      ...parsed.flatMap(({ unknown }, index) => unknown.map((field) => inEntry(field, index))),
    ],
  };
}

/** A folder has no owner and no name of its own in the addresses of a home, unless the file gives it one. */
const named = (entry: RepositoryConfig): RepositoryConfig =>
  entry.path && entry.repo === defaultConfig.codeHost.repo
    ? { ...entry, repo: slugOf(resolve(entry.path)) }
    : entry;

const keyOf = ({ owner, repo }: RepositoryConfig): string => `${owner}/${repo}`.toLowerCase();

/** What a repository needs among others: a place of its own, and a name that no other one has. */
function entryProblems(
  entry: Readonly<Record<string, unknown>>,
  all: readonly RepositoryConfig[],
  index: number,
): ConfigProblem[] {
  const repository = all[index];
  if (!repository) return [];
  const { url, path } = repository;
  const at = `codeHost[${index}]`;
  const needed = (name: string, expected: string): ConfigProblem[] =>
    entry[name] === undefined ? [{ field: `${at}.${name}`, expected, got: 'nothing' }] : [];
  if (url === '' && !path)
    return [{ field: `${at}.url`, expected: `an http(s) URL, or a folder in ${at}.path`, got: 'nothing' }];
  if (url !== '' && path)
    return [{ field: `${at}.path`, expected: `no folder beside ${at}.url`, got: shorten(path) }];
  const same = all.findIndex((other) => keyOf(other) === keyOf(repository));
  const isTaken = same < index || keyOf(repository) === EVERY_REPOSITORY;
  return [
    ...(url === '' ? [] : needed('owner', 'the owner’s name as in the repository’s URL')),
    ...(url === '' ? [] : needed('repo', 'the repository’s name as in its URL')),
    ...(isTaken
      ? [
          {
            field: `${at}.repo`,
            expected: same < index ? `another repository than codeHost[${same}]` : 'another name',
            got: keyOf(repository),
          },
        ]
      : []),
  ];
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
  const { config, problems, unknown } =
    isGroup(raw) && Array.isArray(raw['codeHost']) ? parseSeveral(raw, raw['codeHost']) : parseOne(raw);
  const refused = [
    ...problems.map((problem) => fieldProblem(text, problem)),
    ...unknown.map((field) => `${placeOf(text, field)}: there is no field of this name`),
  ];
  if (refused.length > 0) throw refuse(refused);
  return config;
}
