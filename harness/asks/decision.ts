import type * as v from 'valibot';
import { type Ask, type Decision, MAX_REASON_CHARACTERS, type answerBody } from '../../data/asks/ask.ts';
import { cutText } from '../../data/core/text.ts';
import { withMarks } from './detail.ts';

export type OwnerAnswer = v.InferOutput<typeof answerBody>;

/**
 * Returns the decision in an answer of the owner, or a text that says why the answer does not fit the ask.
 */
export function decisionOf(
  { kind, options, several, mayWrite, rules }: Ask,
  { choice, chosen, text }: OwnerAnswer,
  { by, at }: Pick<Decision, 'by' | 'at'>,
): Decision | string {
  // The text is cut after the marks are added, because they make it longer.
  const words = cutText(withMarks(text).trim(), MAX_REASON_CHARACTERS);
  const made = (rest: Pick<Decision, 'chosen' | 'text'>): Decision => ({ choice, ...rest, by, at });
  switch (choice) {
    case 'refuse':
      return made({ chosen: [], text: words });
    case 'allow':
      // Agents take no words with an approval, so none are kept.
      return kind === 'question'
        ? 'A question needs an answer, not an approval.'
        : made({ chosen: [], text: '' });
    case 'always':
      return chosen.length === 1 && rules.some(({ id }) => id === chosen[0])
        ? made({ chosen, text: '' })
        : 'The agent has not offered this rule.';
    case 'choose':
      if (chosen.length === 0 || new Set(chosen).size !== chosen.length) return 'Choose an option once.';
      if (chosen.length > 1 && !several) return 'Only one option can be chosen.';
      return chosen.every((one) => options.some(({ id }) => id === one))
        ? made({ chosen, text: '' })
        : 'The agent has not offered this option.';
    case 'write':
      if (!mayWrite) return 'The agent takes only its options.';
      return words === '' ? 'The answer is empty.' : made({ chosen: [], text: words });
  }
}
