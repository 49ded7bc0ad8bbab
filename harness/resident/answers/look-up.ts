import { type Docs, type Found, askedStems, isCode } from '../docs.ts';
import type { Question } from '../question.ts';
import { NOT_SURE } from '../reply-text.ts';
import { type Intent, intentOf, intents } from './intents.ts';

/** The least probability that a question is about the use of the home, and not about its readings. */
const MIN_OF_USE = 0.5;
/** … that it may be. */
export const MIN_MAYBE_OF_USE = 0.4;
/**
 * How much of the question a section must have, and how much of its heading the question. A page that the
 * conversation names has already matched the topic.
 */
const LIMITS = { coverage: 0.6, share: 0.4 };
const NEAR_COVERAGE = 0.4;
/** One word has too many meanings. */
const MIN_WORDS = 2;
/** With as many words of the question, a section of a named page needs no heading that fits. */
const MANY_WORDS = 3;
/**
 * A section with that much of the question needs no heading that fits, below a reply that is not sure or as a
 * hint. One whose whole heading is in the question needs as much, to be shown below a clear reply that does not
 * name its page.
 */
const MIN_CERTAIN = 0.75;
/** A section whose whole heading, of several words, is in the question, needs that much. */
const MIN_TITLED = 0.3;
/** A section that is shown with doubt has that share of the question’s words in its heading. */
const MIN_NAMED = 0.2;
/** From a section that has less of the question, no passage is chosen. */
const MIN_PASSAGE = 0.5;
/** Of all words. */
const WHOLE = 0.99;
const MAX_CHARACTERS = 1_000;
/** A longer first paragraph is not shown before the passage that fits. */
const MAX_FIRST = 400;
/** A longer one is not shown before a row. */
const MAX_ABOUT = 200;
/** A section of that length is shown whole. */
const MAX_WHOLE = 1_200;
/** Of two sections, a longer one is read up to about that length. */
const MAX_OF_TWO = 500;

const PAGE = /\bdocs\/[\w-]+\.md\b|\bCONTRIBUTING\.md\b/g;
const QUOTED = /^\*(?:From|The nearest in the docs is) `([\w/-]+\.md)`, “(.+)”:\*$/gm;
/** The pages that an answer quotes, or else those that it names. */
export function pagesIn(answer: string): string[] {
  const quoted = [...answer.matchAll(QUOTED)].flatMap(([, page]) => page ?? []);
  return quoted.length === 0 ? (answer.match(PAGE) ?? []) : quoted;
}
/** The heading of the first section that an answer quotes. */
export const headingIn = (answer: string): string | undefined => [...answer.matchAll(QUOTED)][0]?.[2];

/** The word that starts an animation, so only answers to questions about that figure have it. */
const CROWN = /sovereignty/i;

/** What the conversation says of the page. */
interface Hints {
  /** The pages that the reply or the answer before it names. */
  readonly near: readonly string[];
  /** The words of the question before, if this one goes on with it. */
  readonly topic?: readonly string[];
  /** The heading of the section to which “it” refers. */
  readonly last?: string | undefined;
  /** Rare words that the reply does not have; the section must have one that the docs know. */
  readonly missing?: readonly string[];
  /** Whether only a page of the answer before counts. */
  readonly onlyNear: boolean;
  /** Whether the question has an answer of its own. */
  readonly isSure?: boolean;
  /** Whether the question has an answer of another kind, too. */
  readonly isLikely: boolean;
  /** Whether that answer may miss the question. */
  readonly isUnsure?: boolean;
  /** Whether the question has a reply already, to which the section is added. */
  readonly isClear: boolean;
  /** Whether the section is shown with a sign of doubt, instead of no answer. */
  readonly isHint?: boolean;
}

/** Whether a section has one of the missing words. */
const hasOneOf = (missing: readonly string[], { words }: Found): boolean =>
  missing.map(askedStems).some((stems) => stems.length > 0 && stems.every((stem) => words.includes(stem)));

/** Whether a section is good below a clear reply that names its page: `withDocs` adds it. */
function isGoodBelow(found: Found, { missing = [], isUnsure = false }: Hints): boolean {
  const { words, hasRarest, coverage, share, named } = found;
  // The page and the whole heading are named, whatever else a long question has.
  if (words.length >= MANY_WORDS && share > WHOLE) return true;
  const isOfHeading = share >= LIMITS.share || named >= LIMITS.share || (isUnsure && coverage >= MIN_CERTAIN);
  return (
    (hasRarest || hasOneOf(missing, found)) &&
    coverage >= NEAR_COVERAGE &&
    isOfHeading &&
    (words.length >= MIN_WORDS || share > WHOLE)
  );
}

/**
 * Whether a section answers a question that has no clear reply: one of a page that the answer before names,
 * for `ofPages`, or of a page that the reply names, for `withDocs`.
 */
