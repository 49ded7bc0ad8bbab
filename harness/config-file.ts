import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, type ConfigProblem, parseConfig } from '../data/config.ts';
import { Failure, codeOf, messageOf } from './failure.ts';

export interface LoadedConfig {
  readonly config: Config;
  readonly problems: readonly ConfigProblem[];
  /** The file it came from, or undefined where there is none and the defaults stand. */
  readonly file: string | undefined;
}

/**
 * The home's `config.json`: the file of `--config`, else `config.json` in the data folder, else the one shipped with the
 * pages. A file named on the command line must exist; whatever is wrong inside a file is reported and its default stands.
 */
export async function loadConfig(options: {
  file?: string | undefined;
  dataDir: string;
  dist: string;
}): Promise<LoadedConfig> {
  const places =
    options.file === undefined
      ? [join(options.dataDir, 'config.json'), join(options.dist, 'config.json')]
      : [options.file];
  for (const file of places) {
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (error) {
      if (options.file === undefined && codeOf(error) === 'ENOENT') continue;
      throw new Failure(
        `The configuration ${file} cannot be read: ${messageOf(error)}.`,
        'Give the path of a readable JSON file to --config, or leave the flag out.',
      );
    }
    try {
      const raw: unknown = JSON.parse(text);
      return { ...parseConfig(raw), file };
    } catch (error) {
      const problem = { field: 'config.json', expected: 'JSON', got: `something else (${messageOf(error)})` };
      return { config: parseConfig({}).config, problems: [problem], file };
    }
  }
  return { ...parseConfig({}), file: undefined };
}

/** One line for the terminal: the field, what was expected, what was found, and what happens now. */
export const problemLine = ({ field, expected, got }: ConfigProblem): string =>
  `config: ${field}: expected ${expected}, got ${got}; the default stands`;
