import { type Reading, currentValue } from '../readings/reading.ts';
import type { Commit, MergedPull, VisionPoint } from '../readings/records.ts';
import { absenceText, provenanceText } from '../readings/format.ts';

/** What a commit or a merged pull request changed. */
export interface ShownChange {
  /** The address of its diff, below that of the repository. */
  readonly path: string;
  readonly author: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
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

/** The name of the source, and the problem of its reading, if any. */
const sourceText = (reading: Reading<unknown>, now: number): string =>
  reading.state === 'live' ? reading.source : provenanceText(reading, now);

/** The title of a text without a heading. */
const OATH = 'Oath';

/** A text of the owner; a heading in its first line is the title. */
export function oathOf(markdown: string): { readonly title: string; readonly text: string } {
  const lines = markdown.trim().split(/\r\n?|\n/u);
  const first = lines[0] ?? '';
  const heading = /^#{1,6}\s/u.test(first) ? first.replace(/^#+/u, '').trim() : '';
  if (heading === '') return { title: OATH, text: lines.join('\n') };
  return { title: heading, text: lines.slice(1).join('\n').trim() };
}

/** The oath as a document; undefined without an oath. */
export function oathDocument(reading: Reading<string>, now: number): TextDocument | undefined {
  const text = currentValue(reading);
  return text === undefined ? undefined : { ...oathOf(text), source: sourceText(reading, now) };
}

/** The document for a visitor who opens the oath; without an oath, its text says why there is none. */
export const oathOverlay = (reading: Reading<string>, now: number): TextDocument =>
  oathDocument(reading, now) ?? {
    title: OATH,
    text:
      reading.state === 'empty' ? 'There is no oath yet: `soul.md` is empty.' : absenceText('OATH', reading),
    source: provenanceText(reading, now),
  };

/** A vision point as a document. */
export const visionDocument = (
  { title, text }: VisionPoint,
  reading: Reading<unknown>,
  now: number,
): TextDocument => ({ title, text, source: sourceText(reading, now) });

/** What a commit changed; undefined if the code host sent no usable hash. */
export const commitDocument = (
  { sha, title, author, authoredAt: at }: Commit,
  source: string,
): TextDocument | undefined =>
  sha === ''
    ? undefined
    : { title, text: '', source, change: { path: `git/commits/${sha}.diff`, author, at } };

/** What a merged pull request changed. */
export const mergeDocument = (
  { number, title, author, mergedAt: at, repo }: MergedPull,
  source: string,
): TextDocument => ({
  title: `#${number} ${title}`,
  text: '',
  source,
  change: { path: `pulls/${number}.diff${repo ? `?repo=${repo}` : ''}`, author, at },
});
