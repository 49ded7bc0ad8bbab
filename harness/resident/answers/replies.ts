/** The reply to a message, from the readings, the conversation and the docs. */
import { language, unknown } from './about.ts';
import { ASKS, ONLY_ADDS, PRONOUN, added, isAddition, understoodBefore } from './additions.ts';
import { ASKS_BEFORE, ASKS_WHO, withTime } from './follow-ups.ts';
import { ofList, ofPersons } from './from-answers.ts';
import { hint, ofDocs, ofQuestions, withDocs } from './from-docs.ts';
import { type Intent, LISTED, OF_HOME, OF_SKY, intents } from './intents.ts';
import { headingIn, pagesIn } from './look-up.ts';
import { personsNamed } from './names.ts';
import { replyToParts } from './parts.ts';
import {
  HAS_LIMIT,
  OF_WORK,
  type Replies,
  type Understood,
  doubted,
  read,
  understand,
  worded,
} from './understood.ts';
import { OFFER } from './ways.ts';
import { portalNamed } from '../places.ts';
import { type Question, type Reply, type ReplyContext, lastAnswer } from '../question.ts';
import { NOT_SURE, escapeMarkdown } from '../reply-text.ts';

/** In a question’s plain words, “please do” is “do”, “yes please” is “yes”, and “let’s go” is “let go”. */
const YES = /^(?:yes|yeah|yep|sure|ok|okay|please|do|go|do it|take me there|let(?: us|s)? go)$/;
const MAX_SUGGESTIONS = 3;
/** The question before, if the resident answered it with an offer. */
function questionWithOffer(history: ReplyContext['history']): string | undefined {
  const answer = history.at(-1);
  const question = history.at(-2);
  return answer?.role === 'resident' && answer.text.endsWith(OFFER) && question?.role === 'visitor'
    ? question.text
    : undefined;
}

/** Their answers tell who wrote something, or why that is not known. */
const OF_AUTHORS: readonly Intent[] = [intents.feed, intents.oath];
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
  const answer = lastAnswer(history);
  if (THING.test(plain) && headingIn(answer) !== undefined) return true;
  const isAfterDocs = pagesIn(answer).length > 0;
  if (!THING.test(plain) && !CONTINUES.test(text) && !isAfterDocs) return false;
  if (OF_SKY.includes(intent) && IS_IT.test(plain)) return false;
  const isWithin = (of: readonly Intent[]): boolean => of.includes(intent) && of.includes(before.intent);
  return !isWithin(OF_HOME) && !isWithin(OF_PEOPLE);
}

/** The answer to a question from the readings; undefined also if it is only a reason why there is none. */
function ownAnswer(text: string, context: Replies): Reply | undefined {
  const { intent, isSure, reply } = understand(read(text, context), context);
  return isSure && intent.about !== undefined && !HAS_LIMIT.test(reply?.text ?? '') ? reply : undefined;
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
  const quoted = (text: string): string => `“${escapeMarkdown(text.replaceAll('{resident}', name))}”`;
  for (const text of nearest) {
    const isSame =
      docs !== undefined &&
      (docs.alike(words, text) >= MIN_SAME_QUESTION || docs.alike(words, text, 1) >= MIN_SAME_WORD);
    const answer = isSame ? ownAnswer(text, context) : undefined;
    if (answer) return { ...answer, text: `*${NOT_SURE} About ${quoted(text)}:*\n\n${answer.text}` };
  }
  const suggestions: string[] = [];
  for (const text of ONLY_ADDS.test(question.plain) ? [] : nearest) {
    if (!/\{p/.test(text) && ownAnswer(text, context)) suggestions.push(quoted(text));
    if (suggestions.length === MAX_SUGGESTIONS) break;
  }
  return { text: unknown(suggestions) };
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

/** What “yes” to an offer does. */
function acceptedOffer({ plain }: Question, context: Replies): Reply | undefined {
  const earlier = context.acting && YES.test(plain) ? questionWithOffer(context.history) : undefined;
  if (earlier === undefined) return undefined;
  const { action } = replyTo(earlier, { ...context, history: [] });
  return (
    action && {
      text: 'Then “Take me there” on the page, or Enter on an empty line, brings you there.',
      action,
    }
  );
}

/** The reply to a question that refers to no list, person or offer of the conversation. */
function replyToQuestion(alone: Understood, known: Understood | undefined, context: Replies): Reply {
  const { plain, words } = alone.question;
  const parts = replyToParts(alone, context);
  if (parts?.isPartial === false) return parts.reply;
  const before = known?.intent;
  const isOfList = ASKS_WHO.test(plain) || ASKS_BEFORE.test(plain);
  const goesOn = isOfList
    ? before !== undefined && OF_AUTHORS.includes(before)
    : known !== undefined && isAddition(alone, known, context);
  const addition = known && goesOn ? added(alone, known, context) : undefined;
  // “Where is it saved?” may be about what was asked before, so its answer needs a heading.
  const isUncertain = known !== undefined && (goesOn || isOfOther(alone, known, context));
  const hasPronoun = PRONOUN.test(plain);
  // What has one word in common with its intent, and nothing with the conversation, is not sure.
  const isWeak =
    known !== undefined &&
    hasPronoun &&
    alone.intent !== before &&
    context.docs?.alike(words, alone.example, 1) === 0;
  const lowered =
    isUncertain || isWeak ? { ...alone, isSure: false, isLikely: alone.isLikely && !isWeak } : alone;
  // “And yesterday?” goes on with a reading, which no section knows.
  const isOfReading = addition !== undefined && before?.isOfUse !== true;
  const topic = isUncertain || hasPronoun ? known : undefined;
  const section = isOfReading ? undefined : ofQuestions(lowered, alone, topic, context);
  if (section?.isDoubtful === false) return { text: section.text };
  // “Codex does not show up. What did I miss?” is one question only if a section answers it.
  if (parts) return parts.reply;
  const fromDocs = ofDocs(section, lowered, alone, known, context);
  if (fromDocs) return { text: fromDocs.text };
  if (addition) return addition;
  const isOfHome = before !== undefined && OF_HOME.includes(alone.intent) && OF_HOME.includes(before);
  if ((isOfList && !isOfHome) || ONLY_ADDS.test(plain)) return refusal(lowered, context);
  const reply = isWeak ? doubted(lowered) : worded(lowered);
  return withDocs(lowered, reply, context) ?? hint(lowered, context) ?? refusal(lowered, context);
}

/** The reply to one message, from the current state. */
export function replyTo(text: string, context: Replies): Reply {
  const asked = read(text, context);
  const list = ofList(asked, context);
  if (list) return list;
  const known = understoodBefore(context);
  const persons = ofPersons(asked, known, context);
  if (persons) return persons;
  const timed = withTime(asked, context.history);
  const question = timed !== asked && OF_TIME.includes(understand(asked, context).intent) ? timed : asked;
  return acceptedOffer(question, context) ?? replyToQuestion(understand(question, context), known, context);
}
