/** What the home asks a code host for: both lists of one repository, and nothing else. */
export type CodeHostList = 'commits' | 'pulls';

/** An answer in the code host's own API shape (Gitea, Forgejo), ready to be sent on. */
export interface CodeHostAnswer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
  /** `X-Total-Count`, `Link` and the like; never credentials or cookies. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface CodeHost {
  readonly owner: string;
  readonly repo: string;
  /** What a person would call it, for the line at the start and for causes. */
  readonly description: string;
  /** Never throws: a failure is an answer with a status and a message. */
  read(list: CodeHostList, query: URLSearchParams): Promise<CodeHostAnswer>;
}

/** The query parameters that reach a code host; others are left out. */
const ALLOWED_PARAMETERS: Readonly<Record<CodeHostList, readonly string[]>> = {
  commits: ['limit', 'page', 'stat', 'verification', 'files'],
  pulls: ['state', 'sort', 'limit', 'page'],
};
/** Gitea's own cap (`MAX_RESPONSE_ITEMS`) and default. */
const MAX_LIMIT = 50;
export const DEFAULT_LIMIT = 30;

/** The allowed parameters in a fixed order, so that equal questions share one cache entry. */
export function allowedQuery(list: CodeHostList, raw: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of ALLOWED_PARAMETERS[list]) {
    const value = raw.get(name);
    if (value !== null && /^\w{1,20}$/.test(value)) query.set(name, value);
  }
  return query;
}

const counted = (text: string | null, low: number, high: number, fallback: number): number =>
  text !== null && /^\d{1,6}$/.test(text) ? Math.min(high, Math.max(low, Number(text))) : fallback;

export const limitOf = (query: URLSearchParams): number =>
  counted(query.get('limit'), 1, MAX_LIMIT, DEFAULT_LIMIT);
export const pageOf = (query: URLSearchParams): number => counted(query.get('page'), 1, 999_999, 1);

/** The code host's error shape. */
export const refusal = (status: number, message: string): CodeHostAnswer => ({
  status,
  body: JSON.stringify({ message, url: '' }),
  headers: {},
});

/** The real server's words for a repository that is not there, or not shown. */
export const notFound = (): CodeHostAnswer => refusal(404, "The target couldn't be found.");

/** Characters of one commit message that are passed on: fifty of the longest still fit what a page reads. */
export const MAX_MESSAGE_CHARACTERS = 8_000;

/** Stands in every place of a mail address: the home publishes nobody's. */
export const MASKED_MAIL = 'not-published@home.invalid';
