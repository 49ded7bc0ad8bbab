/** What the home asks a code host for: both lists of one repository, and nothing else. */
export type CodeHostList = 'commits' | 'pulls';

/**
 * A record as it may leave the home, and when it came to be: of a commit the committer's date.
 * Milliseconds since the epoch.
 */
export interface PublicRecord {
  readonly at: number;
  readonly json: PublicCommit | PublicPull;
}

/** The fields of a commit that pages show. */
export interface PublicCommit {
  readonly sha: string;
  readonly commit: {
    readonly author: { readonly name: string; readonly date: string };
    readonly message: string;
  };
}

/** The fields of a merged pull request that pages show. */
export interface PublicPull {
  readonly number: number;
  readonly title: string;
  readonly merged: true;
  readonly merged_at: string;
  readonly user: { readonly login: string };
}

/** A list, newest first as the code host has it. Holds nothing but what pages show. */
export interface CodeHostRecords {
  readonly status: 200;
  readonly records: readonly PublicRecord[];
  /** Whether these are all there are; false where older ones were not read. */
  readonly isWhole: boolean;
}

/**
 * Why there is no list. The words are the home's own, except where the pages know the code host's.
 */
export interface CodeHostRefusal {
  /** HTTP status, 400 or more. */
  readonly status: number;
  readonly message: string;
  /** For how long the code host wants to be left alone. Milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

export type CodeHostAnswer = CodeHostRecords | CodeHostRefusal;

export const isRefusal = (answer: object): answer is CodeHostRefusal => 'message' in answer;

export interface CodeHost {
  readonly owner: string;
  readonly repo: string;
  /** What a person would call it, for the line at the start and for causes. */
  readonly description: string;
  /** Never throws: a failure is an answer with a status and a message. */
  read(list: CodeHostList): Promise<CodeHostAnswer>;
}

export const refusal = (status: number, message: string, retryAfterMs?: number): CodeHostRefusal => ({
  status,
  message,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

/** The real server's words for a repository that is not there, or not shown. */
export const notFound = (): CodeHostRefusal => refusal(404, "The target couldn't be found.");
/** The real server's words for a repository without commits: pages show NO COMMITS. */
export const emptyRepository = (): CodeHostRefusal => refusal(409, 'Git Repository is empty.');

/** The code host's error shape. */
export const errorBody = ({ message }: Pick<CodeHostRefusal, 'message'>): string =>
  JSON.stringify({ message, url: '' });
