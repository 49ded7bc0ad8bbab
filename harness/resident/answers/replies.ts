import { unknown } from './about.ts';
import { stranger } from './agents.ts';
import { COMPARES } from './commits.ts';
import {
  ASKS_BEFORE,
  ASKS_OF_IT,
  ASKS_WHO,
  isOnlyNameOrTime,
  isOtherName,
  rowsOf,
  withNames,
  withTime,
} from './follow-ups.ts';
import { type Intent, intentOf, intents } from './intents.ts';
import { personsNamed, topicWords, withoutPersons } from './names.ts';
import { spanOf, withoutSpan } from './span.ts';
import {
  HAS_LIMIT,
  OF_CHANGES,
  OF_WORK,
  type Replies,
  type Understood,
  leftOutOf,
  read,
  understand,
  worded,
} from './understood.ts';
import { lookedUp, pagesIn } from './look-up.ts';
import { OFFER } from './ways.ts';
import { portalNamed } from '../places.ts';
import { type Question, type Reply, type ReplyContext, questionOf } from '../question.ts';
import { escapeMarkdown } from '../reply-text.ts';
import { plainWords } from '../words.ts';

const YES = /^(?:yes|yeah|yep|sure|ok|okay|please|please do|yes please|go|do it|take me there|let us go)$/;
const MAX_PARTS = 4;
/** A longer message is answered as one question. */
const MAX_PARTS_CHARACTERS = 300;
/** A question with more words is not treated as an addition to the question before. */
const MAX_ADDITION_WORDS = 12;
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
const TELLS = /^(?:i|we|my|our|you)\b/;
/** A list goes on after “and”: “the news about merges and incidents”. */
const IN_LIST = /\b(?:about|of|for|between|with|like) (?:\S+ )?\S+$/i;
/** The parts of a message; each that is followed by a question mark keeps it. */
function clausesOf(text: string): string[] {
  if (text.length > MAX_PARTS_CHARACTERS) return [];
  return text
    .split(/\b(?:and|but|und)\b|[,;&+]|[.:!](?:\s|$)|(?<=\?)(?:\s|$)/i)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, MAX_PARTS);
}

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
/** Parts that ask for nothing: “the commits, I guess”. */
const GUESS = /^(?:(?:any|a) (?:guess|idea|clue)s?|i (?:guess|suppose|think))$/;
const PRONOUN = /\b(?:it|its|that|they|them|their|he|she|his|her|him)\b/;

const LISTED: readonly Intent[] = [intents.commits, intents.merged, intents.news, intents.namedPull];

/** Whether a message is one question, though it has several parts: it compares, or names several persons. */
const isOneQuestion = ({ question, reply, intent, isLikely }: Understood): boolean =>
  reply !== undefined &&
  (COMPARES.test(question.plain)
    ? isLikely || LISTED.includes(intent)
    : isLikely && personsNamed(question).length > 1);