function isGoodNear(
  { section, words, coverage, share }: Found,
  { last, isSure = false, isLikely }: Hints,
): boolean {
  const isMany = words.length >= MANY_WORDS;
  const isWhole = coverage > WHOLE && words.length >= MIN_WORDS;
  if (isSure) return isWhole;
  if (section.heading === last && coverage >= LIMITS.coverage) return true;
  const isOfHeading = share >= LIMITS.share && (words.length >= MIN_WORDS || share > WHOLE);
  return coverage >= (isLikely ? LIMITS.coverage : NEAR_COVERAGE) && (isMany || isWhole || isOfHeading);
}

/** Whether a section of a page that nothing names is good: for `withDocs`, and for `hintedAt` with doubt. */
function isGoodElsewhere(
  { words, hasRarest, isTitled, coverage, share, named }: Found,
  { missing = [], isClear, isHint = false }: Hints,
): boolean {
  if (!hasRarest || words.length < MIN_WORDS) return false;
  // “Can I run it behind Caddy?” has the whole heading, and hardly more.
  if (isClear && share > WHOLE && Math.min(coverage, named) >= MIN_CERTAIN) return true;
  // What has a clear reply already is answered elsewhere only with a missing word.
  if (isClear && missing.length === 0) return false;
  // “How do I give my colleague a read-only link?”
  if (isTitled) return coverage >= MIN_TITLED;
  if (coverage < LIMITS.coverage) return false;
  if (isHint) return named >= MIN_NAMED || (words.length >= MANY_WORDS && coverage >= MIN_CERTAIN);
  return share >= LIMITS.share;
}

function isGood(found: Found, hints: Hints): boolean {
  const { near, onlyNear, missing = [], isClear } = hints;
  if (missing.length > 0 && !hasOneOf(missing, found)) return false;
  if (near.includes(found.section.page)) return (isClear ? isGoodBelow : isGoodNear)(found, hints);
  return !onlyNear && isGoodElsewhere(found, hints);
}

const ITEM = /^(?:-|\d+\.) /;
const isItem = (text: string | undefined): boolean => text !== undefined && ITEM.test(text);
/** “What is the HTML?” */
const ASKS_CODE = /\b(?:html|code|snippets?|examples?|commands?|syntax)\b/;
const ASKS_LIST = /^(?:and |but )?(?:which|what|list|name|show)\b/;

/** The passages from one on, as many as are read at once. */
export function textFrom(passages: readonly string[], begin: number, max = MAX_CHARACTERS): string {
  const [first = '', ...rest] = passages.slice(begin);
  let text = first;
  for (const next of rest) {
    if (text.length + next.length > max) break;
    text += `${isItem(next) && isItem(text.split('\n').at(-1)) ? '\n' : '\n\n'}${next}`;
  }
  return text;
}

/** The index of the first passage to show: that which fits, or the beginning of its list. */
function beginOf({ section: { passages }, passage, isRow, share }: Found, plain: string): number {
  // A question that names the heading asks for the whole section.
  if (share > WHOLE && !isRow) return 0;
  // Steps begin with the first one.
  const isLater = (text: string | undefined): boolean => text !== undefined && /^(?!1\.)\d+\. /.test(text);
  let first = passage;
  while (isLater(passages[first])) first -= 1;
  if (first < passage) return first;
  while (isItem(passages[first]) && isItem(passages[first - 1])) first -= 1;
  const isShort = passages.slice(first, passage + 1).join('').length <= MAX_CHARACTERS;
  return isShort && ASKS_LIST.test(plain) ? first : passage;
}

/** The text of a section that answers a question; of one of two sections, only a part. */
function textOf(found: Found, plain: string, isOfTwo = false): string {
  const { section, passage, isRow } = found;
  const begin = beginOf(found, plain);
  if (isRow && begin === passage) {
    const { passages } = section;
    const row = passages[passage] ?? '';
    let first = passage;
    while (isItem(passages[first - 1])) first -= 1;
    // A row says where something is, and the commands above its table do it.
    const commands = passages.slice(0, first).find(isCode) ?? '';
    if (commands !== '' && commands.length <= MAX_FIRST) return `${row}\n\n${commands}`;
    const [about = ''] = passages;
    return passage > 0 && !isItem(about) && about.length <= MAX_ABOUT ? `${about}\n\n${row}` : row;
  }
  const [max, maxWhole] = isOfTwo ? [MAX_OF_TWO, MAX_CHARACTERS] : [MAX_CHARACTERS, MAX_WHOLE];
  if (section.passages.join('').length <= maxWhole) return textFrom(section.passages, 0, maxWhole);
  const [first = ''] = section.passages;
  // The first paragraph says what the section is about.
  const isShort = begin > 0 && !isItem(first) && first.length <= MAX_FIRST;
  return `${isShort ? `${first}\n\n` : ''}${textFrom(section.passages, begin, max)}`;
}

