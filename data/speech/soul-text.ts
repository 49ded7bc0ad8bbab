import { BULLET, plainText } from '../core/plain-text.ts';
import { sentencesAbout } from './sentence.ts';
import type { Reading } from '../readings/reading.ts';
import { sentencesOf, speechText } from './speech-text.ts';

/** The maximum size of the file (`sources/owner-files.ts`). */
const MAX_CHARACTERS = 20_000;
const PARAGRAPH_CHARACTERS = 4_000;
const NAME = 'the oath';

/**
 * A Markdown text of the owner, sentence by sentence. Each heading and each list item is a separate sentence.
 */
export const markdownSentences = (markdown: string): string[] =>
  plainText(markdown, MAX_CHARACTERS)
    .split('\n')
    .map((block) => block.replace(new RegExp(`^${BULLET}\\s*`, 'u'), '').replace(/^(\d{1,3})\. /u, '$1: '))
    .flatMap((block) => sentencesOf(speechText(block, PARAGRAPH_CHARACTERS)));

/** `soul.md` for reading aloud, or why it cannot be read. */
export function soulText(reading: Reading<string>, now: number): string[] {
  const loading: string[] = [];
  const offline: string[] = [];
  const nothing = 'There is no oath yet: the file is empty.';
  const all = sentencesAbout({ name: NAME, reading, say: markdownSentences, nothing, now, loading, offline });
  if (loading.length > 0) return ['I am still waiting for the oath.'];
  if (offline.length > 0) return ['There is no network, so I cannot see the oath.'];
  const sentences = all.map((one) => (typeof one === 'string' ? one : one.detail));
  // A file that contains only Markdown syntax has no words.
  return sentences.length > 0 ? sentences : [nothing];
}