/** The answers to the parts of a message that ask for different things; undefined for one question. */
function partly(whole: Understood, context: Replies): Reply | undefined {
  if (isOneQuestion(whole)) return undefined;
  const clauses = clausesOf(whole.question.text);
  if (clauses.length < 2) return undefined;
  const parts = clauses
    .map((text) => understand(read(text, context), context))
    // “…, and why?” belongs to the part before it.
    .filter(
      ({ intent, question }, index) =>
        !intent.isCourtesy &&
        !GUESS.test(question.plain) &&
        !((index > 0 || context.history.length > 0) && isOnlyAddition(question, context)),
    );
  const clear: Understood[] = [];
  /** The number of parts that an earlier part answers too: “how many zaps are there and what do they add up to?” */
  let answered = 0;
  for (const [index, part] of parts.entries()) {
    const { question, intent, isSure } = part;
    const { plain, words, text } = question;
    const before = parts[index - 1];
    // In a later part, “it” is what the part before names. If that part is not understood, or if this part
    // would be about this home, this part has no answer of its own.
    const hasPronoun = PRONOUN.test(plain);
    const isShort = words.length <= MAX_TOPIC_WORDS;
    const isUnclear = hasPronoun && clear.at(-1) !== before && !OF_SKY.includes(intent);
    const isOfHome = (hasPronoun || (isShort && !/\byou\b/.test(plain))) && OF_HOME.includes(intent);
    const isListed = isShort && !ASKS.test(plain) && IN_LIST.test(before?.question.plain ?? '');
    const isAsked =
      ASKS.test(plain) ||
      (intent.about !== undefined && !TELLS.test(plain) && (isShort || text.endsWith('?')));
    if (index > 0 && (isListed || (hasPronoun && clear.at(-1) === before && before?.intent === intent)))
      answered++;
    else if (index > 0 && (isUnclear || isOfHome)) continue;
    else if (isSure && isAsked && part.leftOut.length === 0 && worded(part) !== undefined) clear.push(part);
  }
  const isAll = clear.length + answered === parts.length;
  const differs = new Set(clear.map(({ intent }) => intent)).size > 1;
  // Two question marks are two questions, so one answer is not enough. An answer that leaves a word out is
  // not enough either.
  const isOne = whole.leftOut.length === 0 && !TWO_QUESTIONS.test(whole.question.text);
  const isClear = whole.isSure && isOne && worded(whole) !== undefined;
  if (clear.length === 0 || (isClear && !(isAll && differs))) return undefined;
  const texts = [...new Set(clear.map((part) => worded(part)?.text ?? ''))];
  const quoted = clear
    .map(({ question }) => `“${escapeMarkdown(question.text.replace(/\?$/, ''))}”`)
    .join(' and ');
  const action = clear.findLast(({ reply }) => reply?.action)?.reply?.action;
  return {
    text: [...(isAll ? [] : [`I answer only ${quoted}:`]), ...texts].join('\n\n'),
    ...(action && { action }),
  };
}

/** Matches a question that has a meaning only after another one: “why not?” */
const ONLY_ADDS =
  /^(?:and |but )?(?:since when|until when|how long|how many(?: (?:do|does|are|is|did) not)?|how much|how come|why(?: not)?|when|where|who|which(?: ones?)?(?: and since when)?|(?:for|to|by|with) (?:what|whom)|where to)$/;
/** Matches other questions that go on with the one before. */
const REFERS =
  /^(?:and |but )?(?:what|how) about .+$|\b(?:that|this|the) (?:number|figure|reading|value|(?:last )?one)\b(?! of)/;
const ADDS = new RegExp(`${ONLY_ADDS.source}|${REFERS.source}`);
/** A question with as many words of its own topic may be an addition, if it is not understood alone. */
const MAX_OWN_WORDS = 2;
/**
 * A question that is not understood alone is an addition if the intent of the question before is as likely, in
 * proportion to the likeliest one. One without a word of a topic needs hardly more than not to rule it out.
 */
const MIN_SAME = 0.25;
const MIN_SAME_BARE = 0.01;
const ANAPHOR = /\b(?:it|its|they|them|their|he|she|his|her|him)\b/;
const OF_PORTALS: readonly Intent[] = [intents.portals, intents.namedPortal, intents.way, intents.plays];

/** Whether a question names nothing, as “what was it about?”. */
const isBare = ({ plain, words }: Question, { understanding }: Replies): boolean =>
  PRONOUN.test(plain) && !words.some((word) => understanding.isTopical(word));

/** Whether a question has a meaning only after another one. */
const isOnlyAddition = (question: Question, context: Replies): boolean =>
  ADDS.test(question.plain) || isBare(question, context);

/** The last question of the visitor that has a meaning of its own. */
function questionBefore({ history }: Replies, plainOf: (text: string) => Question): string | undefined {
  const asked = history.flatMap(({ role, text }) => (role === 'visitor' ? [text] : []));
  return (
    asked.findLast((text) => {
      const question = plainOf(text);
      return !ADDS.test(question.plain) && !isOnlyNameOrTime(question);
    }) ?? asked.at(-1)
  );
}

