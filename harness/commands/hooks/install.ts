import { constants, copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorMessage } from '../../../data/core/text.ts';
import { ensureDir } from '../../core/folders.ts';
import { parseJson, syntaxProblems, withoutMark } from '../../core/json-file.ts';
import { replaceFile } from '../../core/replace-file.ts';
import { UserError, codeOf } from '../../core/user-error.ts';
import { commandLinesOf, stableNode } from './command-line.ts';
import {
  type EventGroups,
  type HooksFile,
  hasHooks,
  hasSomeHook,
  homesIn,
  normalised,
  withHooks,
  withoutHooks,
} from './hooks-file.ts';
import { type HookExtra, hookExtras } from './invocation.ts';
import { isObject } from './payload.ts';
import { deliverProgram } from './send.ts';
import { type Harness, targets } from './targets.ts';
import { workTreeOf } from './work-tree.ts';

/** Where the hooks of an agent are wanted. */
export interface Wanted {
  readonly harness: Harness;
  readonly isProject: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** The address of the home. */
  readonly url: string;
  /** How long the agent waits when it asks the owner; undefined if it only reports. */
  readonly askSeconds?: number | undefined;
  /** What the hooks do besides reporting. */
  readonly extras?: readonly HookExtra[];
}

/** The first line of the plug-in of OpenCode, by which this program recognises its own file. */
const PLUGIN_MARK = '// home-world: plug-in for OpenCode';
const pluginFile = join(import.meta.dirname, 'opencode-plugin.js');

/** Of which agent, and where. */
type Place = Pick<Wanted, 'harness' | 'isProject' | 'env'>;

export function fileOf({ harness, isProject, env }: Place): string {
  const cwd = process.cwd();
  const project = isProject ? (workTreeOf(cwd)?.root ?? cwd) : undefined;
  return targets[harness].file({ env, project });
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new UserError(
      `${path} cannot be read: ${errorMessage(error)}.`,
      'Make it a file that you may read.',
    );
  }
}

const copyOf = (path: string): string => `${path}.before-home-world`;

