import { type Question, questionOf } from './questions.ts';
import { plainWords, wordMatches } from './words.ts';

/** What the embedded resident can talk about. */
export type Intent =
  | 'status'
  | 'agents'
  | 'portals'
  | 'help'
  | 'weather'
  | 'block'
  | 'sovereignty'
  | 'commits'
  | 'merged'
  | 'feed'
  | 'time'
  | 'greeting'
  | 'thanks'
  | 'identity'
  | 'farewell'
  | 'model';

interface Rule {
  readonly intent: Intent;
  /** Any of these words means it. */
  readonly words?: readonly string[];
  /** Any of these sequences of words means it, wherever it stands. */
  readonly phrases?: readonly string[];
  /**
   * These words mean it only when the whole message is short: `hi` in a long question is
   * politeness.
   */
  readonly alone?: readonly string[];
}

/** In the order of the answers, when a message asks for several things. */
const rules: readonly Rule[] = [
  {
    // What needs a model is said first, and nothing else is answered: a poem about portals is not a
    // list of portals.
    intent: 'model',
    words: [
      'poem',
      'poetry',
      'essay',
      'haiku',
      'joke',
      'translate',
      'summarize',
      'summarise',
      'imagine',
      'compose',
    ],
    phrases: [
      'write me',
      'write a',
      'write an',
      'tell me a story',
      'a story',
      'write code',
      'fix the bug',
      'fix this',
    ],
  },
  {
    intent: 'status',
    words: [
      'status',
      'overview',
      'summary',
      'health',
      'healthy',
      'dashboard',
      'everything',
      'readings',
      'report',
      'problem',
      'problems',
      'wrong',
      'broken',
      'outage',
      'missing',
    ],
    phrases: [
      'how are things',
      'how is it going',
      'what is going on',
      'what is happening',
      'what is up',
      'what is new',
      'all systems',
      'are you ok',
      'are you okay',
      'how are you',
      'how is the home',
      'how is home',
      'what can you see',
      'you not see',
      'you cannot see',
      'you can t see',
      'can t you see',
      'is anything down',
      'what is down',
    ],
  },
  {
    intent: 'agents',
    words: ['agent', 'agents', 'bot', 'bots', 'worker', 'workers', 'team', 'crew', 'busy', 'idle', 'dormant'],
    phrases: [
      'who is working',
      'who works',
      'who is active',
      'who is dead',
      'who is here',
      'anybody working',
      'anyone working',
      'working on',
    ],
  },
  {
    intent: 'portals',
    words: [
      'portal',
      'portals',
      'gate',
      'gates',
      'door',
      'doors',
      'game',
      'games',
      'worlds',
      'destination',
      'destinations',
    ],
    phrases: [
      'where can i go',
      'where do they lead',
      'other world',
      'can i travel',
      'where to go',
      'can i play',
      'to play',
    ],
  },
  {
    intent: 'sovereignty',
    words: ['sovereignty', 'sovereign', 'sovreignty', 'soverignty', 'independence', 'independent'],
    phrases: ['self hosted', 'how much is our own', 'own machine'],
  },
  {
    intent: 'weather',
    words: [
      'weather',
      'temperature',
      'forecast',
      'raining',
      'rain',
      'sunny',
      'sun',
      'snow',
      'snowing',
      'storm',
      'cloudy',
      'clouds',
      'fog',
      'foggy',
      'degrees',
      'outside',
      'warm',
      'cold',
      'hot',
      'sky',
      'thunder',
    ],
  },
  {
    intent: 'block',
    words: ['block', 'blocks', 'height', 'chain', 'blockchain', 'bitcoin', 'btc', 'tip'],
  },
  {
    intent: 'merged',
    words: [
      'merged',
      'merge',
      'merges',
      'pull',
      'pulls',
      'pr',
      'prs',
      'book',
      'books',
      'bookshelf',
      'bookshelves',
      'shelf',
      'shelves',
    ],
  },
  {
    intent: 'commits',
    words: [
      'commit',
      'commits',
      'committed',
      'pushed',
      'push',
      'code',
      'repository',
      'repo',
      'changelog',
      'git',
      'changes',
      'changed',
    ],
  },
  {
    intent: 'feed',
    words: [
      'feed',
      'relay',
      'relays',
      'nostr',
      'note',
      'notes',
      'zap',
      'zaps',
      'zapped',
      'sats',
      'reaction',
      'reactions',
      'events',
    ],
  },
  {
    intent: 'time',
    words: ['clock', 'date', 'utc'],
    phrases: ['what time', 'the time', 'time is it', 'what day', 'which day', 'time now', 'current time'],
    alone: ['time', 'now'],
  },
  {
    intent: 'help',
    words: ['help', 'commands', 'command', 'instructions', 'manual', 'usage'],
    phrases: [
      'what can you do',
      'what can i ask',
      'what can i do',
      'what do you know',
      'how does this work',
      'how do i',
      'how to use',
      'what should i ask',
    ],
  },
  {
    intent: 'identity',
    words: ['model', 'llm', 'gpt', 'ai', 'human', 'robot'],
    phrases: [
      'who are you',
      'who lives here',
      'are you chatgpt',
      'are you claude',
      'what are you',
      'your name',
      'are you real',
      'about yourself',
      'introduce yourself',
      'your purpose',
      'your job',
      'why are you here',
    ],
  },
  {
    intent: 'farewell',
    words: ['bye', 'goodbye', 'farewell'],
    phrases: ['good night', 'see you'],
  },
  {
    intent: 'thanks',
    words: ['thanks', 'thank', 'thx', 'cheers'],
    alone: ['great', 'nice', 'cool', 'ok', 'okay'],
  },
  {
    intent: 'greeting',
    words: ['hello', 'greetings', 'howdy'],
    phrases: ['good morning', 'good evening', 'good afternoon'],
    alone: ['hi', 'hey', 'hallo', 'yo', 'hola', 'moin', 'bonjour', 'servus'],
  },
];

/** A message of so few words is nothing but what it says. */
const ALONE_WORDS = 3;
/** Politeness gives way to a question in the same message. */
const polite: readonly Intent[] = ['greeting', 'thanks', 'farewell'];
/** What a question about one thing does not mean as well. */
const general: readonly Intent[] = ['status', 'help', 'identity'];

const holds = (words: readonly string[], phrase: string): boolean =>
  ` ${words.join(' ')} `.includes(` ${phrase} `);

/**
 * What a message asks for, in the order of the answers; empty when it is about nothing the resident
 * knows.
 */
export function intentsOf(text: string): Intent[] {
  const words = plainWords(text);
  const found = rules
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
  // "status of the portals" is about the portals; "status" alone is about everything.
  if (particular.length > 0) return particular;
  return serious.slice(0, 1);
}

/** What a message is about. */
export type Topic =
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'intents'; readonly intents: readonly Intent[] };

/**
 * Needing a model goes before everything, then how the whole message is put, then its single words.
 */
export function topicOf(text: string): Topic {
  const intents = intentsOf(text);
  const question = intents.includes('model') ? undefined : questionOf(text);
  return question === undefined ? { kind: 'intents', intents } : { kind: 'question', question };
}
