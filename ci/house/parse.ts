import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParseResult, parseSync } from 'oxc-parser';
import { filesIn } from '../files.ts';

/**
 * The folders of sources, which are called rooms. The files beside them (`index.ts`, …) are the room
 * `entries`.
 */
export const ROOMS = ['theme', 'data', 'components', 'world', 'harness', 'ci'] as const;

export interface Source extends Pick<ParseResult, 'program' | 'comments' | 'module'> {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** The room a path belongs to, `entries` for the files at the top. */
export function roomOf(path: string): string {
  const slash = path.indexOf('/');
  return slash === -1 ? 'entries' : path.slice(0, slash);
}

export function parseSource(path: string, text: string): Source {
  const { program, comments, module, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: does not parse: ${error.message}`);
  return { path, text, program, comments, module };
}

/**
 * Returns the source files of the rooms, of `root` itself and of the tests, without the samples and
 * recordings of the tests.
 */
export async function sourcesIn(root: string): Promise<Source[]> {
  const paths = await filesIn(root, [`{${ROOMS.join()},test}/**/*.{ts,js}`, '*.{ts,js,mjs}']);
  const sources = paths.filter((path) => !/^test\/(?:bad-samples|recorded)\//.test(path));
  return Promise.all(
    sources.map(async (path) => parseSource(path, await readFile(join(root, path), 'utf8'))),
  );
}