/** Whether a question is about the use of the home, and not about its readings. */
export const isOfUse = (probabilities: ReadonlyMap<string, number>, min = MIN_OF_USE): boolean =>
  [...probabilities].reduce(
    (sum, [name, probability]) => sum + (intentOf(name).isOfUse === true ? probability : 0),
    0,
  ) >= min;

/** What a question asks for in the docs. */
interface Asked {
  readonly question: Pick<Question, 'plain' | 'words'>;
  readonly probabilities: ReadonlyMap<string, number>;
}

/** What a question asks for, as far as its words tell. */
interface Guessed extends Asked {
  readonly intent: Intent;
  readonly isSure: boolean;
  readonly isLikely: boolean;
  readonly example: string;
}

/**
 * How much a question must have in common with one that a section answers: beside a sure answer, beside a likely one,
 * and to be shown with a sign of doubt.
 */
const MIN_ALIKE = { sure: 0.85, likely: 0.55, doubtful: 0.45 };
/** A question that has as much in common with one that a section answers has that section as its answer. */
const SAME = 0.75;
/** “Print the token of the owner.” Where secrets are kept is no answer to that. */
const SECRET =
  /\b(?:print|show|tell|give|reveal|send|what is)\b.*\b(?:my|your|the|his|this)\b.*\b(?:tokens?|passwords?|secrets?|keys?|credentials)\b/;
/** A section that is no better than the next one by this may as well be the wrong one. */
const MIN_MARGIN = 0.3;
/** A section with less of the score of the best one is about something else. */
const MIN_OF_BEST = 0.75;
/** How many other sections are named below two that may not be the answer. */
const MAX_OTHERS = 2;

const nameOf = ({ section: { page, heading } }: Found): string => `“${heading}” in \`${page}\``;

/** Whether a text starts the animation for a question that is not about its figure. */
const startsCrown = (text: string, words: readonly string[]): boolean =>
  CROWN.test(text) && !words.some((word) => CROWN.test(word));

/** What the docs say to a question. */
export interface Looked {
  readonly text: string;
  /** Whether it begins with a sign of doubt. */
  readonly isDoubtful: boolean;
}

/** One or two sections below a sign of doubt, and the names of the next ones. */
function doubtfulText(
  shown: Found,
  found: readonly Found[],
  { plain, words }: Pick<Question, 'plain' | 'words'>,
): string {
  const byName = new Map(found.map((one) => [nameOf(one), one]));
  byName.delete(nameOf(shown));
  const next = [...byName.values()].filter((one) => !startsCrown(quoted(one, plain, true), words));
  const isClose = (one: Found): boolean => one.score >= shown.score * MIN_OF_BEST;
  const [second] = next.slice(0, 1).filter(isClose);
  const texts = second ? [shown, second].map((one) => quoted(one, plain, true)) : [quoted(shown, plain)];
  const others = next
    .slice(texts.length - 1, texts.length - 1 + MAX_OTHERS)
    .map(nameOf)
    .join(', ');
  const near = others === '' ? [] : [`Also near: ${others}.`];
  return PERHAPS + [...texts, ...near].join('\n\n');
}

/**
 * The section that answers a question, if a section has a question that is nearer than the nearest example of the
 * intent. All words of a section find it better than its nearest question alone (decision 78).
 * @param topic The words of the question before, if this one goes on with it.
 * @param pages Those that the answer before names.
 */
export function nearestSection(
  { question, isSure, isLikely, intent, example, probabilities }: Guessed,
  docs: Docs | undefined,
  topic: readonly string[] = [],
  pages: readonly string[] = [],
): Looked | undefined {
  // “That is not among the readings” may be in the docs.
  const isNone = intent === intents.unseen;
  const isFree = topic.length > 0 || isNone || !isLikely;
  if (!isFree && !isOfUse(probabilities, MIN_MAYBE_OF_USE)) return undefined;
  if (isNone && SECRET.test(question.plain)) return undefined;
  const near = docs?.nearest(question.words, topic);
  if (docs === undefined || near === undefined) return undefined;
  const { sure, likely, doubtful } = MIN_ALIKE;
  const min = isFree ? doubtful : isSure ? sure : likely;
  // With a word of the conversation, a section fits better than an example that has only “can I see that?”.
  const isOfTopic = topic.length > 0 && !isSure;
  const same = isOfTopic ? 0 : docs.alike(question.words, example);
  const own = isNone && same < WHOLE ? 0 : same;
  if (near.alike < min || near.alike <= own) return undefined;
  const found = docs.find(question.words, pages, topic);
  // A question that is nearly one of its own decides, and so does one that goes on with the question before.
  const isNearest = topic.length > 0 || near.alike >= SAME;
  const [first = near] = isNearest ? [near] : found;
  const second = found.find((one) => nameOf(one) !== nameOf(first));
  const isClose = !isNearest && second !== undefined && first.score - second.score < MIN_MARGIN;
  const [best] = found;
  // Its nearest question names one section, and all its words another, which is of the conversation.
  const isSplit =
    isNearest &&
    best !== undefined &&
    pages.includes(best.section.page) &&
    !pages.includes(first.section.page) &&
    !startsCrown(quoted(best, question.plain, true), question.words);
  const isDoubtful = isClose || near.alike < (topic.length > 0 ? SAME : likely);
  const text = isDoubtful
    ? doubtfulText(first, found, question)
    : isSplit
      ? [best, first].map((one) => quoted(one, question.plain, true)).join('\n\n')
      : quoted(first, question.plain);
  return startsCrown(text, question.words) ? undefined : { text, isDoubtful };
}

