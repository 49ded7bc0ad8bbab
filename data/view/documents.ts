import type { Reading } from '../readings/reading.ts';
import type { Commit, MergedPull, VisionPoint } from '../readings/records.ts';
import type { OpenPull } from '../readings/schemas/open-work.ts';
import { sourceText } from '../readings/format.ts';

/** What a commit or a pull request changed. */
export interface ShownChange {
  /** The address of its diff, below that of the repository. */
  readonly path: string;
  readonly author: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The repository, if the home shows several. */
  readonly repo?: string;
  /** Its page at the code host, for people. */
  readonly url?: string;
}

/** A text to read, in the world and in the home as text. */
export interface TextDocument {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** Shown in place of the text. */
  readonly change?: ShownChange;
  /** Where the text comes from, such as `soul.md`, and the problem of the reading, if any. */
  readonly source: string;
  /**
   * The position in the world, in metres: a visitor who walks away from it closes the text. Absent if it was
   * opened from the home as text.
   */
  readonly at?: { readonly x: number; readonly z: number };
}

/** A vision point as a document. */
export const visionDocument = (
  { title, text }: VisionPoint,
  reading: Reading<unknown>,
  now: number,
): TextDocument => ({ title, text, source: sourceText(reading, now) });

/** What a commit changed; undefined if the code host sent no usable hash. */
export const commitDocument = (
  { sha, title, author, authoredAt: at, repo }: Commit,
  source: string,
): TextDocument | undefined =>
  sha === ''
    ? undefined
    : {
        title,
        text: '',
        source,
        change: { path: `git/commits/${sha}.diff`, author, at, ...(repo && { repo }) },
      };

/** The numbers of pull requests are those of a repository. */
const queryOf = (repo: string | undefined): string => (repo ? `?repo=${encodeURIComponent(repo)}` : '');

/** What a merged pull request changed. */
export const mergeDocument = (
  { number, title, author, mergedAt: at, repo }: MergedPull,
  source: string,
): TextDocument => ({
  title: `#${number} ${title}`,
  text: '',
  source,
  change: { path: `pulls/${number}.diff${queryOf(repo)}`, author, at, ...(repo && { repo }) },
});

/** What an open pull request would change. */
export const openPullDocument = (
  { number, title, author, openedAt: at, repo, url }: OpenPull,
  source: string,
): TextDocument => ({
  title: `#${number} ${title}`,
  text: '',
  source,
  change: {
    path: `open-pulls/${number}.diff${queryOf(repo)}`,
    author,
    at,
    ...(repo && { repo }),
    ...(url && { url }),
  },
});
