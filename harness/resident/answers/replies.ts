import { unknown } from './about.ts';
import { stranger } from './agents.ts';
import { findScope, link, pullNumber } from './commits.ts';
import { HAS_HISTORY, pastText } from './incidents.ts';
import {
  ASKS_BEFORE,
  ASKS_WHO,
  isOnlyNameOrTime,
  isOtherName,
  rowsOf,
  withNames,
  withTime,
} from './follow-ups.ts';
import { noPortal } from './portals.ts';
import { OFFER } from './ways.ts';
import { TODAY, spanOf, withoutSpan } from './span.ts';
import { type Intent, intentOf, intents } from './intents.ts';
import { escapeMarkdown } from '../reply-text.ts';
import { plainWords } from '../words.ts';
import { namesStranger, shownWords, personsNamed, topicWords, withoutPersons } from './names.ts';
import { asksForWay, asksToShow, panelNamed, portalNamed } from '../places.ts';
import { type Question, type Reply, type ReplyContext, questionOf } from '../question.ts';
import type { Guess, Understanding } from '../understanding.ts';

const YES = /^(?:yes|yeah|yep|sure|ok|okay|please|please do|yes please|go|do it|take me there|let us go)$/;
const MAX_PARTS = 4;
/** A longer message is answered as one question. */
const MAX_PARTS_CHARACTERS = 300;
/** A question with more words is not treated as an addition to the question before. */
const MAX_ADDITION_WORDS = 9;
const MAX_SUGGESTIONS = 3;
/**
 * A part of a message that asks nothing is a topic only if it has at most this many words: “weather and block
 * height”.
 */
const MAX_TOPIC_WORDS = 3;
const ASKS =
  /^(?:who|whose|what|which|where|when|why|how|is|are|was|were|do|does|did|has|have|can|could|will|would|should|may|show|tell|list|give|take|wer|was|wie|wo|wann|welche)\b/;
const OTHER_LETTERS = /[^\p{Script=Latin}\P{L}]/u;
const ADDRESS = /https?:\/\/\S|\bwww\.\S/i;

/** A question, what it asks for, and the reply to that. */
interface Understood {
  readonly question: Question;
  readonly intent: Intent;
  readonly isSure: boolean;
  readonly isLikely: boolean;
  readonly nearest: readonly string[];
  readonly reply: Reply | undefined;
  /** Words that were not used for the guess and are not in the reply. */
  readonly leftOut: readonly string[];
}

export interface Replies extends ReplyContext {
  readonly understanding: Understanding;
}

/** A text as a question with corrected spelling. Words that this home shows stay as they are. */
function read(text: string, context: Replies): Question {
  const own = shownWords(context.state);
  return questionOf(text, context, (word) => (own.has(word) ? word : context.understanding.spelled(word)));
}

const LINK: Intent = { answer: link };
/** Intents about the resident. With a name, as in “how long has Codex been running?”, the question is about that. */
const OF_RESIDENT: readonly Intent[] = [intents.age, intents.alive, intents.identity, intents.memory];
/**
 * A question with one of these intents is answered with commits if it names a path: “who works on labs/ssr?”
 */
const OF_WORK: readonly Intent[] = [intents.agents, intents.areas, intents.mostActive, intents.news];

/**
 * Returns the guessed intent, unless something else in the text decides, such as a link or the number of a
 * pull request.
 */
function intentFor(question: Question, { intent: name, isLikely }: Guess): Intent {
  const { text } = question;
  if (ADDRESS.test(text.slice(0, 2_000))) return LINK;
  if (OTHER_LETTERS.test(text)) return intents.language;
  const guessed = intentOf(name);
  // An unlikely guess needs a heading that says what the answer is about.
  const intent = isLikely || guessed.about !== undefined ? guessed : intents.nothing;
  if (intent === intents.merged && pullNumber(text) !== undefined) return intents.namedPull;
  if (OF_RESIDENT.includes(intent) && personsNamed(question).length > 0) return intents.person;
  if (intent === intents.portals && asksForWay(question.plain)) return intents.way;
  return OF_WORK.includes(intent) && text.includes('/') && findScope(question) !== undefined
    ? intents.commits
    : intent;
}

