import { BULLET, plainText } from '../core/plain-text.ts';
import { told } from './sentence.ts';
import type { Reading } from '../readings/reading.ts';
import { sentencesOf, spoken } from './speech-text.ts';

/** A file of the most bytes that the home takes (`sources/soul.ts`). */
const MOST_CHARACTERS = 20_000;
const PARAGRAPH_CHARACTERS = 4_000;
const NAME = 'the oath';

/** A text of the owner's in Markdown, sentence by sentence: a heading is a sentence of its own, and so is each item of a list. */
export const textSpoken = (markdown: string): string[] =>
  plainText(markdown, MOST_CHARACTERS)
    .split('\n')
    .map((block) => block.replace(new RegExp(`^${BULLET}\\s*`, 'u'), '').replace(/^(\d{1,3})\. /u, '$1: '))
    .flatMap((block) => sentencesOf(spoken(block, PARAGRAPH_CHARACTERS)));

/** `soul.md` as it is read aloud, or why it cannot be. */
export function soulSpoken(reading: Reading<string>, now: number): string[] {
  const unheard: string[] = [];
  const unseen: string[] = [];
  const nothing = 'No oath is written yet: the file holds no text.';
  const said = told({ name: NAME, reading, say: textSpoken, nothing, now, unheard, unseen });
  if (unheard.length > 0) return ['I have not heard yet about the oath.'];
  if (unseen.length > 0) return ['This browser is offline, so I cannot see the oath.'];
  const sentences = said.map((one) => (typeof one === 'string' ? one : one.detail));
  // Marks alone are no words.
  return sentences.length > 0 ? sentences : [nothing];
}
