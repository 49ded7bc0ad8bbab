/** What the docs say to a question, with what the conversation says of it. */
import { ASKS, MAX_OWN_WORDS, MAX_TOPIC_WORDS, PRONOUN, clausesOf } from './additions.ts';
import { type Looked, headingIn, hintedAt, leadOf, lookedUp, nearestSection, pagesIn } from './look-up.ts';
import { type Replies, type Understood, read, worded } from './understood.ts';
import type { Question, Reply } from '../question.ts';
import { plainWords } from '../words.ts';

/** The words of a question that say what it is about. */
const topicOf = ({ words }: Question, { isTopical }: Replies['understanding']): string[] =>
  words.filter((word) => isTopical(word));

/**
 * What the conversation is about: the words of the question before, and of those to which that one refers, as
 * “on a phone too?” does.
 */
function topicBefore(known: Understood, context: Replies): string[] {
  const asked = context.history
    .filter(({ role }) => role === 'visitor')
    .map(({ text }) => read(text, context));
  const own = asked.findLastIndex(
    ({ plain, words }) => !PRONOUN.test(plain) && words.length > MAX_TOPIC_WORDS,
  );
  const words = [known.question, ...(own < 0 ? [] : asked.slice(own))].flatMap((question) =>
    topicOf(question, context.understanding),
  );
  const about = known.isLikely ? plainWords(known.intent.about ?? '') : [];
  return [...new Set([...words, ...about])];
}

/** The section of the docs to which a question after an answer from the docs refers. */
export function ofPages(
  whole: Understood,
  { isSure }: Understood,
  known: Understood | undefined,
  { docs, history, understanding }: Replies,
): Looked | undefined {
  const answer = history.at(-1)?.text ?? '';
  const near = pagesIn(answer);
  if (whole.isSure || near.length === 0) return undefined;
  const refers = PRONOUN.test(whole.question.plain);
  const isAlone = whole.leftOut.length === 0 && !refers;
  const last = refers ? headingIn(answer) : undefined;
  const topic = known === undefined ? [] : topicOf(known.question, understanding);
  const hints = {
    near,
    topic,
    last,
    refers: true,
    isSure,
    isLikely: whole.isLikely && isAlone,
    isClear: false,
  };
  return lookedUp(whole, docs, hints);
}

/** The reply with what the docs say, if it names a page, is not likely, or leaves a word out. */
export function withDocs(whole: Understood, reply: Reply | undefined, context: Replies): Reply | undefined {
  const { isLikely, leftOut, unexplained } = whole;
  const isClear = reply !== undefined && isLikely && leftOut.length === 0;
  const near = isLikely ? pagesIn(reply?.text ?? '') : [];
  if (isClear && near.length === 0 && unexplained.length === 0) return reply;
  const isUnsure = !whole.isSure || unexplained.length > 0;
  const hints = { near, refers: false, isLikely: false, isClear, isUnsure };
  const missing = isClear ? unexplained : [];
  const isOfUse = whole.isSure && whole.intent.isOfUse === true;
  const looked =
    lookedUp(whole, context.docs, { ...hints, missing }) ??
    (near.length > 0 ? lookedUp(whole, context.docs, hints) : undefined);
  const text =
    looked?.text ?? (near.length > 0 && isOfUse ? leadOf(whole.question, context.docs, near) : undefined);
  if (text === undefined) return reply;
  const own = leftOut.length > 0 ? worded({ ...whole, leftOut: [], isSure: false }) : reply;
  return own === undefined ? { text } : { ...own, text: `${own.text}\n\n${text}` };
}

/**
 * The section that has a nearer question than the intent; with the words of the question before, or without. The
 * question before is no topic of one that asks for a reading, unless its answer was a section.
 */
export function ofQuestions(
  understood: Understood,
  { isLikely, intent }: Understood,
  known: Understood | undefined,
  context: Replies,
): Looked | undefined {
  const { docs, understanding } = context;
  const isOfReading = isLikely && intent.about !== undefined && intent.isOfUse !== true;
  const answer = context.history.at(-1)?.text ?? '';
  const isAfterDocs = headingIn(answer) !== undefined;
  const goesOn = isAfterDocs || (!isOfReading && (known?.intent.isOfUse === true || !understood.isSure));
  const topic = known !== undefined && goesOn ? topicBefore(known, context) : [];
  // A guess that leaves out words of the question is none.
  const isExplained = understood.leftOut.length === 0 && understood.unexplained.length === 0;
  const whole = isExplained ? understood : { ...understood, isSure: false, isLikely: false };
  // The conversation has the answer of this intent already.
  const isSaid = !whole.isSure && whole.intent === known?.intent;
  // “How do I change the name it shows?” says itself what it is about.
  const hasTopic = topicOf(whole.question, understanding).length >= MAX_OWN_WORDS;
  const isOfTopic = PRONOUN.test(whole.question.plain) && !hasTopic;
  // “It crashed. How do I get rid of it?”
  const parts = clausesOf(whole.question.text).map((part) => read(part, context));
  const refersBack = ({ plain }: Question): boolean => ASKS.test(plain) && PRONOUN.test(plain);
  const last = parts.length > 1 && !whole.isSure ? parts.findLast(refersBack) : undefined;
  const others = parts.filter((part) => part !== last).flatMap((part) => topicOf(part, understanding));
  return (
    (last && others.length > 0 ? nearestSection({ ...whole, question: last }, docs, others) : undefined) ??
    (topic.length > 0 && isOfTopic
      ? nearestSection(whole, docs, topic, isSaid, pagesIn(answer))
      : undefined) ??
    nearestSection(whole, docs) ??
    (topic.length > 0 ? nearestSection(whole, docs, topic, isSaid, pagesIn(answer)) : undefined)
  );
}

/** The section of the docs that may help, where no answer is found. */
export function hint(whole: Understood, { docs }: Replies): Reply | undefined {
  const text = hintedAt(whole, docs);
  return text === undefined ? undefined : { text };
}