/** Copies the file, unless there is a copy already. A link at the path of the copy is not followed. */
function keepCopy(path: string): void {
  try {
    copyFileSync(path, copyOf(path), constants.COPYFILE_EXCL);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Writes the file. A copy beside it keeps the content from before this program changed the file for the first
 * time.
 */
async function write(path: string, before: string | undefined, text: string): Promise<void> {
  try {
    await ensureDir(dirname(path));
    if (before !== undefined) keepCopy(path);
    replaceFile(path, text);
  } catch (error) {
    throw new UserError(
      `${path} cannot be written: ${errorMessage(error)}.`,
      'Let your user write to it and to its folder, and run the command again.',
    );
  }
}

/** For each event, the group that reports, then the group that asks. */
function groupsOf({ harness, env, url, askSeconds: seconds, extras = [] }: Wanted): EventGroups {
  const target = targets[harness];
  const reporting = target.groups(commandLinesOf(harness, env, url, { extras }), extras.includes('letters'));
  const asking =
    seconds === undefined
      ? {}
      : (target.asks?.(commandLinesOf(harness, env, url, { seconds }), seconds) ?? {});
  const events = new Set([...Object.keys(reporting), ...Object.keys(asking)]);
  return Object.fromEntries(
    [...events].map((event) => [
      event,
      [reporting[event], asking[event]].filter((group) => group !== undefined),
    ]),
  );
}

/** The plug-in of OpenCode, with the address of the home in it, and with the choices of the owner. */
const pluginText = ({ env, url, askSeconds, extras = [] }: Wanted): string =>
  readFileSync(pluginFile, 'utf8')
    .replace(/(?<=^const HOME = )undefined/m, () => JSON.stringify(url))
    .replace(/(?<=^const ASK_SECONDS = )undefined/m, () => String(askSeconds))
    .replace(/(?<=^const TAKES_LETTERS = )false/m, () => String(extras.includes('letters')))
    .replace(/(?<=^const CHANGES_PROGRAM = )undefined/m, () =>
      extras.includes('changes') ? JSON.stringify([stableNode(env), deliverProgram]) : 'undefined',
    );

const newText = (harness: Harness): string => `${JSON.stringify(targets[harness].frame ?? {}, null, 2)}\n`;

function pluginBefore(path: string): string | undefined {
  const before = read(path);
  if (before === undefined || before.startsWith(PLUGIN_MARK)) return before;
  throw new UserError(
    `${path} is not the plug-in of this program, so it was not changed.`,
    'Give your own plug-in another name, and run the command again.',
  );
}

export type Change = 'installed' | 'brought up to date' | 'already there';

/** Writes the hooks of an agent into its file. Throws a `UserError`. */
export async function install(wanted: Wanted): Promise<Change> {
  const { harness } = wanted;
  const path = fileOf(wanted);
  const isPlugin = harness === 'opencode';
  const before = isPlugin ? pluginBefore(path) : read(path);
  const file: HooksFile = { path, text: before?.trim() ? before : newText(harness) };
  const text = isPlugin ? pluginText(wanted) : withHooks(file, groupsOf(wanted), harness);
  if (text === before) return 'already there';
  const isUpdate = before !== undefined && (isPlugin || hasSomeHook(file, harness));
  await write(path, before, text);
  return isUpdate ? 'brought up to date' : 'installed';
}

/** Whether a file has no comments, and no fields besides those of a new file of this program. */
function isBare(text: string, harness: Harness): boolean {
  const plain = withoutMark(text);
  const root = parseJson(plain);
  const { frame = {} } = targets[harness];
  const hasComments = syntaxProblems(plain).length > 0;
  return !hasComments && isObject(root) && Object.keys(root).every((name) => Object.hasOwn(frame, name));
}

/** Removes the hooks of this program. Resolves with whether there were any; throws a `UserError`. */
export async function uninstall(wanted: Wanted): Promise<boolean> {
  const { harness } = wanted;
  const path = fileOf(wanted);
  const before = read(path);
  if (before === undefined || before.trim() === '') return false;
  if (harness === 'opencode') {
    if (!before.startsWith(PLUGIN_MARK)) return false;
    rmSync(path);
    return true;
  }
  const text = withoutHooks({ path, text: before }, harness);
  if (text === before) return false;
  // A file that this program made is deleted with its hooks.
  if (isBare(text, harness) && !existsSync(copyOf(path))) rmSync(path);
  else await write(path, before, text);
  return true;
}

/** How long the hooks of a file wait for the owner; undefined if they only report. */
const askSecondsIn = (text: string): number | undefined => {
  const [, seconds] = /(?: ask [\w-]+ --url .*? --seconds |^const ASK_SECONDS = )(\d+)/m.exec(text) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
};

/** How the file of an agent shows an extra, and how `hooks status` names it. */
const signs: Readonly<Record<HookExtra, readonly [sign: RegExp, name: string]>> = {
  letters: [/ hook [\w-]+ --url .*? --letters\b|^const TAKES_LETTERS = true/m, 'takes letters'],
  changes: [/ hook [\w-]+ --url .*? --changes\b|^const CHANGES_PROGRAM = \[/m, 'sends changes'],
  usage: [/ hook [\w-]+ --url .*? --usage\b/m, 'sends usage'],
};

/** What is in the file of an agent. */
export interface Installed {
  /** “installed”, with what the hooks do besides reporting. */
  readonly state: `installed${string}` | 'of another version or place' | 'not installed';
  /** The addresses to which the hooks report. */
  readonly homes: readonly string[];
}

const NOT_INSTALLED: Installed = { state: 'not installed', homes: [] };

/** The addresses of homes in the plug-in of OpenCode. */
function homesInPlugin(text: string): readonly string[] {
  const [, given = ''] = /^const HOME = "(.+)";$/m.exec(text) ?? [];
  const home = URL.parse(given);
  return home ? [normalised(home.href)] : [];
}

/**
 * The state of the hooks of this program in the file of an agent. Throws a `UserError` if the file is not
 * JSON.
 */
export function installedOf(given: Place): Installed {
  const { harness } = given;
  const path = fileOf(given);
  const text = read(path);
  if (text === undefined || text.trim() === '') return NOT_INSTALLED;
  const askSeconds = askSecondsIn(text);
  const file = { path, text };
  const isPlugin = harness === 'opencode';
  if (isPlugin ? !text.startsWith(PLUGIN_MARK) : !hasSomeHook(file, harness)) return NOT_INSTALLED;
  const homes = isPlugin ? homesInPlugin(text) : homesIn(file, harness);
  // The hooks are compared with what “install” would write for the same home.
  const extras = hookExtras.filter((extra) => signs[extra][0].test(text));
  const wanted = { ...given, url: homes[0] ?? '', askSeconds, extras };
  if (isPlugin ? text !== pluginText(wanted) : !hasHooks(file, groupsOf(wanted), harness))
    return { state: 'of another version or place', homes };
  const asks = askSeconds === undefined ? '' : `, asks for ${askSeconds} s`;
  const more = extras.map((extra) => `, ${signs[extra][1]}`).join('');
  return { state: `installed${asks}${more}`, homes };
}
