import { randomBytes } from 'node:crypto';
import type { TextStreamPart, ToolSet } from 'ai';
import { cutText } from '../../data/core/text.ts';

/** The maximum number of tokens of the answer to one request, including the model’s thinking. */
export const MAX_OUTPUT_TOKENS = 4_000;

/** An estimate for a provider that does not report its usage: an English token has about four characters. */
export const tokensOf = (characters: number): number => Math.ceil(characters / 4);

/** The number of characters that a part of a stream adds to what the model has written. */
export function writtenIn(part: TextStreamPart<ToolSet>): number {
  if (part.type === 'text-delta' || part.type === 'reasoning-delta') return part.text.length;
  return part.type === 'tool-input-delta' ? part.delta.length : 0;
}

/**
 * The number that a provider reports, if it can be true: some servers report 0, and a count must not fall.
 */
export const reportedTokens = (tokens: number | undefined): number | undefined =>
  tokens !== undefined && tokens > 0 && Number.isSafeInteger(tokens) ? tokens : undefined;

/**
 * Marks untrusted text as data, for one answer. The tags contain a nonce of 64 bits, so that no text can
 * contain the closing tag.
 */
export class OutsideText {
  readonly nonce = randomBytes(8).toString('hex');

  /** The text between tags. `from` is a trusted word of the home, such as “commits”. */
  wrap(from: string, text: string, maxCharacters: number): string {
    // For half a surrogate pair, some providers refuse the whole request.
    // Removes the nonce, so that the text cannot close its tag. A text can contain the nonce only if its
    // writer has seen it while this answer was made.
    const safe = text.toWellFormed().replaceAll(this.nonce, '');
    const cut = safe.length > maxCharacters ? `${cutText(safe, maxCharacters)} …` : safe;
    return `<data-${this.nonce} from="${from}">\n${cut}\n</data-${this.nonce}>`;
  }
}
