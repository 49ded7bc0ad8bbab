import type { Checks, OpenWork } from '../../../data/readings/schemas/open-work.ts';
import type { StaleAnswer } from '../../../data/readings/sources/source.ts';

/** The two lists of a repository that the home reads. It asks a code host for nothing else. */
export type CodeHostList = 'commits' | 'pulls';

/** A record that may leave the home. */
export interface PublicRecord {
  /** The date of a merge, or a commit's committer date. Milliseconds since the epoch. */
  readonly at: number;
  /**
   * The time that pages show; for a commit, the author date. A rebase keeps the author date, so the list of a
   * code host is not in the order of these times. Never after `at`: a later author date is wrong.
   */
  readonly shownAt: number;
  /** The commit that a merged pull request made, if the code host tells it. */
  readonly mergeCommit?: string | undefined;
  readonly json: PublicCommit | PublicPull;
}

interface OfRepository {
  /** The repository, in a list of several. */
  readonly repo?: string;
}

/** The fields of a commit that pages show. */
interface PublicCommit extends OfRepository {
  readonly sha: string;
  readonly commit: {
    readonly author: { readonly name: string; readonly date: string };
    readonly message: string;
  };
}

/** The fields of a merged pull request that pages show. */
interface PublicPull extends OfRepository {
  readonly number: number;
  readonly title: string;
  readonly merged: true;
  readonly merged_at: string;
  readonly user: { readonly login: string };
}

/** A commit, or a merged pull request, or one that is open. */
export type ChangeName = { readonly commit: string } | { readonly pull: number; readonly isOpen?: boolean };

/** What a change did to the files: a unified diff in the form of git. */
export interface Diff {
  readonly status: 200;
  readonly text: string;
  /** Whether the text is complete; a very long diff is cut. */
  readonly isWhole: boolean;
}

/** A list in the code host's order, newest first. It contains only what pages show. */
export interface CodeHostRecords {
  readonly status: 200;
  readonly records: readonly PublicRecord[];
  /** Whether the list is complete; false if older records were not read. */
  readonly isWhole: boolean;
  /**
   * In a list of several repositories: the time before which records were not read. Milliseconds since the
   * epoch; the time of the last record if left out.
   */
  readonly unreadAt?: number;
  /** Set if the last request failed, so that the records are from an earlier one. */
  readonly stale?: StaleAnswer;
  /** The repositories that fail, and why, if others do not. */
  readonly trouble?: string;
  /** How long these records are used before the code host is asked again, if it reports no change. */
  readonly keepMs?: number;
}

/** The newest commit, whose checks are asked for. */
export interface NewestCommit {
  readonly sha: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What is open: checks of the newest commit, open pull requests and the newest release. */
export interface OpenWorkRecords {
  readonly status: 200;
  readonly work: OpenWork;
  /** The newest commit of each open pull request, by the number of the pull request. */
  readonly heads?: Readonly<Record<string, string>>;
  readonly stale?: StaleAnswer;
  readonly trouble?: string;
  readonly keepMs?: number;
}
/** The checks of one commit. */
export interface ChecksRecords {
  readonly status: 200;
  readonly checks: Checks;
  readonly keepMs?: number;
}
export type OpenWorkAnswer = OpenWorkRecords | CodeHostRefusal;

/**
 * Why there is no list. The message is the home's own, except for messages of Gitea that pages recognise.
 */
export interface CodeHostRefusal {
  /** HTTP status, 400 or more. */
  readonly status: number;
  readonly message: string;
  /** How long the code host asks to wait before the next request. */
  readonly retryAfterMs?: number | undefined;
  /** What the owner can do, as whole sentences for the log and the doctor. Visitors do not see it. */
  readonly advice?: string;
}

export type CodeHostAnswer = CodeHostRecords | CodeHostRefusal;

export const isRefusal = (answer: object): answer is CodeHostRefusal => 'message' in answer;

/** Reads what is open. */
export interface OpenWorkSource {
  /**
   * Never throws, like `CodeHost.read`.
   * @param hasNews Whether the code host has reported a change: then nothing is used that was read before.
   */
  read(newest: NewestCommit, hasNews: boolean, signal?: AbortSignal): Promise<OpenWorkAnswer>;
  /** The checks of any commit, for a change that is opened. Never throws. */
  checks(sha: string, signal?: AbortSignal): Promise<ChecksRecords | CodeHostRefusal>;
}

export interface CodeHost {
  readonly owner: string;
  readonly repo: string;
  /** A name for people, in the first line of the log and in causes. */
  readonly description: string;
  /**
   * Never throws: a failure is an answer with a status and a message.
   * @param signal Ends the requests to a remote code host.
   */
  read(list: CodeHostList, signal?: AbortSignal): Promise<CodeHostAnswer>;
  /** Missing where nothing can be open, as in a local repository. */
  readonly work?: OpenWorkSource;
  /** Never throws, like `read`. */
  diff(change: ChangeName, signal?: AbortSignal): Promise<Diff | CodeHostRefusal>;
  /** Whether everybody may read the repository; false if that is not known. */
  isPublic(signal?: AbortSignal): Promise<boolean>;
  /** Forgets the answers that gateways share, or only what is open. */
  forgetShared?(onlyWork: boolean): Promise<void>;
  /** Calls `changed` soon after new commits; returns a function to stop. Remote code hosts send webhooks. */
  watch?(changed: () => void): () => void;
  /** Gets new commits into a local clone, after a webhook. Never throws: `read` tells a failure. */
  fetchNew?(): Promise<void>;
}

export const refusal = (status: number, message: string, retryAfterMs?: number): CodeHostRefusal => ({
  status,
  message,
  ...(retryAfterMs !== undefined && { retryAfterMs }),
});

/** The most that a page gets of one diff. */
const MAX_DIFF_CHARACTERS = 400_000;
/** A diff of limited length, cut after a line. */
export function diffOf(text: string): Diff {
  const isWhole = text.length <= MAX_DIFF_CHARACTERS;
  const end = isWhole ? text.length : text.lastIndexOf('\n', MAX_DIFF_CHARACTERS) + 1;
  return { status: 200, text: text.slice(0, end), isWhole };
}

/** Gitea's message for a repository that does not exist or is not shown. */
export const notFound = (): CodeHostRefusal => refusal(404, "The target couldn't be found.");
/** Gitea's message for a repository without commits; pages then show NO COMMITS. */
export const emptyRepository = (): CodeHostRefusal => refusal(409, 'Git Repository is empty.');

/** An error in the form of the code host. */
export const errorBody = ({ message }: Pick<CodeHostRefusal, 'message'>): string =>
  JSON.stringify({ message, url: '' });
