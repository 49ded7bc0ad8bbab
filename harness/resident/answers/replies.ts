import { language, unknown } from './about.ts';
import {
  MAX_ADDITION_WORDS,
  MAX_OWN_WORDS,
  ONLY_ADDS,
  PRONOUN,
  added,
  clausesOf,
  isAddition,
  isOnlyAddition,
  understoodBefore,
} from './additions.ts';
import { stranger } from './agents.ts';
import { COMPARES, merged, pullNumbers } from './commits.ts';
import {
  ASKS_BEFORE,
  ASKS_OF_IT,
  ASKS_WHO,
  OF_NEWEST,
  isOtherName,
  rowsOf,
  withNames,
  withTime,
} from './follow-ups.ts';
import { type Intent, intents } from './intents.ts';
import { PERHAPS, headingIn, hintedAt, leadOf, lookedUp, nearestSection, pagesIn } from './look-up.ts';
import { personsNamed } from './names.ts';
import {
  HAS_LIMIT,
  OF_CHANGES,
  OF_WORK,
  type Replies,
  type Understood,
  read,
  doubted,
  understand,
  worded,
} from './understood.ts';
import { OFFER } from './ways.ts';
import { portalNamed } from '../places.ts';
import { type Question, type Reply, type ReplyContext, questionOf } from '../question.ts';
import { escapeMarkdown } from '../reply-text.ts';
import { plainWords } from '../words.ts';

const YES = /^(?:yes|yeah|yep|sure|ok|okay|please|please do|yes please|go|do it|take me there|let us go)$/;
const MAX_SUGGESTIONS = 3;
/**
 * A part of a message that asks nothing is a topic only if it has at most this many words: “weather and block
 * height”.
 */
const MAX_TOPIC_WORDS = 3;
const ASKS =
  /^(?:who|whose|what|which|where|when|why|how|is|are|was|were|do|does|did|has|have|can|could|will|would|should|may|any|anything|anyone|show|tell|list|give|take|wer|was|wie|wo|wann|welche)\b/;
/** The question before, if the resident answered it with an offer. */
function questionWithOffer(history: ReplyContext['history']): string | undefined {
  const answer = history.at(-1);
  const question = history.at(-2);
  return answer?.role === 'resident' && answer.text.endsWith(OFFER) && question?.role === 'visitor'
    ? question.text
    : undefined;
}

/** “I am new” is no topic. */
const TELLS = /^(?:i|we|my|our|you|nothing|nobody)\b/;
/** A list goes on after “and”: “the news about merges and incidents”. */
const IN_LIST = /\b(?:about|of|for|between|with|like) (?:\S+ )?\S+$/i;
/**
 * In questions with these intents, “it” is this home; in a later part of a message, “it” is what an earlier
 * part named.
 */
const OF_HOME: readonly Intent[] = [
  intents.age,
  intents.cost,
  intents.maker,
  intents.oath,
  intents.ownAgent,
  intents.ownHome,
  intents.ownModel,
  intents.occupation,
  intents.place,
  intents.problems,
];
/** In “is it raining”, “it” does not refer to an earlier part. */
const OF_SKY: readonly Intent[] = [intents.weather, intents.time];
const TWO_QUESTIONS = /\?\s*[^?\s][^?]*\?/;
/** Parts that ask for nothing: “the commits, I guess”, “can it be seen, is that possible?” */
const GUESS =
  /^(?:(?:any|a) (?:guess|idea|clue)s?|i (?:guess|suppose|think)|(?:is (?:it|that|this) )?(?:possible|right|correct|true|ok))$/;

/** Their answers tell who wrote something, or why that is not known. */
const OF_AUTHORS: readonly Intent[] = [intents.feed, intents.oath];
const LISTED: readonly Intent[] = [intents.commits, intents.merged, intents.news, intents.namedPull];

/** Whether a message is one question, though it has several parts: it compares, or names several persons. */
const isOneQuestion = ({ question, reply, intent, isLikely }: Understood): boolean =>
  reply !== undefined &&
  (COMPARES.test(question.plain)
    ? isLikely || LISTED.includes(intent)
    : isLikely && personsNamed(question).length > 1);

const HEADING = /^\*(?:If you ask about|About) .*\*$/;
/** Whether a text has a line that the replies before it do not have. */
function isNews(text: string, before: readonly Reply[]): boolean {
  const said = before.map((reply) => reply.text).join('\n');
  return text.split('\n').some((line) => !HEADING.test(line) && !said.includes(line));
}

/** What a part of a message says of the part before it: “…, and where do you get it from?” */
function ofPart(part: Understood, before: Understood | undefined, context: Replies): Reply | undefined {
  return before && isAddition(part, before, context) ? added(part, before, context) : undefined;
}

