import type { Question } from './question.ts';
import { plainWords } from './words.ts';

/** Whether a row of the table fits a question. */
export type Fits = (question: Question) => boolean;

/** `a|b` one of these, `a_b` two words, `(a)` may be missing, `*` any words, `commit~` its endings. */
function wordPattern(token: string): string {
  if (token === '*') return '(?:\\S+ )*?';
  const words = token.replace(/[()]/g, '').replaceAll('_', ' ').replaceAll('~', '\\w*');
  return token.startsWith('(') ? `(?:(?:${words}) )?` : `(?:${words}) `;
}

/** A phrase; `^` and `$` are the beginning and the end of the message. */
function phrase(text: string): Fits {
  const [begin, end] = [text.startsWith('^') ? '^' : '', text.endsWith('$') ? '$' : ''];
  const tokens = text.slice(begin.length, text.length - end.length).split(' ');
  const pattern = new RegExp(`${begin} ${tokens.map(wordPattern).join('')}${end}`);
  return ({ plain }) => pattern.test(` ${plain} `);
}

/**
 * Words of a question that do not say what it is about. What is neither here nor a word of the topic is
 * another matter.
 */
export const SMALL = new Set(
  (
    'a an the this that these those it its is are was were be been am do does did done has have had can could will would should may might must ' +
    'i you yourself yourselves he she we they me us him her them my your our their mine yours one ones some any anything something everything anyone someone everyone all every each both many much more most few several other others another else ' +
    'what which who whom whose when where why how there here then than now right just still also too only even so very really quite maybe ' +
    'and or but if of in on at to for from by with about as into over under up down out off not no yes ' +
    'please tell show give list let see say know want need like get got look read check ask answer mean means find hear count name names ' +
    'last latest newest recent recently lately current currently new old first next today yesterday tonight tomorrow morning evening night week weeks weekend month year years day days hour hours minute minutes time since ago past ' +
    'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday two three four five six seven eight nine ten couple number total long often quick short brief ' +
    'dear sir mate buddy friend man dude bro home house place world website page status state exist exists available hi hello hey thanks thank ok okay great good bad nice going doing happening happened think believe ' +
    'wie viele ist das der die gibt es heute was sind welche wo zeig mir bitte alle am gerade bei dir hier letzten letzte neuesten neueste'
  ).split(' '),
);

/** How many other matters a message of so many words may have and still be about its topic. */
const roomFor = (count: number): number => (count <= 5 ? 0 : count <= 8 ? 1 : 2);

/** It asks how to do something, not for a reading. */
const HOW_TO = /^how (?:can|do|could|to|would|should)\b/;

/** A message that has one of these words, and little else, or with `isAll` nothing else. */
function about(topic: readonly string[], isAll: boolean): Fits {
  const own = new Set(topic);
  return ({ words, plain, state }) => {
    if (HOW_TO.test(plain)) return false;
    const place = plainWords(state.config.get().weather.place ?? '');
    const isSmall = (word: string): boolean =>
      own.has(word) || SMALL.has(word) || place.includes(word) || /^\d+$/.test(word);
    const others = words.filter((word) => !isSmall(word));
    return words.some((word) => own.has(word)) && others.length <= (isAll ? 0 : roomFor(words.length));
  };
}

/** A message that has a word before the `+`, and besides those after it nothing else. */
function only(given: readonly string[]): Fits {
  const [all, own] = [new Set(given), new Set(given.slice(0, given.indexOf('+')))];
  return ({ words }) => words.some((word) => own.has(word)) && words.every((word) => all.has(word));
}

function one(text: string, tests: Readonly<Record<string, Fits>>): Fits {
  const words = text.slice(1).split(' ');
  if (text.startsWith('##')) return about(text.slice(2).split(' '), true);
  if (text.startsWith('#')) return about(words, false);
  if (text.startsWith('=')) return only(words);
  return text.startsWith('@') ? (tests[text.slice(1)] ?? (() => false)) : phrase(text);
}

const partsOf = (text: string): string[] => text.split(',').map((part) => part.trim().replace(/\s+/g, ' '));

/**
 * Whether a question fits a row. Commas separate the parts of a row, and one of them has to fit: a phrase, `#` with
 * the words of a topic (`##`: and no other matter), `=` with all words of a message, or `@` with a test of the
 * table. A part after a `!` must not fit. A part after a `?` names more words that the answer takes into account.
 */
export function fitsOf(text: string, tests: Readonly<Record<string, Fits>> = {}): Fits {
  const parts = partsOf(text);
  const wanted = parts.filter((part) => !/^[!?]/.test(part)).map((part) => one(part, tests));
  const refused = parts.filter((part) => part.startsWith('!')).map((part) => one(part.slice(1), tests));
  return (question) => wanted.some((fits) => fits(question)) && !refused.some((fits) => fits(question));
}

/** A part of a row, and its words. */
export interface Part {
  readonly fits: Fits;
  readonly words: readonly string[];
}

/** The parts of a row that have words: what makes it fit, and what its answer takes into account. */
export const wordedParts = (text: string): Part[] =>
  partsOf(text)
    .filter((part) => !/^[!@]/.test(part))
    .map((part) => ({
      fits: part.startsWith('?') ? () => true : one(part, {}),
      words: part.split(/[^a-z\d]+/).filter(Boolean),
    }));
