import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParseResult, parseSync } from 'oxc-parser';
import { filesIn } from '../files.ts';
import { ROOMS } from './plan.ts';

export interface Source extends Pick<ParseResult, 'program' | 'comments'> {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** A problem that a check has found in the code. */
export interface Finding {
  readonly check: 'folders' | 'comments' | 'names';
  readonly path: string;
  readonly line?: number;
  readonly message: string;
}

/** The room a path belongs to, `entries` for the files at the top. */
export function roomOf(path: string): string {
  const slash = path.indexOf('/');
  return slash === -1 ? 'entries' : path.slice(0, slash);
}

export function parseSource(path: string, text: string): Source {
  const { program, comments, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: does not parse: ${error.message}`);
  return { path, text, program, comments };
}

/** Every source of the rooms and entries below `root`. */
export async function sourcesIn(root: string): Promise<Source[]> {
  const paths = await filesIn(root, [`{${ROOMS.join()}}/**/*.{ts,js}`, '*.{ts,js,mjs}']);
  return Promise.all(paths.map(async (path) => parseSource(path, await readFile(join(root, path), 'utf8'))));
}
