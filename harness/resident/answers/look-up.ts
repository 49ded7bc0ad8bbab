import type { Docs, Found } from '../docs.ts';
import type { Question } from '../question.ts';
import { intentOf } from './intents.ts';

/** The least probability that a question is about the use of the home, and not about its readings. */
const MIN_OF_USE = 0.5;
/**
 * How much of the question a section must have, and how much of its heading the question. A page that the
 * conversation names has already matched the topic.
 */
const LIMITS = { coverage: 0.6, share: 0.4 };
const NEAR_LIMITS = { coverage: 0.35, share: 0.4 };
/** One word has too many meanings. */
const MIN_WORDS = 2;
/** With as many words of the question, a section of a named page needs no heading that fits. */
const MANY_WORDS = 3;
/** A section with that much of the question answers it, whatever it seems to be about. */
const MIN_CERTAIN = 0.75;
/** Of all words. */
const WHOLE = 0.99;
const MAX_CHARACTERS = 800;

const PAGE = /\bdocs\/[\w-]+\.md\b/g;
/** The pages that an answer names. */
export const pagesIn = (answer: string): string[] => answer.match(PAGE) ?? [];

/** The word that starts an animation, so only answers to questions about that figure have it. */
const CROWN = /sovereignty/i;

/** What the conversation says of the page. */
interface Hints {
  /** The pages that the reply or the answer before it names. */
  readonly near: readonly string[];
  /** Whether the question refers to the answer before it. */
  readonly refers: boolean;
  /** Whether the question has an answer of another kind, too. */
  readonly isLikely: boolean;
  /** Whether the question has a reply already, to which the section is added. */
  readonly isClear: boolean;
}

function isGood(
  { section, words, coverage, share }: Found,
  { near, refers, isLikely, isClear }: Hints,
): boolean {
  const isMany = words >= MANY_WORDS;
  if (near.includes(section.page)) {
    const minCoverage = isLikely && !isClear ? LIMITS.coverage : NEAR_LIMITS.coverage;
    const isWhole = coverage > WHOLE && (refers || share >= NEAR_LIMITS.share);
    const isEnough = share >= NEAR_LIMITS.share && (!isClear || words >= MIN_WORDS || share > WHOLE);
    return coverage >= minCoverage && (isMany || isWhole || isEnough);
  }
  // What refers to the answer before it is on a page that this answer names.
  if (refers) return false;
  const minShare = isClear && !isMany ? WHOLE : LIMITS.share;
  return words >= MIN_WORDS && coverage >= LIMITS.coverage && share >= minShare;
}

const ITEM = /^(?:-|\d+\.) /;
/** The passages of a section from the one that fits, as many as a visitor reads at once. */
function textOf({ section, passage, share }: Found): string {
  // Steps begin with the first one.
  const isLater = (text: string | undefined): boolean => text !== undefined && /^(?!1\.)\d+\. /.test(text);
  // A question that names the heading asks for the whole section.
  let begin = share > WHOLE ? 0 : passage;
  while (isLater(section.passages[begin])) begin -= 1;
  const [first = '', ...rest] = section.passages.slice(begin);
  let text = first;
  for (const next of rest) {
    const isList = ITEM.test(next) && ITEM.test(text.split('\n').at(-1) ?? '');
    if (text.length + next.length > MAX_CHARACTERS) break;
    text += `${isList ? '\n' : '\n\n'}${next}`;
  }
  return text;
}

/** Whether a question is about the use of the home, and not about its readings. */
export const isOfUse = (probabilities: ReadonlyMap<string, number>): boolean =>
  [...probabilities].reduce(
    (sum, [name, probability]) => sum + (intentOf(name).isOfUse === true ? probability : 0),
    0,
  ) >= MIN_OF_USE;

/** What a question asks for in the docs. */
interface Asked {
  readonly question: Pick<Question, 'words'>;
  readonly probabilities: ReadonlyMap<string, number>;
}

/** Returns the section of the docs that answers a question about the use of the home; undefined if none fits. */
export function lookedUp(
  { question, probabilities }: Asked,
  docs: Docs | undefined,
  hints: Hints,
): string | undefined {
  if (docs === undefined) return undefined;
  const isOfCrown = question.words.some((word) => CROWN.test(word));
  const isAsked = hints.refers || isOfUse(probabilities);
  const isCertain = ({ coverage, words }: Found): boolean =>
    !hints.isLikely && !hints.isClear && coverage >= MIN_CERTAIN && words >= MANY_WORDS;
  const found = docs
    .find(question.words, hints.near)
    .find(
      (one) => (isAsked || isCertain(one)) && isGood(one, hints) && (isOfCrown || !CROWN.test(textOf(one))),
    );
  return found && `*From \`${found.section.page}\`, “${found.section.heading}”:*\n\n${textOf(found)}`;
}
