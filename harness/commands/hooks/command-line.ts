import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join, sep } from 'node:path';
import { programFolder } from '../../core/folders.ts';
import type { CommandLines } from './targets.ts';

const realPath = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};

/**
 * The path of this Node. Package managers keep each version in a folder of its own, and put a link to the newest
 * on the PATH: the link stays where it is. The Node that npm has installed with the program stays too.
 */
export function stableNode(env: NodeJS.ProcessEnv, node = process.execPath, folder = programFolder): string {
  const own = realPath(node) ?? node;
  if (own.startsWith(join(realPath(folder) ?? folder, sep))) return own;
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const links = (env['PATH'] ?? '')
    .split(delimiter)
    // npm puts these there only for what it runs.
    .filter((path) => isAbsolute(path) && !path.includes('node_modules'))
    .map((path) => join(path, name));
  return links.find((link) => realPath(link) === own) ?? node;
}

const posixQuoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;
const powershellQuoted = (path: string): string => `'${path.replaceAll("'", "''")}'`;
/** For the shells of Windows, which have only this in common. */
const doubleQuoted = (path: string): string => `"${path.replaceAll('\\', '/')}"`;

/**
 * The command of a hook: with absolute paths, since `home-world` may not be on the PATH of the agent, and the same at
 * each update, since Codex asks the owner again for one that has changed. The address of the home is in it: agents may
 * read variables from a file of the project that they work on, and the key must go nowhere else.
 * @param seconds How long a hook that asks waits; without it the hook reports.
 */
export function commandLinesOf(
  harness: string,
  env: NodeJS.ProcessEnv,
  url: string,
  seconds?: number,
): CommandLines {
  const paths = [stableNode(env), join(programFolder, 'harness/home-world.js')];
  const name = seconds === undefined ? 'hook' : 'ask';
  const limit = seconds === undefined ? '' : ` --seconds ${seconds}`;
  const line = (quoted: (path: string) => string): string =>
    `${paths.map(quoted).join(' ')} ${name} ${harness} --url ${quoted(url)}${limit}`;
  const posix = line(posixQuoted);
  return {
    posix,
    powershell: `& ${line(powershellQuoted)}`,
    any: process.platform === 'win32' ? line(doubleQuoted) : posix,
  };
}

/** Whether npm may remove the program at any time. */
export const isTemporary = (folder = programFolder): boolean => /[\\/]_npx[\\/]/.test(folder);
