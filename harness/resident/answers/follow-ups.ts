import { type Question, type ReplyContext } from '../question.ts';
import { plainWords } from '../words.ts';
import { COMPARES } from './commits.ts';
import { PROGRAMS, personsNamed, withoutPersons } from './names.ts';
import { isNamed, sessionLines } from './sessions.ts';
import { spanOf, timeWords, withoutSpan } from './span.ts';

/** “Who did that?”, “who made the last one?”, after an answer with a list. */
export const ASKS_WHO =
  /^(?:and )?(?:who(?:se)? (?:did|made|wrote|is|was|merged|committed|sent) (?:(?:that|it|this|those|these|them)(?: ones?)?|the (?:last|newest|latest) one)(?: (?:by|from))?|by whom|from whom)$/;
/** In these questions “one” is a row of a list. */
export const OF_NEWEST = /\bthe (?:last|newest|latest) one\b/;
/** “When was it merged?”, after an answer about a pull request. */
export const ASKS_OF_IT =
  /^(?:and )?(?!.*\bmost\b)(?:who|when|how long ago)\b.*\b(?:it|that|this)\b(?! (?:package|folder|week|month|year))/;
/** “And the one before?” */
export const ASKS_BEFORE =
  /^(?:(?:and|what is|what was|show me|tell me) )*the (?:(?:one|commit|merge|pull request) before(?: (?:that|it|this)(?: one)?)?|previous(?: one)?)$|^(?:and |what was )?before (?:that|it|this)(?: one)?$/;
const IT = /\b(?:it|that one)\b/;
const OTHERS = /\b(?:he|she|they|his|their|him)\b/;
/** The most persons of an answer to whom “they” can refer. */
const MAX_OTHERS = 3;
/** Matches the words that may stand beside a name in a question that is only a name: “and Ben?”. */
const BESIDE_NAME = /^(?:(?:and|or|what|how|about|is|with|of|the|one|ones) *)*$/;
const CONTINUES = /^\s*(?:and|but|only|just)\b/i;
const OF_THEM = /\b(?:them|those|these|that)\b/;
/** The number of earlier questions in which a time is looked for. */
const MAX_BEFORE = 3;

/** The rows of the lists in an answer. */
export const rowsOf = (answer: string): string[] =>
  answer.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []));

/** Whether a question is a name or a time, and nothing else: “and Ben?”, “and yesterday?”. */
export function isOnlyNameOrTime(question: Question): boolean {
  const { plain, state } = question;
  const hasName = personsNamed(question).length > 0;
  if (!hasName && spanOf(plain, state.now.get()) === undefined) return false;
  return BESIDE_NAME.test(withoutSpan(withoutPersons(question, plain)).trim());
}

const ONE_NAME = /^(?:and|or|(?:and )?(?:what|how) about) (\p{L}{3,})$/u;
/** Whether a question is a name that this home does not know, and nothing else: “and Zaphod?”. */
export function isOtherName(question: Question, isWord: (word: string) => boolean): boolean {
  const [, name] = ONE_NAME.exec(question.plain) ?? [];
  if (name === undefined || personsNamed(question).length > 0) return false;
  return PROGRAMS.has(name) || !isWord(name);
}

const withWords = (question: Question, words: string): Question => {
  const plain = `${question.plain} ${words}`;
  return { ...question, plain, words: plain.split(' ') };
};

/**
 * Returns the question with the names to which “they” refers. The names come from the question before, or
 * from its answer. Undefined if “they” refers to no persons, or to too many.
 */
export function withNames(question: Question, before: Question, answer: string): Question | undefined {
  const { state } = question;
  const asked = personsNamed(before);
  // A session is an “it”, an author is not.
  const isOfSession =
    asked.length === 1 && sessionLines(state, (one) => isNamed(one, asked[0] ?? '')).length > 0;
  const refers = OTHERS.test(question.plain) || (isOfSession && IT.test(question.plain));
  const isAlone = personsNamed(question).length > 0 && !COMPARES.test(question.plain);
  if (!refers || isAlone) return undefined;
  const said = plainWords(answer).join(' ');
  const at = (name: string): number => said.indexOf(plainWords(name).join(' '));
  const all =
    asked.length > 0 ? asked : personsNamed({ state, plain: said }).sort((one, other) => at(one) - at(other));
  // After “who did most?”, “they” is the first name of the answer.
  const named = /\bmost\b/.test(before.plain) ? all.slice(0, 1) : all;
  if (named.length === 0 || named.length > MAX_OTHERS) return undefined;
  return withWords(question, named.flatMap(plainWords).join(' '));
}

/**
 * Returns the question with the time of an earlier question, if it continues that question and names no time.
 */
export function withTime(question: Question, history: ReplyContext['history']): Question {
  const now = question.state.now.get();
  const refers = OF_THEM.test(question.plain) || CONTINUES.test(question.text);
  if (!refers || spanOf(question.plain, now) !== undefined) return question;
  const [time] = history
    .filter(({ role }) => role === 'visitor')
    .slice(-MAX_BEFORE)
    .reverse()
    .flatMap(({ text }) => timeWords(plainWords(text).join(' ')) ?? []);
  // Only the answer needs the time: the words of this question say what it asks.
  return time === undefined ? question : { ...question, plain: `${question.plain} ${time}` };
}
