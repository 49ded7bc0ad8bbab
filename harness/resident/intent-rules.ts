/** The topics of the embedded resident. */
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

export interface IntentRule {
  readonly intent: Intent;
  /** Any of these words means the intent. */
  readonly words?: readonly string[];
  /** Any of these phrases means the intent. */
  readonly phrases?: readonly string[];
  /**
   * Any of these words means the intent if the message is short: `hi` in a long question is
   * politeness.
   */
  readonly alone?: readonly string[];
}

/** In the order of the answers to a message about several topics. */
export const intentRules: readonly IntentRule[] = [
  {
    // Requests that need a model come first, and then nothing else is answered: a poem about
    // portals is not a list of portals.
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