/** Matches a reply that already says what the resident does not know. */
const HAS_LIMIT = /^I (?:know only|see (?:only|no))\b/;

/** Whether the reply must name the words of the question that it leaves out. */
const leavesOut = ({ about, isCourtesy }: Intent, reply: Reply | undefined): boolean =>
  (about !== undefined || isCourtesy === true) && !HAS_LIMIT.test(reply?.text ?? '');

function understand(question: Question, { understanding }: Replies): Understood {
  const topic = topicWords(question, understanding.isWord);
  const guess = understanding.guess(topic);
  const intent = intentFor(question, guess);
  const isStrange = intent.isOfPeople === true && namesStranger(question, understanding.isWord);
  // “What has been going on” sounds like a question about a person, but no word of it can be a name.
  const hasNoName =
    intent === intents.person &&
    personsNamed(question).length === 0 &&
    question.words.every((word) => understanding.isWord(word));
  const own = shownWords(question.state);
  const missing = noPortal(question, (word) => own.has(word) || understanding.isWord(word));
  const found = missing ?? (isStrange ? stranger(question) : hasNoName ? undefined : intent.answer(question));
  const reply = typeof found === 'string' ? { text: found } : found;
  const leftOut = leavesOut(intent, reply) ? understanding.unknownWords(topic) : [];
  const said = plainWords(reply?.text ?? '');
  return {
    question,
    ...guess,
    intent,
    reply,
    leftOut: leftOut.filter((word) => !said.includes(word)),
  };
}

/** The question before, if the resident answered it with an offer. */
function questionWithOffer(history: ReplyContext['history']): string | undefined {
  const answer = history.at(-1);
  const question = history.at(-2);
  return answer?.role === 'resident' && answer.text.endsWith(OFFER) && question?.role === 'visitor'
    ? question.text
    : undefined;
}

const OTHER_TIME =
  /\b(?:will|how long|since when|until when|when (?:did|was|were|does|is)|did i|(?:going|goes|went|gone) (?:up|down)|rising|falling|trend)\b/;
/** “Did it rain this morning?” is not about now. */
const PAST = /\b(?:did|was|were|been)\b/;

/** The text before an answer about now if the question asks about another time; otherwise empty. */
function nowOnly({ question, intent, reply }: Understood): string {
  const { plain, state } = question;
  const span = spanOf(plain, state.now.get());
  const isOther = span === undefined ? OTHER_TIME.test(plain) : span.name !== TODAY || PAST.test(plain);
  if (!isOther || intent.of === undefined || HAS_LIMIT.test(reply?.text ?? '')) return '';
  const past =
    intent.of === 'now' ? undefined : (pastText(question) ?? `I see only how it is now; ${HAS_HISTORY}.`);
  return `${past ?? 'I see only how it is now.'}\n\n`;
}

/** “Show me the commits” has an answer, and a panel in the world. */
function withPanel({ plain, words, acting }: Question, reply: Reply): Reply {
  const isShown = acting && !reply.action && asksToShow(plain);
  const panel = isShown ? panelNamed(words) : undefined;
  return panel ? { text: `${reply.text}\n\n${OFFER}`, action: { action: 'fly', detail: { panel } } } : reply;
}

const DOUBT = 'I am not sure what you ask. ';
/**
 * Returns the reply. It begins with a heading if the question may have asked for something else, and it names
 * a word of the question that it leaves out. Undefined if too many words are left out: more than one, or any
 * if the guess is not likely.
 */
