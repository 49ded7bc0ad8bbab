import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { errorMessage } from '../../data/core/text.ts';
import { destinationUrl } from '../../data/travel/destination.ts';
import { type OwnerConfig, parseConfigFile } from '../config/config-file.ts';
import { builtPages, configFlag, dataFlag, distFlag, ensureDir, shortPath } from '../core/folders.ts';
import { git } from '../gateway/code-host/git.ts';
import { kindOf, knownKind } from '../gateway/code-host/kinds.ts';
import { ownDoors } from './init-doors.ts';
import {
  type Fields,
  Prompts,
  type Question,
  browserAddress,
  questions,
  schemaOf,
  withFields,
} from './init-answers.ts';
import { withoutMark } from '../core/json-file.ts';
import { keepCopy, replaceFile } from '../core/replace-file.ts';
import { type Command, type Flag, type FlagValues, textOf } from '../core/options.ts';
import { providers } from '../model/providers.ts';
import { printLine, terminalText } from '../core/escape.ts';
import { UserError, codeOf } from '../core/user-error.ts';
import { flagOf, keyVariable, modelFlags, modelNameOf, readModelName } from '../model/model-flags.ts';

const own: readonly Flag[] = [
  ...questions.map(({ flag }) => flag),
  { name: 'site', value: 'URL', help: 'address at which your work runs: a portal leads there' },
  { name: 'yes', help: 'ask nothing: what no flag answers stays as it is' },
  { name: 'overwrite', help: 'change a configuration that is there, without asking' },
];

const DATA_BY_DEFAULT = dataFlag.fallback;

interface Existing {
  readonly text: string;
  readonly config: OwnerConfig;
}

