import { WITHOUT_DOUBT, leftOut } from './doubt.ts';
import { rows } from './intents.ts';
import type { Answer, Question, Reply } from './question.ts';

/** What answers a question, its reply, and the words of the question that it does not take into account. */
export interface Choice {
  readonly answer: Answer;
  readonly reply: Reply;
  readonly left: readonly string[];
}

/**
 * Of the rows that fit and have an answer, the one that leaves out the fewest words, and of equal ones the first;
 * undefined for a question that fits no row. A build shortens the names of functions, so answers are told apart by
 * the functions themselves.
 */
export function choiceOf(question: Question): Choice | undefined {
  let best: Choice | undefined;
  for (const { fits, answer } of rows) {
    // A refusal is right where no row above it fits.
    const isTried = (best === undefined || !WITHOUT_DOUBT.has(answer)) && fits(question);
    const found = isTried ? answer(question) : undefined;
    if (found === undefined) continue;
    const reply = typeof found === 'string' ? { text: found } : found;
    const left = leftOut(question, [answer], reply.text);
    if (best === undefined || left.length < best.left.length) best = { answer, reply, left };
    if (left.length === 0) break;
  }
  return best;
}
