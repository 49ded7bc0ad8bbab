import { randomBytes } from 'node:crypto';
import { cutText } from '../../data/core/text.ts';

/**
 * Marks untrusted text as data, for one answer. The tags contain a nonce of 64 bits, so that no text can
 * contain the closing tag.
 */
export class OutsideText {
  readonly nonce = randomBytes(8).toString('hex');

  /** The text between tags. `from` is a trusted word of the home, such as “commits”. */
  wrap(from: string, text: string, maxCharacters: number): string {
    // A text has the nonce only if its writer has seen it in this answer.
    const safe = text.replaceAll(this.nonce, '');
    const cut = safe.length > maxCharacters ? `${cutText(safe, maxCharacters)} …` : safe;
    return `<data-${this.nonce} from="${from}">\n${cut}\n</data-${this.nonce}>`;
  }
}