/** The answer to an addition to the question before it: “since when?”, “what about yesterday?”. */
function added(whole: Understood, context: Replies): Reply | undefined {
  const { plain, words, text, rare = [] } = whole.question;
  const known = understoodBefore(context);
  if (known === undefined || words.length === 0 || words.length > MAX_ADDITION_WORDS) return undefined;
  const ownPortal = portalNamed(context.state, words, true);
  const portal = ownPortal ?? portalNamed(context.state, known.question.words, true);
  const ownIntent = whole.isSure && whole.intent === intents.sources ? whole.intent : known.intent;
  if (ownPortal && !OF_PORTALS.includes(known.intent)) return undefined;
  const isOfPortal =
    ownPortal !== undefined || ownIntent === intents.way || isOfSamePortal(whole, known, context);
  const intent = portal && isOfPortal && OF_PORTALS.includes(ownIntent) ? intents.namedPortal : ownIntent;
  if (!known.isLikely || intent.about === undefined) return undefined;
  const isOtherTime = spanOf(plain, context.state.now.get()) !== undefined;
  const kept = isOtherTime ? withoutSpan(known.question.plain) : known.question.plain;
  const own = personsNamed(whole.question).length > 0 ? withoutPersons(known.question, kept) : kept;
  // The comma keeps the words of the two apart: in “what was it about, when …”, nothing is about “when”.
  const joined = ownPortal === undefined ? `${plain} , ${own}` : plain;
  const question = {
    ...known.question,
    text,
    plain: joined,
    words: joined.split(' '),
    rare: rare.length > 0 ? rare : known.question.rare,
  };
  const found = intent.answer(question);
  const reply = typeof found === 'string' ? { text: found } : found;
  const { isWord, unknownWords } = context.understanding;
  const unknown = unknownWords(topicWords(whole.question, isWord));
  const leftOut = leftOutOf(intent, reply, unknown);
  return worded({ ...known, intent, question, reply, leftOut, isSure: false, isLikely: true });
}

/** The last question of the visitor that has a meaning of its own, as it was understood. */
function understoodBefore(context: Replies): Understood | undefined {
  const before = questionBefore(context, (one) => read(one, context));
  return before === undefined ? undefined : understand(read(before, context), context);
}

/** How likely the intent of the question before is for this one, too, in proportion to the likeliest intent. */
function sameIntent({ probabilities }: Understood, before: Understood): number {
  const [likeliest = 0] = probabilities.values();
  const [, own = 0] = [...probabilities].find(([name]) => intentOf(name) === before.intent) ?? [];
  return own / likeliest;
}

const OF_SEVERAL = /\b(?:portals|doors|gates|arches|worlds|games|all|any|every|each|which|others?|another|else)\b/;
/** Whether a question is about the portal that the question before names: “can I go in?” */
const isOfSamePortal = ({ intent, question }: Understood, before: Understood, { state }: Replies): boolean =>
  OF_PORTALS.includes(intent) &&
  OF_PORTALS.includes(before.intent) &&
  !OF_SEVERAL.test(question.plain) &&
  portalNamed(state, question.words, true) === undefined &&
  portalNamed(state, before.question.words, true) !== undefined;

/** Whether a question has a word that no example has, but the answer before it: “as Markdown?” */
function isOfAnswer(question: Question, { history, understanding }: Replies): boolean {
  const said = plainWords(history.at(-1)?.text ?? '');
  const unknown = understanding.unknownWords(topicWords(question, understanding.isWord));
  return unknown.some((word) => said.includes(word));
}

/** Whether a question goes on with the one before, as far as its words tell. */
function isAddition(whole: Understood, context: Replies): boolean {
  const { question, isSure, isLikely } = whole;
  const { understanding, state, history } = context;
  const { plain, words } = question;
  const before = understoodBefore(context);
  if (history.length === 0 || before === undefined) return false;
  if (ADDS.test(plain) || isOnlyNameOrTime(question) || isOfSamePortal(whole, before, context)) return true;
  const own = words.filter((word) => understanding.isTopical(word)).length;
  if (isBare(question, context)) {
    const same = sameIntent(whole, before);
    return same > MIN_SAME_BARE && !(isSure && same === 1);
  }
  // “Since when, and what did the check say?”
  const [first = ''] = clausesOf(question.text);
  if (ADDS.test(read(first, context).plain)) return true;
  if (isSure) return false;
  if (portalNamed(state, words, true) || isOfAnswer(question, context)) return true;
  if (isLikely) return PRONOUN.test(plain) && own < MAX_OWN_WORDS;
  if (ANAPHOR.test(plain) && own <= MAX_OWN_WORDS) return true;
  return words.some(understanding.isWord) && sameIntent(whole, before) > MIN_SAME;
}

