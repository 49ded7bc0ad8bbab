import * as about from './answers/about.ts';
import { place } from './answers/world.ts';
import { type Choice, choiceOf } from './choice.ts';
import { nowOnly } from './doubt.ts';
import { escapeMarkdown } from './markdown.ts';
import { type Answer, type Question, type Reply, type ReplyContext, questionOf } from './question.ts';

/** A sentence of a message, or a half of it, with what answers it. */
export interface MessagePart {
  readonly text: string;
  readonly question: Question;
  readonly choice: Choice | undefined;
}

const MAX_PARTS = 4;
const MAX_CHARACTERS = 300;
/** A shorter part is no question of its own. */
const MIN_WORDS = 3;
const ASKS =
  /^(?:who|whose|what|which|where|when|why|how|is|are|was|were|do|does|did|has|have|can|could|will|would|should|may|show|tell|list|give)\b/;
/** They answer no question. */
const COURTESIES: ReadonlySet<Answer> = new Set<Answer>([
  about.farewell,
  about.greeting,
  about.noise,
  about.praise,
  about.rude,
  about.thanks,
]);
/** To them, “it” is this home; in a later part of a message it is what was named before. */
const OF_HOME: ReadonlySet<Answer> = new Set<Answer>([about.age, about.cost, about.maker, place]);
const PRONOUN = /\b(?:it|that|they|them)\b/;

/** The sentences of a message and their halves, without greetings and thanks. */
export const partsOf = (text: string, context: ReplyContext): MessagePart[] =>
  text
    .slice(0, MAX_CHARACTERS)
    .split(/\b(?:and|but)\b|[,;&+]|[.?!](?:\s|$)/i)
    .filter((part) => part.trim() !== '')
    .slice(0, MAX_PARTS)
    .map((part) => ({ text: part.trim(), question: questionOf(part, context) }))
    .map((part) => ({ ...part, choice: choiceOf(part.question) }))
    .filter(({ choice }) => choice === undefined || !COURTESIES.has(choice.answer));

/**
 * The answers to the questions of a message of which they leave out no word: “How do I jump? My cat wants to know”.
 * @param whole What answers the message as one question. If it leaves out one word at most, it gives way only to
 * different answers to all parts.
 */
export function partly(parts: readonly MessagePart[], whole: Choice | undefined): Reply | undefined {
  const clear = parts.flatMap(({ text, question, choice }, index) => {
    const { plain, words } = question;
    if (choice?.left.length !== 0 || words.length < MIN_WORDS || !ASKS.test(plain)) return [];
    if (index > 0 && OF_HOME.has(choice.answer) && PRONOUN.test(plain)) return [];
    const { reply } = choice;
    return [{ text, reply: { ...reply, text: nowOnly(question, choice.answer, reply.text) + reply.text } }];
  });
  const last = clear.at(-1);
  const isAll = clear.length === parts.length;
  const texts = [...new Set(clear.map(({ reply }) => reply.text))];
  if (last === undefined || (whole && whole.left.length < 2 && !(isAll && texts.length > 1)))
    return undefined;
  const quoted = clear.map(({ text }) => `“${escapeMarkdown(text)}”`).join(' and ');
  return {
    ...last.reply,
    text: [...(isAll ? [] : [`I answer only ${quoted}:`]), ...texts].join('\n\n'),
  };
}