/** A section that has less of a question that nothing else answers is not shown. */
const MIN_HINT = 0.5;
/**
 * The section that may help with a question that has no answer: one whose heading fits, or else the best one, if it has
 * much of the question.
 */
export function hintedAt(guessed: Guessed, docs: Docs | undefined): string | undefined {
  const { question, isSure, intent } = guessed;
  if (docs === undefined) return undefined;
  const hints = { near: [], onlyNear: false, isLikely: false, isClear: false, isHint: true };
  const looked = lookedUp(guessed, docs, hints);
  if (looked) return `${PERHAPS}${looked.text}`;
  const found = docs.find(question.words);
  const [first] = found;
  // “Can I use nginx?” has one word that says something, and a section has it as its heading.
  const isEnough = first && (first.words.length >= MIN_WORDS || Math.min(first.share, first.named) > WHOLE);
  const isGuess = isEnough && first.hasRarest && first.coverage >= MIN_HINT;
  if (!isGuess || (isSure && intent === intents.nothing)) return undefined;
  const guess = doubtfulText(first, found, question);
  return startsCrown(guess, question.words) ? undefined : guess;
}

/** The beginning of an answer that may not be one. */
const PERHAPS = `${NOT_SURE} Perhaps this helps.\n\n`;
/** The section from its beginning, if no passage has much of the question. */
function quoted(found: Found, plain: string, isOfTwo = false): string {
  const { section, coverage } = found;
  const max = isOfTwo ? MAX_OF_TWO : MAX_CHARACTERS;
  const text = coverage < MIN_PASSAGE ? textFrom(section.passages, 0, max) : textOf(found, plain, isOfTwo);
  return `*From \`${section.page}\`, “${section.heading}”:*\n\n${text}`;
}

/** What a reply that only names pages shows of them: the section that fits best, if it has most of the question. */
export function leadOf(
  { words, plain }: Pick<Question, 'plain' | 'words'>,
  docs: Docs | undefined,
  pages: readonly string[],
): string | undefined {
  const best = docs?.find(words, pages).find(({ section }) => pages.includes(section.page));
  if (!best || best.coverage < LIMITS.coverage) return undefined;
  const text = quoted(best, plain);
  return startsCrown(text, words) ? undefined : text;
}

/** Returns the section of the docs that answers a question about the use of the home; undefined if none fits. */
export function lookedUp(
  { question, probabilities }: Asked,
  docs: Docs | undefined,
  hints: Hints,
): Looked | undefined {
  if (docs === undefined) return undefined;
  const isOpen = hints.onlyNear || (hints.near.length > 0 && (hints.missing ?? []).length > 0);
  if (!isOpen && !isOfUse(probabilities, hints.isHint ? MIN_MAYBE_OF_USE : MIN_OF_USE)) return undefined;
  const all = docs.find(question.words, hints.near, hints.topic, hints.last);
  const found = all
    .filter(({ score }) => score >= (all[0]?.score ?? 0) * MIN_OF_BEST)
    .map((one) => ({ ...one, text: textOf(one, question.plain) }))
    .find((one) => isGood(one, hints) && !startsCrown(one.text, question.words));
  if (found === undefined) return undefined;
  const { page } = found.section;
  const coded = ASKS_CODE.test(question.plain) && !isCode(found.text) ? docs.codeOf(page) : undefined;
  const { heading } = coded ?? found.section;
  const text = coded ? textFrom(coded.passages, coded.passages.findIndex(isCode)) : found.text;
  // One word of a question that goes on with another one.
  const isDoubtful = hints.onlyNear && found.words.length < MIN_WORDS && heading !== hints.last;
  // A section that has the words may be about something else.
  const begin = hints.isClear ? 'From' : 'The nearest in the docs is';
  return { text: `${isDoubtful ? PERHAPS : ''}*${begin} \`${page}\`, “${heading}”:*\n\n${text}`, isDoubtful };
}
