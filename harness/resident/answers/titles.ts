import { currentValue } from '../../../data/readings/reading.ts';
import type { Question } from '../question.ts';
import { plainWords } from '../words.ts';
import { MONTHS, WEEKDAYS } from './span.ts';

/** What the titles of commits and pull requests must have. */
export interface Scope {
  /** The path, or the words. */
  readonly words: readonly string[];
  readonly has: (title: string) => boolean;
  /** Whether the word is the name of one of several repositories. */
  readonly isRepository?: boolean;
  /** Whether the question calls a word a package, a folder or the like. */
  readonly isPart?: boolean;
}

/** Finds a path that a title must have: `what changed in labs/ssr`. */
const PATH = /(?:^|\s)@?((?:[a-z][\w.-]{0,30}\/)+(?:[\w.-]{1,30}\w)?)/i;
/** Finds a word that a title must have: `commits about tides`. */
const SUBJECT =
  /\b(?:about|around|regarding|concerning|mention(?:ing|s)?|with the word|touch(?:ing|ed)?) (?:the |an? )?(?:word )?([a-z][a-z\d]{2,30})\b/g;
/** Finds a word that is used only if some title has it: “in harness”, “the signals package”. */
const SCOPE =
  /\b(?:in|to|work\w* on) (?:the )?(?:folder )?([a-z][a-z\d]{2,30})\b|\b([a-z][a-z\d]{2,30}) (?:package|folder|module|directory|part|component)s?\b/g;
/** Words that ask for no title, though titles have them too. */
const NO_SCOPE = new Set([
  ...MONTHS,
  ...WEEKDAYS,
  ...(
    'right what these those my last past total all this that your our the here there commit commits ' +
    'home repository main master today yesterday git detail order general world code project projects you ' +
    'everyone history words short utc time now day week month hour file files feature features little longer ' +
    'small individual include limited event events window environment info support service map position watch register both using adds fixes versions range package packages before after since until it me us him her them what when where who how why which with without during something anything everything nothing lately recently adapter adapters note notes'
  ).split(' '),
]);
/** A shorter word must be a whole word of a title: “css” is not in “access”. */
const MIN_PART_CHARACTERS = 5;

/** Whether a text has a word: the word itself, its plural or singular, or a word that begins or ends with it. */
export function hasWord(text: string, word: string): boolean {
  if (word.includes('-')) return text.toLowerCase().includes(word);
  return plainWords(text).some(
    (own) =>
      own === word ||
      own === `${word}s` ||
      `${own}s` === word ||
      (word.length >= MIN_PART_CHARACTERS && (own.startsWith(word) || own.endsWith(word))),
  );
}

/** Whether a title names a path, or a part of it. */
const namesPath = (title: string, path: string): boolean =>
  title
    .toLowerCase()
    .split(/[^\w./-]+/)
    .some((part) => part === path || part.startsWith(`${path}/`));

/** What titles must have to be in the answer; undefined if the question is about all commits. */
export function findScope({
  plain,
  text,
  state,
  rare = [],
}: Pick<Question, 'plain' | 'text' | 'state' | 'rare'>): Scope | undefined {
  const path = PATH.exec(text.replaceAll(/https?:\S+/g, ''))?.[1]
    ?.toLowerCase()
    .replace(/\/$/, '');
  if (path !== undefined) return { words: [path], has: (title) => namesPath(title, path) };
  const { commits, merged } = state.readings;
  const titles = [...(currentValue(commits.get()) ?? []), ...(currentValue(merged.get()) ?? [])].map(
    ({ title }) => title,
  );
  const isInTitle = (word: string): boolean => titles.some((title) => hasWord(title, word));
  const wordsOf = (pattern: RegExp): string[] =>
    [...plain.matchAll(pattern)].flatMap(([, one, other]) => one ?? other ?? []);
  // As it is written: “ssr-client” is one word in a title.
  const joined = (text.toLowerCase().match(/\b[a-z]\w*(?:-\w+)+/g) ?? []).filter(isInTitle);
  const parts = joined.flatMap(plainWords);
  const wanted = [...wordsOf(SUBJECT), ...[...wordsOf(SCOPE), ...rare].filter(isInTitle)].filter(
    (word) => !NO_SCOPE.has(word) && !parts.includes(word),
  );
  const words = [...new Set([...joined, ...wanted])];
  if (words.length === 0) return undefined;
  const countIn = (title: string): number => words.filter((word) => hasWord(title, word)).length;
  const most = Math.max(0, ...titles.map(countIn));
  // “Hydrate or the cache” asks for either.
  const wantsAny = /\bor\b/.test(plain);
  const has = (title: string): boolean => most > 0 && countIn(title) >= (wantsAny ? 1 : most);
  const found = words.filter((word) => titles.some((title) => has(title) && hasWord(title, word)));
  const isPart = [...plain.matchAll(SCOPE)].some(([, , part]) => part !== undefined && found.includes(part));
  return { words: found.length > 0 ? found : words, has, isPart };
}
