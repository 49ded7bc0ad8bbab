import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Flag } from './options.ts';
import { codeOf } from './user-error.ts';

const above = join(import.meta.dirname, '../..');

/**
 * The folder of the program, with `package.json` and the built pages. In the npm package the
 * compiled server is one folder deeper (`ci/pack/compile.ts`).
 */
export const programFolder = existsSync(join(above, 'package.json')) ? above : join(above, '..');

/** The built pages beside the program, for commands without `--dist`. */
export const builtPages = join(programFolder, 'dist');

/** The version of the program. */
export async function programVersion(): Promise<string> {
  const text = await readFile(join(programFolder, 'package.json'), 'utf8');
  return String((JSON.parse(text) as { version: unknown }).version);
}

/** Flags that several commands share. */
export const configFlag: Flag = {
  name: 'config',
  value: 'FILE',
  help: 'config.json to use; without it <data>/config.json, else the shipped one',
};
export const dataFlag: Flag = {
  name: 'data',
  value: 'DIR',
  fallback: '.home-world',
  help: 'folder for conversations and for your own files',
};
export const distFlag: Flag = {
  name: 'dist',
  value: 'DIR',
  help: 'the built pages; without it dist/ beside the program',
};

/** Where the plays are in a data folder: a folder for each, with its log and its screenshots. */
export const playsFolder = (data: string): string => join(data, 'plays');

export const LOG_FILE = 'log.jsonl';
export const SCREENS_FOLDER = 'screens';

/** A path for messages: relative to the current folder if the path is inside it. */
export const shortPath = (path: string): string => {
  const short = relative('.', path);
  return short.startsWith('..') ? path : short;
};

/**
 * Makes a folder and its missing parents, one by one. With `recursive`, `mkdir` of Node 24 never returns if
 * the system answers ENOENT although the parent exists, for example below /proc.
 */
export async function ensureDir(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (!existsSync(parent)) await ensureDir(parent);
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/** The name of a folder as it can be a part of an address. */
export const slugOf = (folder: string): string => {
  const slug = basename(folder)
    .replace(/\.git$/, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return slug.slice(0, 100) || 'home';
};
