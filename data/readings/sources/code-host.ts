import { RequestError } from '../../core/http.ts';
import { cleanLine, cutText } from '../../core/text.ts';
import type { ReadingConfig } from '../../config/reading-config.ts';
import type { Outcome } from './source.ts';

/**
 * `{code_host}/api/v1/repos/<owner>/<repo>/…`. Without a configured code host, the home's own
 * gateway answers in the same format.
 */
export const repositoryUrl = (
  { codeHost: { url, owner, repo } }: ReadingConfig,
  base: string,
  rest: string,
): string => {
  const root = url === '' ? base : url.endsWith('/') ? url : `${url}/`;
  return new URL(`api/v1/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/${rest}`, root).href;
};

const MAX_TITLE_CHARACTERS = 300;
const MAX_NAME_CHARACTERS = 80;
/** Commands for a terminal, such as colours. */
const TERMINAL_COMMANDS = /\p{Cc}\[[\d;?]*[@-~]/gu;

/** Returns one line of printable characters, cut at `max`, because committers choose these texts. */
function plainLine(text: string, max: number): string {
  const [line = ''] = text
    .trimStart()
    .slice(0, max * 4)
    .split(/[\r\n\u2028\u2029]/, 1);
  return cutText(cleanLine(line.replace(TERMINAL_COMMANDS, '')), max);
}

/**
 * The first line of a commit message or title; the rest is never shown. `times` multiplies the length
 * limit, for callers that remove a part of the line.
 */
export const firstLine = (message: string, times = 1): string =>
  plainLine(message, MAX_TITLE_CHARACTERS * times);

export const authorName = (name: string, times = 1): string => plainLine(name, MAX_NAME_CHARACTERS * times);

/**
 * The headers of a list that the gateway could not update, because its last request to the code host failed:
 * when the list was received, and the percent-encoded cause. They are headers, so that the body has the code
 * host's format.
 */
export const STALE_HEADERS = { fetchedAt: 'x-fetched-at', cause: 'x-stale-cause' } as const;

/** The header of a list of several repositories that names those that fail, percent-encoded. */
export const TROUBLE_HEADER = 'x-trouble';

/** The header of a diff that was cut because it is very long. */
export const DIFF_CUT_HEADER = 'x-diff-cut';

/** A cause in a header, percent-encoded; undefined if it is missing or not in this form. */
function causeIn(headers: Headers, name: string): string | undefined {
  try {
    return plainLine(decodeURIComponent(headers.get(name) ?? ''), MAX_TITLE_CHARACTERS) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * What is wrong with an answer: when a stale one was received and why it is stale, or which of several
 * repositories fail.
 */
export function troubleIn(headers: Headers): Pick<Outcome<unknown>, 'stale' | 'trouble'> {
  const fetchedAt = Date.parse(headers.get(STALE_HEADERS.fetchedAt) ?? '');
  const cause = causeIn(headers, STALE_HEADERS.cause);
  return {
    stale: cause && fetchedAt ? { fetchedAt, cause } : undefined,
    trouble: causeIn(headers, TROUBLE_HEADER),
  };
}

/** The records that match the schema. Throws if none of them does: the list is of another kind. */
export function readable<T>(list: readonly (T | null)[], what: string): readonly T[] {
  const found = list.filter((record) => record !== null);
  if (found.length < 1 && list.length > 0) throw new RequestError(`what was sent is not ${what}`);
  return found;
}
