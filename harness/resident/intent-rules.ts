/** A topic of the embedded resident, and what a message about it holds. */
interface Rule {
  readonly intent: string;
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

const words = (text: string): string[] => text.split(' ');
const phrases = (text: string): string[] => text.split(', ');

/** In the order of the answers to a message about several topics. */
const rules = [
  {
    // Requests that need a model come first, and then nothing else is answered: a poem about
    // portals is not a list of portals.
    intent: 'model',
    words: words('poem poetry essay haiku joke translate summarize summarise imagine compose'),
    phrases: phrases(
      'write me, write a, write an, tell me a story, a story, write code, fix the bug, fix this',
    ),
  },
  {
    intent: 'status',
    words: words(
      'status overview summary health healthy dashboard everything readings report problem ' +
        'problems wrong broken outage missing',
    ),
    phrases: phrases(
      'how are things, how is it going, what is going on, what is happening, what is up, ' +
        'what is new, all systems, are you ok, are you okay, how are you, how is the home, ' +
        'how is home, what can you see, you not see, you cannot see, you can t see, can t you see, ' +
        'is anything down, what is down',
    ),
  },
  {
    intent: 'agents',
    words: words('agent agents bot bots worker workers team crew busy idle dormant'),
    phrases: phrases(
      'who is working, who works, who is active, who is dead, who is here, anybody working, ' +
        'anyone working, working on, what are you doing, what are you up to, what do you do now',
    ),
  },
  {
    intent: 'portals',
    words: words('portal portals gate gates door doors game games worlds destination destinations'),
    phrases: phrases(
      'where can i go, where do they lead, other world, can i travel, where to go, can i play, ' + 'to play',
    ),
  },
  {
    intent: 'sovereignty',
    words: words('sovereignty sovereign sovreignty soverignty independence independent'),
    phrases: phrases('self hosted, how much is our own, own machine'),
  },
  {
    intent: 'weather',
    words: words(
      'weather temperature forecast raining rain sunny sun snow snowing storm cloudy clouds fog ' +
        'foggy degrees outside warm cold hot sky thunder',
    ),
  },
  {
    intent: 'block',
    words: words('block blocks height chain blockchain bitcoin btc tip'),
  },
  {
    intent: 'merged',
    words: words('merged merge merges pull pulls pr prs book books bookshelf bookshelves shelf shelves'),
  },
  {
    intent: 'commits',
    words: words('commit commits committed pushed push code repository repo changelog git changes changed'),
  },
  {
    intent: 'feed',
    words: words('feed relay relays nostr note notes zap zaps zapped sats reaction reactions events'),
  },
  {
    intent: 'time',
    words: words('clock date utc'),
    phrases: phrases('what time, the time, time is it, what day, which day, time now, current time'),
    alone: words('time now'),
  },
  {
    intent: 'help',
    words: words('help commands command instructions manual usage'),
    phrases: phrases(
      'what can you do, what can i ask, what can i do, what do you know, how does this work, ' +
        'how do i, how to use, what should i ask',
    ),
  },
  {
    intent: 'identity',
    words: words('model llm gpt ai human robot'),
    phrases: phrases(
      'who are you, who lives here, are you chatgpt, are you claude, what are you, your name, ' +
        'are you real, about yourself, introduce yourself, your purpose, your job, why are you here',
    ),
  },
  {
    intent: 'farewell',
    words: words('bye goodbye farewell'),
    phrases: phrases('good night, see you'),
  },
  {
    intent: 'thanks',
    words: words('thanks thank thx cheers'),
    alone: words('great nice cool ok okay'),
  },
  {
    intent: 'greeting',
    words: words('hello greetings howdy'),
    phrases: phrases('good morning, good evening, good afternoon'),
    alone: words('hi hey hallo yo hola moin bonjour servus'),
  },
] as const satisfies readonly Rule[];

export type Intent = (typeof rules)[number]['intent'];
export const intentRules: readonly (Rule & { readonly intent: Intent })[] = rules;