/** What the parts of a message get. */
interface PartAnswers {
  /** The parts that have an answer of their own. */
  readonly clear: readonly Understood[];
  readonly replies: readonly Reply[];
  /** How many replies go on with the part before. */
  readonly additions: number;
  /** Whether no part is left out. */
  readonly isAll: boolean;
}

function answersOf(parts: readonly Understood[], context: Replies): PartAnswers {
  const clear: Understood[] = [];
  const replies: Reply[] = [];
  /** The number of parts that an earlier part answers too: “how many zaps are there and what do they add up to?” */
  let answered = 0;
  let additions = 0;
  const add = (reply: Reply): number => (isNews(reply.text, replies) ? replies.push(reply) : 0);
  for (const [index, part] of parts.entries()) {
    const { question, intent, isSure } = part;
    const { plain, words, text } = question;
    const before = parts[index - 1];
    const isAfterClear = index > 0 && clear.at(-1) === before;
    // “…, and why?” belongs to the part before it.
    const isSky = isSure && OF_SKY.includes(intent);
    const isOnly = !isSky && (index > 0 || context.history.length > 0) && isOnlyAddition(question, context);
    // In a later part, “it” is what the part before names. If that part is not understood, or if this part
    // would be about this home, this part has no answer of its own.
    const hasPronoun = PRONOUN.test(plain);
    const isShort = words.length <= MAX_TOPIC_WORDS;
    const isUnclear = hasPronoun && !isAfterClear && !OF_SKY.includes(intent);
    const isOfHome = (hasPronoun || (isShort && !/\byou\b/.test(plain))) && OF_HOME.includes(intent);
    const isListed = isShort && !ASKS.test(plain) && IN_LIST.test(before?.question.plain ?? '');
    const isSame = hasPronoun && isAfterClear && before?.intent === intent;
    const isAsked =
      ASKS.test(plain) ||
      (intent.about !== undefined && !TELLS.test(plain) && (isShort || text.endsWith('?')));
    if (isOnly || (index > 0 && (isListed || isSame || isUnclear || isOfHome))) {
      const addition = isAfterClear ? ofPart(part, before, context) : undefined;
      if (addition && add(addition) > 0) additions++;
      if (addition || isOnly || isListed || isSame) answered++;
      continue;
    }
    // “My grandson sent me this link” asks nothing.
    if (!isSure && TELLS.test(plain)) answered++;
    // “I have Ollama. What do I do?” asks for no help in general.
    if (index > 0 && intent === intents.help) continue;
    const own = isSure && isAsked && part.leftOut.length === 0 ? worded(part) : undefined;
    if (own === undefined) continue;
    clear.push(part);
    add(own);
  }
  return { clear, replies, additions, isAll: clear.length + answered === parts.length };
}

const ONLY = 'I answer only ';
/** The answers to the parts of a message that ask for different things; undefined for one question. */
function partly(whole: Understood, context: Replies): Reply | undefined {
  if (isOneQuestion(whole)) return undefined;
  const parts = clausesOf(whole.question.text)
    .map((text) => understand(read(text, context), context))
    .filter(({ intent, question }) => !intent.isCourtesy && !GUESS.test(question.plain));
  if (parts.length < 2) return undefined;
  const { clear, replies: found, additions, isAll } = answersOf(parts, context);
  // Two question marks are two questions, so one answer is not enough. An answer that leaves a word out is
  // not enough either.
  const isOne = whole.leftOut.length === 0 && !TWO_QUESTIONS.test(whole.question.text);
  const own = whole.isSure && isOne ? worded(whole) : undefined;
  const differs = additions > 0 || new Set(clear.map(({ intent }) => intent)).size > 1;
  // A message that is understood as one question may have another one.
  const others = clear.filter(({ intent, question }) => intent !== whole.intent && ASKS.test(question.plain));
  const isPart = isAll ? differs : others.length === 1 && clear.length === 1;
  if (clear.length === 0 || (own && !isPart)) return undefined;
  const replies = own && !isAll && isNews(own.text, found) ? [...found, own] : found;
  const quoted = clear
    .map(({ question }) => `“${escapeMarkdown(question.text.replace(/\?$/, ''))}”`)
    .join(' and ');
  const action = replies.findLast((reply) => reply.action)?.action;
  return {
    text: [...(isAll || own ? [] : [`${ONLY}${quoted}:`]), ...replies.map(({ text }) => text)].join('\n\n'),
    ...(action && { action }),
  };
}

