import { constants, copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorMessage } from '../../../data/core/text.ts';
import { ensureDir } from '../../core/folders.ts';
import { parseJson, syntaxProblems, withoutMark } from '../../core/json-file.ts';
import { replaceFile } from '../../core/replace-file.ts';
import { UserError, codeOf } from '../../core/user-error.ts';
import { commandLinesOf } from './command-line.ts';
import { type HooksFile, hasHooks, hasSomeHook, homesIn, withHooks, withoutHooks } from './hooks-file.ts';
import { isObject } from './payload.ts';
import { type Harness, targets } from './targets.ts';
import { workTreeOf } from './work-tree.ts';

/** Where the hooks of an agent are wanted. */
export interface Wanted {
  readonly harness: Harness;
  readonly isProject: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** The address of the home. */
  readonly url: string;
}

/** The first line of the plug-in of OpenCode, by which it is known. */
const PLUGIN_MARK = '// home-world: plug-in for OpenCode';
const pluginFile = join(import.meta.dirname, 'opencode-plugin.js');

export function fileOf({ harness, isProject, env }: Wanted): string {
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

/** Keeps a copy of the file, unless there is one. A link in its place is not followed. */
function keepCopy(path: string): void {
  try {
    copyFileSync(path, copyOf(path), constants.COPYFILE_EXCL);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Writes the file, with a copy beside it of what was there before this program changed it first. */
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

const groupsOf = ({ harness, env, url }: Wanted) =>
  targets[harness].groups(commandLinesOf(harness, env, url));

/** The plug-in of OpenCode, with the address of the home in it. */
const pluginText = (url: string): string =>
  readFileSync(pluginFile, 'utf8').replace(/(?<=^const HOME = )undefined/m, () => JSON.stringify(url));

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
  const text = isPlugin ? pluginText(wanted.url) : withHooks(file, groupsOf(wanted), harness);
  if (text === before) return 'already there';
  const isUpdate = before !== undefined && (isPlugin || hasSomeHook(file, harness));
  await write(path, before, text);
  return isUpdate ? 'brought up to date' : 'installed';
}

/** Whether a file has nothing but what a new one of this program has. */
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
  // A file that this program has made goes with its hooks.
  if (isBare(text, harness) && !existsSync(copyOf(path))) rmSync(path);
  else await write(path, before, text);
  return true;
}

/** What is in the file of an agent. */
export interface Installed {
  readonly state: 'installed' | 'of another version, place or home' | 'not installed';
  /** The addresses to which the hooks report. */
  readonly homes: readonly string[];
}

/** What the plug-in of OpenCode has of this program. */
function installedPlugin(text: string, wanted: Wanted): Installed {
  if (!text.startsWith(PLUGIN_MARK)) return { state: 'not installed', homes: [] };
  const [, given = ''] = /^const HOME = "(.+)";$/m.exec(text) ?? [];
  const home = URL.parse(given);
  return {
    state: text === pluginText(wanted.url) ? 'installed' : 'of another version, place or home',
    homes: home ? [home.href] : [],
  };
}

/** What of this program is in the file of an agent. Throws a `UserError` for a file that is no JSON. */
export function installedOf(wanted: Wanted): Installed {
  const { harness } = wanted;
  const path = fileOf(wanted);
  const text = read(path);
  if (text === undefined || text.trim() === '') return { state: 'not installed', homes: [] };
  if (harness === 'opencode') return installedPlugin(text, wanted);
  const file = { path, text };
  if (!hasSomeHook(file, harness)) return { state: 'not installed', homes: [] };
  const isCurrent = hasHooks(file, groupsOf(wanted), harness);
  return {
    state: isCurrent ? 'installed' : 'of another version, place or home',
    homes: homesIn(file, harness),
  };
}
