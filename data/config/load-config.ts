import type { ConfigProblem, ParsedConfig } from './fields.ts';
import { RequestError, getText } from '../core/http.ts';

const MAX_CONFIG_BYTES = 100_000;
const TIMEOUT_MS = 10_000;
const CONFIG_FILE = 'config.json';

/** The problem that says that the file could not be read; undefined if the file was read. */
export const unreadProblem = (problems: readonly ConfigProblem[]): ConfigProblem | undefined =>
  problems.find(({ isWholeFile }) => isWholeFile);

/**
 * Reads `config.json` beside the page. It never throws: missing or invalid fields get their defaults, and the
 * returned `problems` name the invalid fields. The page requests nothing else until the config is loaded, so
 * that a home connects only to upstreams that its owner has named. `parse` parses all fields, or some of
 * them.
 */
export async function loadConfig<T>(
  base: string,
  fetch: typeof globalThis.fetch,
  parse: (raw: unknown) => ParsedConfig<T>,
): Promise<ParsedConfig<T>> {
  try {
    return await getText(
      { fetch, base },
      {
        url: new URL(CONFIG_FILE, base).href,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        maxBytes: MAX_CONFIG_BYTES,
        parse(text) {
          let raw: unknown;
          try {
            raw = JSON.parse(text);
          } catch {
            throw new RequestError('not valid JSON');
          }
          return parse(raw);
        },
      },
    );
  } catch (error) {
    const got = error instanceof RequestError ? error.message : 'no answer in time';
    return {
      config: parse({}).config,
      problems: [{ field: CONFIG_FILE, expected: 'a JSON file beside the page', got, isWholeFile: true }],
    };
  }
}