function worded(understood: Understood): Reply | undefined {
  const { question, intent, isSure, isLikely, reply, leftOut } = understood;
  const mayLeaveOut = isLikely && !intent.isCourtesy ? 1 : 0;
  if (!reply || leftOut.length > mayLeaveOut || (!isSure && intent.isCourtesy)) return undefined;
  const without = leftOut.map((word) => `I leave out “${escapeMarkdown(word)}”, which I do not know.\n\n`);
  const isClear = isSure && leftOut.length === 0;
  const heading =
    isClear || HAS_LIMIT.test(reply.text) || intent.about === undefined
      ? ''
      : `*${isLikely ? '' : DOUBT}About ${intent.about}:*\n\n`;
  return withPanel(question, {
    ...reply,
    text: without.join('') + heading + nowOnly(understood) + reply.text,
  });
}

const clausesOf = (text: string): string[] =>
  text.length > MAX_PARTS_CHARACTERS
    ? []
    : text
        .split(/\b(?:and|but|und)\b|[,;&+]|[.:?!](?:\s|$)/i)
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .slice(0, MAX_PARTS);

/**
 * In questions with these intents, “it” is this home; in a later part of a message, “it” is what an earlier
 * part named.
 */
const OF_HOME: readonly Intent[] = [
  intents.age,
  intents.cost,
  intents.maker,
  intents.oath,
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

/** The answers to the parts of a message that ask for different things; undefined for one question. */
function partly(whole: Understood, context: Replies): Reply | undefined {
  const parts = clausesOf(whole.question.text)
    .map((text) => understand(read(text, context), context))
    // “…, and why?” belongs to the part before it.
    .filter(
      ({ intent, question: { plain } }, index) =>
        !intent.isCourtesy && !GUESS.test(plain) && (index === 0 || !ADDS.test(plain)),
    );
  const clear: Understood[] = [];
  for (const [index, part] of parts.entries()) {
    const { question, intent, isSure } = part;
    const { plain, words } = question;
    // In a later part, “it” is what the part before names. If that part is not understood, or if this part
    // would be about this home, this part has no answer of its own.
    const hasPronoun = PRONOUN.test(plain);
    const isUnclear = hasPronoun && clear.at(-1) !== parts[index - 1] && !OF_SKY.includes(intent);
    const isOfHome = (hasPronoun || words.length <= MAX_TOPIC_WORDS) && OF_HOME.includes(intent);
    const isAsked = ASKS.test(plain) || (intent.about !== undefined && words.length <= MAX_TOPIC_WORDS);
    if (index > 0 && (isUnclear || isOfHome)) continue;
    if (isSure && isAsked && part.leftOut.length === 0 && worded(part) !== undefined) clear.push(part);
  }
  const isAll = clear.length === parts.length;
  const differs = new Set(clear.map(({ intent }) => intent)).size > 1;
  // Two question marks are two questions, so one answer is not enough. An answer that leaves a word out is
  // not enough either.
  const isOne = whole.leftOut.length === 0 && !TWO_QUESTIONS.test(whole.question.text);
  const isClear = whole.isSure && isOne && worded(whole) !== undefined;
  if (clear.length === 0 || (isClear && !(isAll && differs))) return undefined;
  const texts = [...new Set(clear.map((part) => worded(part)?.text ?? ''))];
  const quoted = clear.map(({ question }) => `“${escapeMarkdown(question.text)}”`).join(' and ');
  const action = clear.findLast(({ reply }) => reply?.action)?.reply?.action;
  return {
    text: [...(isAll ? [] : [`I answer only ${quoted}:`]), ...texts].join('\n\n'),
    ...(action && { action }),
  };
}

/** Matches a question that asks for more about the subject of the question before, without naming it. */
const ADDS =
  /^(?:and |but )?(?:since when|until when|how long|how many(?: (?:do|does|are|is|did) not)?|how much|how come|why(?: not)?|when|where|who|which(?: ones?)?(?: and since when)?|(?:what|how) about .+)$|\b(?:that|this|the) (?:number|figure|reading|value|(?:last )?one)\b(?! of)/;

/** The answer to an addition to the question before it: “since when?”, “what about yesterday?”. */
function added(whole: Understood, context: Replies): Reply | undefined {
  const { plain, words, text } = whole.question;
  const before = context.history.findLast(({ role }) => role === 'visitor')?.text;
  if (before === undefined || words.length === 0 || words.length > MAX_ADDITION_WORDS) return undefined;
  const known = understand(read(before, context), context);
  const portal = portalNamed(context.state, known.question.words, true);
  const ownIntent = whole.isSure && whole.intent === intents.sources ? whole.intent : known.intent;
  const intent = portal && ownIntent === intents.way ? intents.namedPortal : ownIntent;
  const isKnown = known.isSure || (known.isLikely && isOnlyNameOrTime(whole.question));
  if (!isKnown || intent.about === undefined) return undefined;
  const isOtherTime = spanOf(plain, context.state.now.get()) !== undefined;
  const kept = isOtherTime ? withoutSpan(known.question.plain) : known.question.plain;
  const joined = `${plain} ${personsNamed(whole.question).length > 0 ? withoutPersons(known.question, kept) : kept}`;
  const question = { ...known.question, text, plain: joined, words: joined.split(' ') };
  const found = intent.answer(question);
  const reply = typeof found === 'string' ? { text: found } : found;
  return worded({ ...known, intent, question, reply, isSure: false });
}

/** Whether a question has an answer from the readings, and not only a reason why there is none. */
function hasAnswer(text: string, context: Replies): boolean {
  const { intent, isSure, reply } = understand(read(text, context), context);
  return isSure && intent.about !== undefined && reply !== undefined && !HAS_LIMIT.test(reply.text);
}

/** The reply to a question that is not understood. It suggests similar questions that have an answer. */
function refusal({ nearest, question }: Understood, context: Replies): Reply {
  const { name } = question.state.config.get().resident;
  const suggestions = nearest
    .filter((text) => !/\{p/.test(text) && hasAnswer(text, context))
    .slice(0, MAX_SUGGESTIONS)
    .map((text) => `“${escapeMarkdown(text.replaceAll('{resident}', name))}”`);
  return { text: unknown(suggestions) };
}

const LISTED: readonly Intent[] = [intents.commits, intents.merged, intents.news, intents.namedPull];

/** The reply to “who did that?” and “and the one before?”, from the list that an earlier question asks for. */
function ofList(question: Question, context: Replies): Reply | undefined {
  const [isWho, isBefore] = [ASKS_WHO, ASKS_BEFORE].map((words) => words.test(question.plain));
  if (!isWho && !isBefore) return undefined;
  const asked = context.history.filter(({ role }) => role === 'visitor').map(({ text }) => text);
  let at = isBefore ? 1 : 0;
  let text = asked.pop();
  for (; text !== undefined; text = asked.pop()) {
    const { plain } = questionOf(text, context);
    if (ASKS_BEFORE.test(plain)) at += 1;
    else if (!ASKS_WHO.test(plain)) break;
  }
  const known = understand(read(text ?? '', context), context);
  if (!LISTED.includes(known.intent)) return undefined;
  const found = known.intent.answer({ ...known.question, rows: at + 1 });
  const rows = typeof found === 'string' ? rowsOf(found) : [];
  // The answer about one pull request is no list.
  const row = rows[at] ?? (at === 0 && typeof found === 'string' && rows.length === 0 ? found : undefined);
  if (row === undefined) return isBefore ? { text: 'I see none before that.' } : undefined;
  const unseen = question.plain.includes('merged') ? 'I do not see who merged it, only whose it is: ' : '';
  return { text: `${isBefore ? 'Before that: ' : unseen}${row}` };
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
  const isVague = !whole.isSure && (!whole.reply || PRONOUN.test(question.plain));
  const isAddition = isVague || ADDS.test(question.plain) || isOnlyNameOrTime(question);
  const one = (isAddition ? added(whole, context) : undefined) ?? worded(whole);
  return partly(whole, context) ?? one ?? refusal(whole, context);
}
