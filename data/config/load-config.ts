import type { ConfigProblem, ParsedConfig } from './fields.ts';
import { RequestError, getText } from '../core/http.ts';

const MAX_CONFIG_BYTES = 100_000;
const TIMEOUT_MS = 10_000;
const CONFIG_FILE = 'config.json';

/** The problem of a file that could not be read, so that all fields have their defaults. */
export const unreadProblem = (problems: readonly ConfigProblem[]): ConfigProblem | undefined =>
  problems.find(({ isWholeFile }) => isWholeFile);

/**
 * Reads `config.json` beside the page. Never throws: what is missing or wrong keeps its default,
 * and a problem names it. Nothing else is requested before this has answered, so that a home never
 * talks to an upstream that its owner did not name. `parse` reads the JSON: the whole of it, or a part.
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
      // All defaults.
      config: parse({}).config,
      problems: [{ field: CONFIG_FILE, expected: 'a JSON file beside the page', got, isWholeFile: true }],
    };
  }
}
