import { type Intent, intentRules } from './intent-rules.ts';
import { type Question, questionOf } from './questions.ts';
import { plainWords, wordMatches } from './words.ts';

/** A message is short if it has no more words than this. */
const ALONE_WORDS = 3;
/** These are left out if the message asks for something as well. */
const polite: readonly Intent[] = ['greeting', 'thanks', 'farewell'];
/** These are left out if the message is about a particular topic as well. */
const general: readonly Intent[] = ['status', 'help', 'identity'];

const holds = (words: readonly string[], phrase: string): boolean =>
  ` ${words.join(' ')} `.includes(` ${phrase} `);

/**
 * What a message asks for, in the order of the answers; empty if it is about nothing that the
 * resident knows.
 */
export function intentsOf(text: string): Intent[] {
  const words = plainWords(text);
  const found = intentRules
    .filter(
      (rule) =>
        rule.words?.some((known) => words.some((word) => wordMatches(word, known))) ||
        rule.phrases?.some((phrase) => holds(words, phrase)) ||
        (words.length <= ALONE_WORDS && rule.alone?.some((known) => words.includes(known))),
    )
    .map(({ intent }) => intent);
  if (found.includes('model')) return ['model'];
  const serious = found.filter((intent) => !polite.includes(intent));
  if (serious.length === 0) return found.slice(0, 1);
  const particular = serious.filter((intent) => !general.includes(intent));
  // “status of the portals” is about the portals; “status” alone is about everything.
  if (particular.length > 0) return particular;
  return serious.slice(0, 1);
}

/** What a message is about. */
export type Topic =
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'intents'; readonly intents: readonly Intent[] };

/**
 * The topic of a message. Requests that need a model come first, then patterns of whole messages,
 * then single words.
 */
export function topicOf(text: string): Topic {
  const intents = intentsOf(text);
  const question = intents.includes('model') ? undefined : questionOf(text);
  return question === undefined ? { kind: 'intents', intents } : { kind: 'question', question };
}