/** Whether a question has an answer from the readings, and not only a reason why there is none. */
function hasAnswer(text: string, context: Replies): boolean {
  const { intent, isSure, reply } = understand(read(text, context), context);
  return isSure && intent.about !== undefined && reply !== undefined && !HAS_LIMIT.test(reply.text);
}

/** The reply to a question that is not understood. It suggests similar questions that have an answer. */
function refusal({ nearest, question }: Understood, context: Replies): Reply {
  const { name } = question.state.config.get().resident;
  const suggestions = (ONLY_ADDS.test(question.plain) ? [] : nearest)
    .filter((text) => !/\{p/.test(text) && hasAnswer(text, context))
    .slice(0, MAX_SUGGESTIONS)
    .map((text) => `“${escapeMarkdown(text.replaceAll('{resident}', name))}”`);
  return { text: unknown(suggestions) };
}

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
    else if (!ASKS_WHO.test(earlier) && !ASKS_OF_IT.test(earlier)) break;
  }
  const known = understand(read(text ?? '', context), context);
  if (!LISTED.includes(known.intent)) return undefined;
  // “When was it merged?” is about the list, “when will it rain?” is not.
  if (isOfIt && !ASKS_WHO.test(plain) && !OF_CHANGES.includes(understand(question, context).intent))
    return undefined;
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
  const listed = rowsOf(known.reply?.text ?? '').length;
  const newest = at === 0 && listed > 1 ? `\n\nThat is the newest of the ${listed} above.` : '';
  return { text: `${isBefore ? 'Before that: ' : unseen}${row}${newest}` };
}

/** The reply to a question about the persons of the answer before: “what did they do last?”. */
function ofPersons(question: Question, context: Replies): Reply | undefined {
  const [asked, answer] = context.history.slice(-2);
  if (asked?.role !== 'visitor' || answer?.role !== 'resident') return undefined;
  const before = understand(read(asked.text, context), context);
  if (before.intent.isOfPeople !== true) return undefined;
  if (isOtherName(question, context.understanding.isWord)) return { text: stranger(question) };
  const named = withNames(question, before.question, answer.text);
  if (!named || /^(?:why|how come)\b/.test(question.plain)) return undefined;
  const own = understand(named, context);
  if (!own.isSure || own.intent.isOfPeople !== true || own.leftOut.length > 0) return undefined;
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

/**
 * The reply with what the docs say: after a reply that names a page, and in place of one that is not likely or
 * leaves a word out.
 */
function withDocs(whole: Understood, reply: Reply | undefined, { docs, history }: Replies): Reply | undefined {
  const isClear = reply !== undefined && whole.isLikely && whole.leftOut.length === 0;
  const named = pagesIn(reply?.text ?? '');
  if (isClear && named.length === 0) return reply;
  const before = history.at(-1)?.role === 'resident' ? pagesIn(history.at(-1)?.text ?? '') : [];
  const text = lookedUp(whole, docs, [...named, ...before]);
  if (text === undefined) return reply;
  return isClear ? { ...reply, text: `${reply.text}\n\n${text}` } : { text };
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
  const whole = understand(question, context);
  const isOfList = ASKS_WHO.test(question.plain) || ASKS_BEFORE.test(question.plain);
  const addition = !isOfList && isAddition(whole, context) ? added(whole, context) : undefined;
  const isAlone = !isOfList && !ONLY_ADDS.test(question.plain);
  const own = isAlone ? withDocs(whole, worded(whole), context) : undefined;
  return partly(whole, context) ?? addition ?? own ?? refusal(whole, context);
}
