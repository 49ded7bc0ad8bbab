import { type Reading, currentValue } from '../readings/reading.ts';
import type { VisionPoint } from '../readings/records.ts';
import { absenceText, provenanceText } from '../readings/format.ts';

/** A text of the home as it is read, in the world and in the home as text alike. */
export interface TextDocument {
  readonly title: string;
  /** Markdown. */
  readonly text: string;
  /** Where it comes from, and what is wrong with that, as in `soul.md`. */
  readonly source: string;
  /**
   * Where it stands in the world, in metres: a visitor who walks away from there closes it. Absent
   * when it was opened from the home as text.
   */
  readonly at?: { readonly x: number; readonly z: number };
}

/** The source's name; where something is wrong with its reading, that too. */
const sourceText = (reading: Reading<unknown>, now: number): string =>
  reading.state === 'live' ? reading.source : provenanceText(reading, now);

/** The title of a text without a heading. */
const OATH = 'Oath';

/** A text of the owner; its first heading is the title. */
export function oathOf(markdown: string): { readonly title: string; readonly text: string } {
  const lines = markdown.trim().split(/\r\n?|\n/u);
  const first = lines[0] ?? '';
  const heading = /^#{1,6}\s/u.test(first) ? first.replace(/^#+/u, '').trim() : '';
  if (heading === '') return { title: OATH, text: lines.join('\n') };
  return { title: heading, text: lines.slice(1).join('\n').trim() };
}

/** The oath to be read; undefined where there is none. */
export function oathDocument(reading: Reading<string>, now: number): TextDocument | undefined {
  const text = currentValue(reading);
  return text === undefined ? undefined : { ...oathOf(text), source: sourceText(reading, now) };
}

/** The same for a visitor who opened it: without an oath it says why. */
export const oathOverlay = (reading: Reading<string>, now: number): TextDocument =>
  oathDocument(reading, now) ?? {
    title: OATH,
    text:
      reading.state === 'empty' ? 'There is no oath yet: `soul.md` is empty.' : absenceText('OATH', reading),
    source: provenanceText(reading, now),
  };

/** A vision point to be read. */
export const visionDocument = (
  { title, text }: VisionPoint,
  reading: Reading<unknown>,
  now: number,
): TextDocument => ({ title, text, source: sourceText(reading, now) });