/** “And remove the others”, but not “and the weather?”. */
const CONTINUES =
  /^\s*(?:and|but|also|or|then) (?!(?:the|an?|your|any|no|wh\w+|how|is|are|was|were|did|do|does|has|have|can|could)\b)/i;
const THING = /\b(?:it|its|they|them|their|those|these|the others)\b|\bthat(?: \w+)?$/;
const IS_IT = /\b(?:is|was|will|does|did|has) it\b|\bit is\b/;
const OF_PEOPLE = Object.values<Intent>(intents).filter(({ isOfPeople }) => isOfPeople === true);
/**
 * Whether a question may be about what the question before is about, and not about what its own words suggest:
 * “where is it saved?”, “and remove the others”. In a question about the sky or the home, “it” is that.
 */
function isOfOther({ question, intent }: Understood, before: Understood, { history }: Replies): boolean {
  const { plain, text, words, state } = question;
  if (before.intent === intent) return false;
  // “Is that a lot?” is no “thanks a lot”.
  if (intent.isCourtesy === true) return PRONOUN.test(plain) && ASKS.test(plain);
  if (intent.about === undefined) return false;
  if (personsNamed(question).length > 0 || portalNamed(state, words, true)) return false;
  const answer = history.at(-1)?.text ?? '';
  if (THING.test(plain) && headingIn(answer) !== undefined) return true;
  const isAfterDocs = pagesIn(answer).length > 0;
  if (!THING.test(plain) && !CONTINUES.test(text) && !isAfterDocs) return false;
  if (OF_SKY.includes(intent) && IS_IT.test(plain)) return false;
  const isWithin = (of: readonly Intent[]): boolean => of.includes(intent) && of.includes(before.intent);
  return !isWithin(OF_HOME) && !isWithin(OF_PEOPLE);
}

/** Whether a question has an answer from the readings, and not only a reason why there is none. */
function hasAnswer(text: string, context: Replies): boolean {
  const { intent, isSure, reply } = understand(read(text, context), context);
  return isSure && intent.about !== undefined && reply !== undefined && !HAS_LIMIT.test(reply.text);
}

