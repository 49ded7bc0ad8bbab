/** What the docs say to a question, with what the conversation says of it. */
import { ASKS, MAX_OWN_WORDS, MAX_TOPIC_WORDS, PRONOUN, clausesOf } from './additions.ts';
import { type Looked, headingIn, hintedAt, leadOf, lookedUp, nearestSection, pagesIn } from './look-up.ts';
import { type Replies, type Understood, read, worded } from './understood.ts';
import { type Question, type Reply, lastAnswer } from '../question.ts';
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
function ofPages(
  lowered: Understood,
  { isSure }: Understood,
  known: Understood | undefined,
  { docs, history, understanding }: Replies,
): Looked | undefined {
  const answer = lastAnswer(history);
  const near = pagesIn(answer);
  if (lowered.isSure || near.length === 0) return undefined;
  const hasPronoun = PRONOUN.test(lowered.question.plain);
  const isAlone = lowered.leftOut.length === 0 && !hasPronoun;
  const last = hasPronoun ? headingIn(answer) : undefined;
  const topic = known === undefined ? [] : topicOf(known.question, understanding);
  const hints = {
    near,
    topic,
    last,
    onlyNear: true,
    isSure,
    isLikely: lowered.isLikely && isAlone,
    isClear: false,
  };
  return lookedUp(lowered, docs, hints);
}

/** The reply with what the docs say, if it names a page, is not likely, or leaves a word out. */
export function withDocs(lowered: Understood, reply: Reply | undefined, context: Replies): Reply | undefined {
  const { question, intent, isSure, isLikely, leftOut, unexplained } = lowered;
  const isClear = reply !== undefined && isLikely && leftOut.length === 0;
  const near = isLikely ? pagesIn(reply?.text ?? '') : [];
  if (isClear && near.length === 0 && unexplained.length === 0) return reply;
  const isUnsure = !isSure || unexplained.length > 0;
  const hints = { near, onlyNear: false, isLikely: false, isClear, isUnsure };
  const missing = isClear ? unexplained : [];
  const isOfUse = isSure && intent.isOfUse === true;
  const looked =
    lookedUp(lowered, context.docs, { ...hints, missing }) ??
    (near.length > 0 && missing.length > 0 ? lookedUp(lowered, context.docs, hints) : undefined);
  const text =
    looked?.text ?? (near.length > 0 && isOfUse ? leadOf(question, context.docs, near) : undefined);
  if (text === undefined) return reply;
  const own = leftOut.length > 0 ? worded({ ...lowered, leftOut: [], isSure: false }) : reply;
  return own === undefined ? { text } : { ...own, text: `${own.text}\n\n${text}` };
}

/**
 * The section that has a nearer question than the intent; with the words of the question before, or without. The
 * question before is no topic of one that asks for a reading, unless its answer was a section.
 */
export function ofQuestions(
  lowered: Understood,
  { isLikely, intent }: Understood,
  known: Understood | undefined,
  context: Replies,
): Looked | undefined {
  const { docs, understanding } = context;
  const isOfReading = isLikely && intent.about !== undefined && intent.isOfUse !== true;
  const { question } = lowered;
  const answer = lastAnswer(context.history);
  const isAfterDocs = headingIn(answer) !== undefined;
  const goesOn = isAfterDocs || (!isOfReading && (known?.intent.isOfUse === true || !lowered.isSure));
  const topic = known !== undefined && goesOn ? topicBefore(known, context) : [];
  // A guess that leaves out words of the question is none.
  const isExplained = lowered.leftOut.length === 0 && lowered.unexplained.length === 0;
  const guessed = isExplained ? lowered : { ...lowered, isSure: false, isLikely: false };
  // “How do I change the name it shows?” says itself what it is about.
  const hasTopic = topicOf(question, understanding).length >= MAX_OWN_WORDS;
  const isOfTopic = PRONOUN.test(question.plain) && !hasTopic;
  // “It crashed. How do I get rid of it?”
  const parts = clausesOf(question.text).map((part) => read(part, context));
  const refersBack = ({ plain }: Question): boolean => ASKS.test(plain) && PRONOUN.test(plain);
  const last = parts.length > 1 && !guessed.isSure ? parts.findLast(refersBack) : undefined;
  const others = parts.filter((part) => part !== last).flatMap((part) => topicOf(part, understanding));
  return (
    (last && others.length > 0 ? nearestSection({ ...guessed, question: last }, docs, others) : undefined) ??
    (topic.length > 0 && isOfTopic ? nearestSection(guessed, docs, topic, pagesIn(answer)) : undefined) ??
    nearestSection(guessed, docs) ??
    (topic.length > 0 && !isOfTopic ? nearestSection(guessed, docs, topic, pagesIn(answer)) : undefined)
  );
}

/**
 * What the docs say to a question for which `ofQuestions` finds no section, or a doubtful one: that one, or a
 * section of the pages of the answer before.
 */
export function ofDocs(
  section: Looked | undefined,
  lowered: Understood,
  alone: Understood,
  known: Understood | undefined,
  context: Replies,
): Looked | undefined {
  const before = pagesIn(lastAnswer(context.history));
  // A doubtful section that is of these pages itself goes first.
  if (section && pagesIn(section.text).some((page) => before.includes(page))) return section;
  const pages = ofPages(lowered, alone, known, context);
  return section === undefined || pages?.isDoubtful === false ? pages : section;
}

/** The section of the docs that may help, where no answer is found. */
export function hint(lowered: Understood, { docs }: Replies): Reply | undefined {
  const text = hintedAt(lowered, docs);
  return text === undefined ? undefined : { text };
}
