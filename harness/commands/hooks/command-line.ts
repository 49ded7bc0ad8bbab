import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import { programFolder } from '../../core/folders.ts';
import type { HookExtra } from './invocation.ts';
import type { CommandLines } from './targets.ts';

const realPath = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};

/**
 * A path of this Node that stays valid after an update. Package managers keep each version in a folder of its
 * own, and put a link to the newest version on the PATH; the path of the link stays the same. The path of a
 * Node that npm installed with the program stays the same too.
 */
export function stableNode(env: NodeJS.ProcessEnv, node = process.execPath, folder = programFolder): string {
  const own = realPath(node) ?? node;
  if (own.startsWith(join(realPath(folder) ?? folder, sep))) return own;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const links = (env['PATH'] ?? '')
    .split(delimiter)
    // npm puts the folders in `node_modules` on the PATH only for the programs that it runs.
    .filter((path) => isAbsolute(path) && !path.includes('node_modules'))
    .map((path) => join(path, name));
  return links.find((link) => realPath(link) === own) ?? node;
}

const posixQuoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;
const powershellQuoted = (path: string): string => `'${path.replaceAll("'", "''")}'`;
/** A path for any shell of Windows: all of them accept double quotes and slashes. */
const doubleQuoted = (path: string): string => `"${path.replaceAll('\\', '/')}"`;

/**
 * The command of a hook. Its paths are absolute, because `home-world` may not be on the PATH of the agent. An
 * update does not change it, because Codex asks the owner again about a changed command. It contains the
 * address of the home: agents may read variables from a file of the project that they work on, and the key
 * must go to no other address.
 * @param options.seconds How long a hook that asks waits; without it the hook reports.
 * @param options.extras What a hook that reports does besides.
 */
export function commandLinesOf(
  harness: string,
  env: NodeJS.ProcessEnv,
  url: string,
  { seconds, extras = [] }: { readonly seconds?: number; readonly extras?: readonly HookExtra[] } = {},
): CommandLines {
  const paths = [stableNode(env), join(programFolder, 'harness/home-world.js')];
  const name = seconds === undefined ? 'hook' : 'ask';
  const flags = extras.map((extra) => ` --${extra}`).join('');
  const more = seconds === undefined ? flags : ` --seconds ${seconds}`;
  const line = (quoted: (path: string) => string): string =>
    `${paths.map(quoted).join(' ')} ${name} ${harness} --url ${quoted(url)}${more}`;
  const posix = line(posixQuoted);
  return {
    posix,
    powershell: `& ${line(powershellQuoted)}`,
    any: process.platform === 'win32' ? line(doubleQuoted) : posix,
  };
}

/** Whether npm may remove the program at any time. */
export const isTemporary = (folder = programFolder): boolean => /[\\/]_npx[\\/]/.test(folder);