/** A question with as many words that no example has, and no more others, may be in another language. */
const MIN_STRANGE = 2;
/** How much a suggested question must have in common with the question to be answered at once. */
const MIN_SAME_QUESTION = 0.35;
/** … if they have one word in common. */
const MIN_SAME_WORD = 0.85;
/** The reply to a question that is not understood. It suggests similar questions that have an answer. */
function refusal({ nearest, question }: Understood, context: Replies): Reply {
  const { words, state } = question;
  const { docs } = context;
  const { name } = state.config.get().resident;
  const strange = words.filter((word) => !context.understanding.isWord(word)).length;
  if (strange >= MIN_STRANGE && strange * 2 >= words.length)
    return { text: `I do not know that. ${language()}` };
  // A question that is nearly this one is answered at once.
  const same = nearest.find(
    (text) =>
      docs !== undefined &&
      (docs.alike(words, text) >= MIN_SAME_QUESTION || docs.alike(words, text, 1) >= MIN_SAME_WORD) &&
      hasAnswer(text, context),
  );
  const answer = same === undefined ? undefined : understand(read(same, context), context).reply;
  if (same !== undefined && answer) {
    const quoted = escapeMarkdown(same.replaceAll('{resident}', name));
    return { ...answer, text: `*I am not sure what you ask. About “${quoted}”:*\n\n${answer.text}` };
  }
  const suggestions = (ONLY_ADDS.test(question.plain) ? [] : nearest)
    .filter((text) => !/\{p/.test(text) && hasAnswer(text, context))
    .slice(0, MAX_SUGGESTIONS)
    .map((text) => `“${escapeMarkdown(text.replaceAll('{resident}', name))}”`);
  return { text: unknown(suggestions) };
}

/** Returns the merged pull request that stands `rows` rows below the named one. */
function pullBefore(question: Question, rows: number): string {
  const [number] = pullNumbers(question);
  const all = rowsOf(merged({ ...question, plain: '', text: '', rows: Infinity }));
  const named = all.findIndex((row) => row.startsWith(`#${number} `));
  const row = named < 0 ? undefined : all[named + rows];
  return row === undefined ? 'I see none before that.' : `Before that: ${row}`;
}

/** “Who made the last commit and what was it about?” refers to nothing before it. */
const NAMES_WORK = /\b(?:commits?|merges?|pull requests?)\b/;
/** The reply to “who did that?” and “and the one before?”, from the list that an earlier question asks for. */
function ofList(question: Question, context: Replies): Reply | undefined {
  const { plain, words } = question;
  const isBefore = ASKS_BEFORE.test(plain);
  const isOfIt = words.length <= MAX_ADDITION_WORDS && ASKS_OF_IT.test(plain);
  if (!isBefore && !isOfIt && !ASKS_WHO.test(plain)) return undefined;
  const asked = context.history.filter(({ role }) => role === 'visitor').map(({ text }) => text);
  let at = isBefore ? 1 : 0;
  let text = asked.pop();
  for (; text !== undefined; text = asked.pop()) {
    const { plain: earlier } = questionOf(text, context);
    if (ASKS_BEFORE.test(earlier)) at += 1;
    else if (NAMES_WORK.test(earlier) || !(ASKS_WHO.test(earlier) || ASKS_OF_IT.test(earlier))) break;
  }
  const known = understand(read(text ?? '', context), context);
  if (known.intent === intents.namedPull && isBefore) return { text: pullBefore(known.question, at) };
  if (!LISTED.includes(known.intent)) return undefined;
  // “When was it merged?” is about the list, “when will it rain?” is not.
  if (isOfIt && !ASKS_WHO.test(plain) && !OF_CHANGES.includes(understand(question, context).intent))
    return undefined;
  const listed = rowsOf(known.reply?.text ?? '').length;
  const isNewest = OF_NEWEST.test(plain);
  if (isNewest && listed < 2) return undefined;
  if (isNewest) at = 0;
  if (/\b(?:those|these|them)\b/.test(plain)) return known.reply;
  const found = known.intent.answer({ ...known.question, rows: at + 1 });
  const rows = typeof found === 'string' ? rowsOf(found) : [];
  // The answer about one pull request is no list.
  const isOnlyOne = at === 0 && known.intent === intents.namedPull && typeof found === 'string';
  const row = rows[at] ?? (isOnlyOne ? found : undefined);
  if (row === undefined) return isBefore ? { text: 'I see none before that.' } : undefined;
  const unseen = plain.includes('review')
    ? 'I do not see reviews, only whose it is: '
    : /\bwho\b.*\bmerged\b/.test(plain)
      ? 'I do not see who merged it, only whose it is: '
      : '';
  const newest = at === 0 && listed > 1 ? `\n\nThat is the newest of the ${listed} above.` : '';
  return { text: `${isBefore ? 'Before that: ' : unseen}${row}${newest}` };
}

/** The reply to a question about the persons of the answer before: “what did they do last?”. */
function ofPersons(question: Question, context: Replies): Reply | undefined {
  const answer = context.history.at(-1);
  const before = understoodBefore(context);
  if (answer?.role !== 'resident' || before?.intent.isOfPeople !== true) return undefined;
  if (isOtherName(question, context.understanding.isWord)) return { text: stranger(question) };
  const named = withNames(question, before.question, answer.text);
  if (!named || /^(?:why|how come)\b/.test(question.plain)) return undefined;
  const own = understand(named, context);
  if (!own.isLikely || own.intent.isOfPeople !== true || own.leftOut.length > 0) return undefined;
  const found = intents.person.answer(named);
  return typeof found === 'string' ? { text: found } : undefined;
}

/** Intents whose answers depend on a time. In other questions, a time of an earlier one would be out of place. */
const OF_TIME: readonly Intent[] = [
  ...OF_WORK,
  ...LISTED,
  intents.feed,
  intents.hours,
  intents.inactive,
  intents.incidents,
  intents.person,
];

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
  whole: Understood,
  { isSure }: Understood,
  known: Understood | undefined,
  { docs, history, understanding }: Replies,
): Reply | undefined {
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
  const text = lookedUp(whole, docs, hints);
  return text === undefined ? undefined : { text };
}

/** The reply with what the docs say, if it names a page, is not likely, or leaves a word out. */
function withDocs(whole: Understood, reply: Reply | undefined, context: Replies): Reply | undefined {
  const { isLikely, leftOut, unexplained } = whole;
  const isClear = reply !== undefined && isLikely && leftOut.length === 0;
  const near = isLikely ? pagesIn(reply?.text ?? '') : [];
  if (isClear && near.length === 0 && unexplained.length === 0) return reply;
  const isUnsure = !whole.isSure || unexplained.length > 0;
  const hints = { near, refers: false, isLikely: false, isClear, isUnsure };
  const missing = isClear ? unexplained : [];
  const text =
    lookedUp(whole, context.docs, { ...hints, missing }) ??
    (near.length > 0
      ? (lookedUp(whole, context.docs, hints) ??
        (whole.isSure && whole.intent.isOfUse === true
          ? leadOf(whole.question, context.docs, near)
          : undefined))
      : undefined);
  if (text === undefined) return reply;
  const own = leftOut.length > 0 ? worded({ ...whole, leftOut: [], isSure: false }) : reply;
  return own === undefined ? { text } : { ...own, text: `${own.text}\n\n${text}` };
}

