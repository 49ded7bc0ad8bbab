import { absenceText, provenanceText, sourceText } from '../readings/format.ts';
import { type Reading, currentValue } from '../readings/reading.ts';
import type { TextDocument } from './documents.ts';

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
