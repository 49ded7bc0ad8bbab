import type { ChangeName, CodeHostList } from './code-host.ts';

/** The one repository of a home, as the address of its page names it. */
export interface Repository {
  readonly owner: string;
  readonly repo: string;
}

/** One list of a code host. */
interface RemoteList {
  /**
   * The path of the first page below the API, with a query. A further page has the same path and
   * `&page=<number>`.
   */
  path(repository: Repository): string;
  /**
   * A record in the form of Gitea, from which the public records are made. A record of an unknown form is
   * returned as it is: it is left out later.
   */
  record(raw: unknown): unknown;
}

/** A check of a commit. Checks that were left out on purpose, such as skipped ones, are not in a list. */
export interface RemoteCheck {
  readonly name: string;
  readonly state: 'pending' | 'failed' | 'passed';
}

/** One list of checks of a commit. */
interface RemoteChecks {
  path(repository: Repository, sha: string): string;
  /** The checks in an answer, and how many records it had; undefined for an answer of another form. */
  checks(raw: unknown): { readonly checks: readonly RemoteCheck[]; readonly count: number } | undefined;
}

/** What is open: pull requests, checks, releases. */
interface RemoteWork {
  readonly pulls: RemoteList;
  /**
   * Where the checks of a commit are. Each is a list of alternatives: the next one is asked if the token may
   * not read the one before.
   */
  readonly checks: readonly (readonly RemoteChecks[])[];
  readonly release: RemoteList;
  /** The pages for people, below the page of the repository. */
  readonly pages: {
    readonly pull: (number: number) => string;
    readonly checks: (sha: string) => string;
    readonly release: (tag: string) => string;
  };
}

/** The address of a diff. */
interface RemoteDiff {
  readonly path: string;
  readonly accept?: string;
  /** Makes a diff of an answer in another form; undefined if the answer has another form, too. */
  readonly text?: (body: string) => string | undefined;
}

/**
 * What differs between the kinds of code hosts. Everything that they share, such as pages, time limits,
 * `ETag` and the words for refusals, is in `RemoteCodeHost`.
 */
export interface RemoteKind {
  /** The name for people. */
  readonly name: string;
  /** The address of the API, for the address of the code host. Both without a slash at the end. */
  api(url: string): string;
  readonly lists: Readonly<Record<CodeHostList, RemoteList>>;
  readonly work: RemoteWork;
  /** The address for people, for the address of the code host; the same if left out. */
  site?(url: string): string;
  /** The path of what a change did, and the headers of its request if they differ. */
  diff(repository: Repository, change: ChangeName): RemoteDiff;
  /** The path of the repository itself, and whether its record says that everybody may read it. */
  repository(repository: Repository): string;
  isPublic(raw: unknown): boolean;
  /** The headers of each request. The token is in these headers and nowhere else. */
  headers(token: string | undefined): Readonly<Record<string, string>>;
  /** Whether another page follows this one, which has `count` records. */
  hasNext(headers: Headers, count: number): boolean;
  /** The path below the API to which the requests for a renamed repository are redirected. */
  readonly renamedTo: string;
  /** Whether a refusal means that the repository has no commits yet. */
  isEmpty(status: number, text: string): boolean;
  /** Whether a refusal with 403 is not about the token, but about too many requests. */
  isLimit(headers: Headers, text: string): boolean;
  /** The path of the page with the runs of the CI, below the page of the repository. */
  readonly runsPath: string;
  /** The token that an owner makes for the home, as a part of a sentence. */
  readonly token: string;
  /** Why a home without a token reaches the limit of requests soon, as a sentence. */
  readonly anonymousLimit?: string;
}

/** Whether the header `Link` names a next page (RFC 8288). */
export const linksToNext = (headers: Headers): boolean => /;\s*rel="?next"?/.test(headers.get('link') ?? '');

export const isEmptyRepository = (status: number, text: string): boolean =>
  // The text is checked too, because other refusals have the same status.
  status === 409 && /is empty/i.test(text);