/**
 * The section that has a nearer question than the intent; with the words of the question before, or without. The
 * question before is no topic of one that asks for a reading, unless its answer was a section.
 */
function ofQuestions(
  understood: Understood,
  { isLikely, intent }: Understood,
  known: Understood | undefined,
  context: Replies,
): Reply | undefined {
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
  const text =
    (last && others.length > 0 ? nearestSection({ ...whole, question: last }, docs, others) : undefined) ??
    (topic.length > 0 && isOfTopic
      ? nearestSection(whole, docs, topic, isSaid, pagesIn(answer))
      : undefined) ??
    nearestSection(whole, docs) ??
    (topic.length > 0 ? nearestSection(whole, docs, topic, isSaid, pagesIn(answer)) : undefined);
  return text === undefined ? undefined : { text };
}

/** The section of the docs that may help, where no answer is found. */
function hint(whole: Understood, { docs }: Replies): Reply | undefined {
  const text = hintedAt(whole, docs);
  return text === undefined ? undefined : { text };
}

/** The reply to one message, from the current state. */
export function replyTo(text: string, context: Replies): Reply {
  const asked = read(text, context);
  const referred = ofList(asked, context) ?? ofPersons(asked, context);
  if (referred) return referred;
  const timed = withTime(asked, context.history);
  const question = timed !== asked && OF_TIME.includes(understand(asked, context).intent) ? timed : asked;
  const earlier = context.acting && YES.test(question.plain) ? questionWithOffer(context.history) : undefined;
  if (earlier !== undefined) {
    const { action } = replyTo(earlier, { ...context, history: [] });
    if (action)
      return {
        text: 'Then “Take me there” on the page, or Enter on an empty line, brings you there.',
        action,
      };
  }
  const alone = understand(question, context);
  const known = understoodBefore(context);
  const before = known?.intent;
  const isOfList = ASKS_WHO.test(question.plain) || ASKS_BEFORE.test(question.plain);
  const goesOn = isOfList
    ? before !== undefined && OF_AUTHORS.includes(before)
    : known !== undefined && isAddition(alone, known, context);
  const addition = known && goesOn ? added(alone, known, context) : undefined;
  // “Where is it saved?” may be about what was asked before, so its answer needs a heading.
  const isUncertain = known !== undefined && (goesOn || isOfOther(alone, known, context));
  // What has one word in common with its intent, and nothing with the conversation, is not sure.
  const isWeak =
    known !== undefined &&
    PRONOUN.test(question.plain) &&
    alone.intent !== known.intent &&
    context.docs?.alike(question.words, alone.example, 1) === 0;
  const whole =
    isUncertain || isWeak ? { ...alone, isSure: false, isLikely: alone.isLikely && !isWeak } : alone;
  const isOfHome = OF_HOME.includes(alone.intent) && before !== undefined && OF_HOME.includes(before);
  const isAlone = (!isOfList || isOfHome) && !ONLY_ADDS.test(question.plain);
  // “And yesterday?” goes on with a reading, which no section knows.
  const isOfReading = addition !== undefined && known?.intent.isOfUse !== true;
  const refers = isUncertain || PRONOUN.test(question.plain);
  const worth = isWeak ? doubted(whole) : worded(whole);
  const own = isAlone ? (withDocs(whole, worth, context) ?? hint(whole, context)) : undefined;
  const part = partly(alone, context);
  const section = isOfReading ? undefined : ofQuestions(whole, alone, refers ? known : undefined, context);
  const answerBefore = context.history.at(-1)?.text ?? '';
  const pages = ofPages(whole, alone, known, context);
  const isDoubtful = ({ text: said }: Reply): boolean => said.startsWith(PERHAPS);
  // “Codex does not show up. What did I miss?” is one question, if a section answers it.
  const isOne = part?.text.startsWith(ONLY) === true && section !== undefined && !isDoubtful(section);
  // Of a doubtful section and one of the pages before, it is that one, if the other is of another page.
  const isElsewhere = !pagesIn(section?.text ?? '').some((page) => pagesIn(answerBefore).includes(page));
  const isOfPages =
    pages !== undefined && !isDoubtful(pages) && section !== undefined && isDoubtful(section) && isElsewhere;
  return (
    (isOne ? undefined : part) ??
    (isOfPages ? pages : section) ??
    pages ??
    addition ??
    own ??
    refusal(whole, context)
  );
}
