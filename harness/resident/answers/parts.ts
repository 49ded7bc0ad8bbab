/** The answer to a message that asks for several things: one reply for each of its parts. */
import { ASKS, MAX_TOPIC_WORDS, PRONOUN, added, clausesOf, isAddition, isOnlyAddition } from './additions.ts';
import { COMPARES } from './commits.ts';
import { LISTED, OF_HOME, OF_SKY, intents } from './intents.ts';
import { personsNamed } from './names.ts';
import { type Replies, type Understood, read, understand, worded } from './understood.ts';
import type { Reply } from '../question.ts';
import { escapeMarkdown } from '../reply-text.ts';

/** “I am new” is no topic. */
const TELLS = /^(?:i|we|my|our|you|nothing|nobody)\b/;
/** A list goes on after “and”: “the news about merges and incidents”. */
const IN_LIST = /\b(?:about|of|for|between|with|like) (?:\S+ )?\S+$/i;
const TWO_QUESTIONS = /\?\s*[^?\s][^?]*\?/;
/** Parts that ask for nothing: “the commits, I guess”, “can it be seen, is that possible?” */
const GUESS =
  /^(?:(?:any|a) (?:guess|idea|clue)s?|i (?:guess|suppose|think)|(?:is (?:it|that|this) )?(?:possible|right|correct|true|ok))$/;

/** Whether a message is one question, though it has several parts: it compares, or names several persons. */
const isOneQuestion = ({ question, reply, intent, isLikely }: Understood): boolean =>
  reply !== undefined &&
  (COMPARES.test(question.plain)
    ? isLikely || LISTED.includes(intent)
    : isLikely && personsNamed(question).length > 1);

const HEADING = /^\*If you ask about .*\*$/;
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

/** The reply to a message of several parts. */
interface PartsReply {
  readonly reply: Reply;
  /** Whether it leaves out a part, and says so. */
  readonly isPartial: boolean;
}

function answersOf(parts: readonly Understood[], context: Replies): PartAnswers {
  const clear: Understood[] = [];
  const replies: Reply[] = [];
  /** The number of parts that an earlier part answers too: “how many zaps are there and what do they add up to?” */
  let answered = 0;
  let additions = 0;
  /** Whether the reply is added, because it says something new. */
  const add = (reply: Reply): boolean => {
    const isAdded = isNews(reply.text, replies);
    if (isAdded) replies.push(reply);
    return isAdded;
  };
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
      if (addition && add(addition)) additions++;
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

/** The answers to the parts of a message that ask for different things; undefined for one question. */
export function replyToParts(whole: Understood, context: Replies): PartsReply | undefined {
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
  const isPartial = !isAll && own === undefined;
  const texts = replies.map(({ text }) => text);
  const text = (isPartial ? [`I answer only ${quoted}:`, ...texts] : texts).join('\n\n');
  return { reply: { text, ...(action && { action }) }, isPartial };
}
