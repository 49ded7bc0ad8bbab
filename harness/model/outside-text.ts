import { randomBytes } from 'node:crypto';
import { cutText } from '../../data/core/text.ts';

/**
 * Marks text from outside as data for one answer. The mark holds a number that is new for each
 * answer, so that no text can close it: its writer would have to guess 64 bits.
 */
export class OutsideText {
  readonly nonce = randomBytes(8).toString('hex');

  /** The text between its marks. `from` is a word of the home’s own, such as “commits”. */
  wrap(from: string, text: string, maxCharacters: number): string {
    // Cannot happen by chance; a text that was shown the number must not use it either.
    const safe = text.replaceAll(this.nonce, '');
    const cut = safe.length > maxCharacters ? `${cutText(safe, maxCharacters)} …` : safe;
    return `<data-${this.nonce} from="${from}">\n${cut}\n</data-${this.nonce}>`;
  }
}