/** The existing configuration; undefined if the file does not exist. Throws a `UserError` if it is wrong. */
async function existing(file: string): Promise<Existing | undefined> {
  let text: string;
  try {
    text = withoutMark(await readFile(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new UserError(`${file} cannot be read: ${errorMessage(error)}.`, 'Make it readable for this user.');
  }
  return { text, config: parseConfigFile(file, text) };
}

/**
 * Reads one answer from its flag, or asks until the answer is valid. Returns no fields if the question
 * changes nothing.
 */
async function answerTo(
  question: Question,
  given: string | undefined,
  { config, answered }: { readonly config: OwnerConfig; readonly answered: Fields },
  prompts: Prompts | undefined,
): Promise<Fields> {
  const { ask, current, read } = question;
  if (given === undefined && question.isAsked?.(answered) === false) return {};
  const usual = question.usual?.(answered);
  if (given !== undefined) {
    const answer = read(given.trim(), answered);
    if ('fields' in answer) return answer.fields;
    throw new UserError(
      `--${question.flag.name}: ${answer.wrong}`,
      'Give the flag another value, or leave it out.',
      2,
    );
  }
  while (prompts && !prompts.ended) {
    const text = await prompts.ask(`${ask}\n  [${terminalText(usual ?? current(config))}] `);
    if (!text) break;
    const answer = read(text, answered);
    if ('fields' in answer) return answer.fields;
    printLine(`  ${answer.wrong}`);
  }
  const answer = usual === undefined ? undefined : read(usual, answered);
  return answer && 'fields' in answer ? answer.fields : {};
}

/** Says where the repository in this folder comes from, if that is a public code host. */
async function tellOrigin(): Promise<void> {
  const origin = await git('.', false, ['config', '--get', 'remote.origin.url']);
  const url = origin.ok ? URL.parse(browserAddress(origin.text.trim())) : null;
  if (url && knownKind(url.href) !== undefined)
    printLine(`The repository in this folder comes from ${terminalText(url.origin + url.pathname)}`);
}

type Model = ReturnType<typeof readModelName>;

/** Reads the model from a flag, or asks for it. Returns undefined for no model. */
async function askModel(values: FlagValues, prompts: Prompts | undefined): Promise<Model | undefined> {
  const provider = providers.find((known) => values[flagOf(known)] !== undefined);
  if (provider) return { provider, model: modelNameOf(provider, String(values[flagOf(provider)])) };
  while (prompts && !prompts.ended) {
    const text = await prompts.ask(
      'Which model answers visitors? A provider and a model, such as local/qwen3 or groq/llama-3.3-70b-versatile.\n  [none] ',
    );
    if (!text || /^none$/i.test(text)) return undefined;
    try {
      return readModelName(text);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      printLine(`  ${error.message} ${error.fix}`);
    }
  }
  return undefined;
}

const SITE = 'Write an address that begins with https:// or http://, such as https://harbour.example.org/.';

/** An http(s) address; the home's own paths are no site. */
const readSite = (text: string): string | undefined =>
  text.startsWith('/') ? undefined : destinationUrl(text, 'https://home.invalid/')?.href;

/** Reads the address of the owner's running site from its flag, or asks for it. Undefined without a site. */
async function askSite(values: FlagValues, prompts: Prompts | undefined): Promise<string | undefined> {
  const given = textOf(values['site']);
  if (given !== undefined) {
    const site = readSite(given.trim());
    if (site !== undefined) return site;
    throw new UserError(`--site: ${SITE}`, 'Give the flag another value, or leave it out.', 2);
  }
  while (prompts && !prompts.ended) {
    const text = await prompts.ask(
      'Where does what you make run? A portal leads to this address.\n  [none] ',
    );
    if (!text || /^none$/i.test(text)) return undefined;
    const site = readSite(text);
    if (site !== undefined) return site;
    printLine(`  ${SITE}`);
  }
  return undefined;
}

/** Whether the owner permits the change of a file. */
async function mayChange(file: string, values: FlagValues, prompts: Prompts | undefined): Promise<boolean> {
  if (values['overwrite'] === true) return true;
  const text = await prompts?.ask(`There is a configuration: ${shortPath(file)}. Change it? [no] `);
  return /^y(?:es)?$/i.test(text ?? '');
}

/** A word for the shell, in quotes if it needs them. */
const shellWord = (text: string): string =>
  /^[\w./:~@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The flags with the place of the configuration, for the commands that the owner runs next. */
const placeFlags = (values: FlagValues): string =>
  ['data', 'config']
    .filter((name) => textOf(values[name]) !== undefined && values[name] !== DATA_BY_DEFAULT)
    .map((name) => ` --${name} ${shellWord(String(values[name]))}`)
    .join('');

/** Prints what the owner does next, and which variables to set, because secrets are never in the file. */
function printNext(
  { codeHost }: OwnerConfig,
  model: Model | undefined,
  modelUrl: string | undefined,
  { program, place }: { readonly program: string; readonly place: string },
): void {
  const url = modelUrl === undefined ? '' : ` --model-url ${modelUrl}`;
  const flag = model && ` --${flagOf(model.provider)} ${model.provider.id}/${model.model}${url}`;
  if (codeHost.url !== '') {
    const { name, anonymousLimit, token } = kindOf(codeHost);
    printLine(
      `For a private repository at ${name}, set HOME_WORLD_CODE_HOST_TOKEN in the environment to ${token}.`,
    );
    if (anonymousLimit !== undefined) printLine(`It helps a public one, too. ${anonymousLimit}`);
    printLine('Visitors see the commits of a private repository, too: set “access” if they must not.');
  }
  if (model?.provider.needsKey === true)
    printLine(`Set ${keyVariable(model.provider)} in the environment to your key of ${model.provider.name}.`);
  printLine('Next:');
  printLine(`  ${program} doctor${place}${flag ?? ''}`);
  printLine(`  ${program} serve${place}${flag ?? ''}`);
}

async function run(values: FlagValues, env: NodeJS.ProcessEnv): Promise<number> {
  const dist = resolve(textOf(values['dist']) ?? builtPages);
  const file = resolve(textOf(values['config']) ?? join(String(values['data']), 'config.json'));
  const there = await existing(file);
  const prompts = values['yes'] === true ? undefined : new Prompts(process.stdin, process.stdout);
  try {
    if (there && !(await mayChange(file, values, prompts)))
      throw new UserError(
        `${shortPath(file)} is there already, and stays as it is.`,
        'Answer yes to change it, or add --overwrite. The fields that you do not answer stay, and a copy is kept.',
      );
    const config = there?.config ?? parseConfigFile(file, '{}');
    let answered: Fields = {};
    for (const question of questions) {
      const given = textOf(values[question.flag.name]);
      if (config.codeHosts && question.flag.name.startsWith('code-host')) {
        keepRepositories(config.codeHosts.length, file, question.flag.name, given);
        continue;
      }
      if (question.flag.name === 'code-host' && given === undefined && prompts) await tellOrigin();
      answered = { ...answered, ...(await answerTo(question, given, { config, answered }, prompts)) };
    }
    const model = await askModel(values, prompts);
    const portals = resolve(String(values['data']), 'public', 'portals.json');
    // Only a new home gets portals: an existing home must not show an address that its owner did not ask for.
    const isNew = !there && !existsSync(portals);
    const site = await askSite(values, isNew ? prompts : undefined);
    if (prompts?.ended === true && process.stdin.isTTY)
      throw new UserError('The questions were broken off, and nothing was written.', 'Run it again.');
    const text = withFields(there?.text ?? '{}\n', answered, schemaOf(file, dist));
    const written = parseConfigFile(file, text);
    await writeConfig(file, text, there !== undefined);
    if (isNew) await writePortals(portals, ownDoors(written.codeHost, site));
    else if (site !== undefined)
      printLine(`Only a new home gets portals: add one to ${site} to ${shortPath(portals)}.`);
    // npx sets `npm_command` to `exec`.
    const program = env['npm_command'] === 'exec' ? 'npx home-world' : 'home-world';
    printNext(written, model, textOf(values['model-url']), { program, place: placeFlags(values) });
    return 0;
  } finally {
    prompts?.close();
  }
}

/** A list of repositories stays as it is: the questions are about one. */
function keepRepositories(count: number, file: string, flag: string, given: string | undefined): void {
  const fix = `Change codeHost in ${shortPath(file)}; docs/configuration.md describes its fields.`;
  if (given !== undefined) throw new UserError(`--${flag}: the home shows ${count} repositories.`, fix, 2);
  if (flag === 'code-host') printLine(`The home shows ${count} repositories, which stay as they are. ${fix}`);
}

async function writeConfig(file: string, text: string, isThere: boolean): Promise<void> {
  try {
    await ensureDir(dirname(file));
    if (isThere) printLine(`The file as it was: ${shortPath(keepCopy(file, 'init'))}`);
    replaceFile(file, text);
    printLine(`Written: ${shortPath(file)}`);
  } catch (error) {
    throw new UserError(
      `${file} cannot be written: ${errorMessage(error)}.`,
      'Make the folder writable for this user, or name another with --data.',
    );
  }
}

/**
 * Writes the portals of a new home, unless there is only the portal that also comes with the pages. Prints
 * the addresses, because visitors can read them.
 */
async function writePortals(file: string, doors: ReturnType<typeof ownDoors>): Promise<void> {
  if (doors.length === 1) return;
  try {
    await ensureDir(dirname(file));
    replaceFile(file, `${JSON.stringify(doors, null, 2)}\n`);
  } catch (error) {
    throw new UserError(
      `${file} cannot be written: ${errorMessage(error)}.`,
      'Make the folder writable for this user, or name another with --data.',
    );
  }
  printLine(`Written: ${shortPath(file)}, the portals, whose addresses every visitor can read:`);
  for (const { destination } of doors) printLine(`  ${destination.url}`);
}

export const init: Command = {
  details: [
    'It asks for the name, the repository, the place with its name and time zone, the relays, the model and the site that you run; flags answer instead of you.',
    'For a new home it also writes portals.json in public/ of the data folder, with portals to the repository, the page of its CI, your site and the heartbeat page.',
    'Without a terminal, answers come from the standard input, one a line; an empty line and its end leave a value as it is.',
    'It changes no configuration without your yes, and writes no secret: it says which variable to set.',
    '',
    'Exit codes: 0 written · 1 nothing was written · 2 wrong command line',
  ].join('\n'),
  flags: [
    ...own,
    ...modelFlags.filter(({ name }) => name.endsWith('-model') || name === 'model-url'),
    configFlag,
    dataFlag,
    distFlag,
  ],
  run,
};
