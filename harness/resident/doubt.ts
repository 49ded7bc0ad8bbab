import * as about from './answers/about.ts';
import { link } from './answers/commits.ts';
import { namedPortal, portals } from './answers/portals.ts';
import { block, problems, sovereignty, status, weather } from './answers/readings.ts';
import { TODAY, spanOf } from './answers/span.ts';
import { intents } from './intents.ts';
import { type Part, SMALL, wordedParts } from './phrases.ts';
import type { Answer, Question } from './question.ts';
import { plainWords } from './words.ts';

/** Answers that refuse, or that are about the words themselves. */
export const WITHOUT_DOUBT: ReadonlySet<Answer> = new Set<Answer>([
  about.model,
  about.act,
  about.language,
  about.rude,
  about.unseen,
  about.checks,
  link,
]);
/** These answers say themselves what they lack. */
const LIMITED = /^(?:I know only|Which place)\b/;
const MIN_STEM_CHARACTERS = 3;
/** These answers know the present only; the home keeps a history for some. */
const WITH_HISTORY: readonly (Answer | undefined)[] = [problems, portals, namedPortal];
const OF_NOW: readonly (Answer | undefined)[] = [
  ...WITH_HISTORY,
  about.people,
  block,
  sovereignty,
  status,
  weather,
];
const OTHER_TIME =
  /\b(?:will|how long|since when|until when|when (?:did|was|were|does|is)|did i|(?:going|goes|went|gone) (?:up|down)|rising|falling|trend)\b/;
/** “Did it rain this morning?” is not about now. */
const PAST = /\b(?:did|was|were|been)\b/;
const HAS_LIMIT = /^I (?:know only|see (?:only|no))\b/;

/** The sentence before an answer of now to a question about another time; empty for any other. */
export function nowOnly({ plain, state }: Question, intent: Answer | undefined, answer: string): string {
  const span = spanOf(plain, state.now.get());
  const isOther = span === undefined ? OTHER_TIME.test(plain) : span.name !== TODAY || PAST.test(plain);
  if (!isOther || !OF_NOW.includes(intent) || HAS_LIMIT.test(answer)) return '';
  return WITH_HISTORY.includes(intent)
    ? 'I see only how it is now; the heartbeat page, `/heartbeat.html`, shows the status history.\n\n'
    : 'I see only how it is now.\n\n';
}

/** Words that do not make a question one about something else. */
const HARMLESS =
  'or away every hand moment once again around along back else ever already yet still ' +
  'soon later early late finally kind sort bit little lot lots bunch rest folks team curious wondering wonder guess suppose sure ' +
  'certain simply basically roughly approximately perhaps possibly explain describe mention remind inform summarise summarize ' +
  'asking looking whole entire main pretty rather such particular specific exact ' +
  'would like love enjoy wish hope madam seconds quickly fast slow slowly life image view auf mich far consist script coloured colored waving moving floating big ' +
  'small tall huge tiny shiny strange weird funny somehow c f site ' +
  'use used using uses make makes made making put puts thing things stuff being mine belong understand person spend spent help load shall somewhere anywhere live happens support supports';

/**
 * These words turn a question into another one: an answer takes them into account only if a part of its row has
 * them that fits.
 */
const TURNING = new Set(
  (
    'not no never without why who whose where when many much will first second third next tomorrow most more less least than ' +
    'oldest biggest largest smallest highest lowest longest shortest best worst better worse long before after until between total altogether overall ' +
    'should must might if same different except instead both good bad great ever ' +
    'always friends usually normally often sometimes weekend weekends evening afternoon'
  ).split(' '),
);
const harmless = new Set([...SMALL, ...HARMLESS.split(' ')].filter((word) => !TURNING.has(word)));

/** The parts of all rows of an answer. */
const parts = new Map<Answer, readonly Part[]>();
for (const [text, answer] of Object.entries(intents))
  parts.set(answer, [...(parts.get(answer) ?? []), ...wordedParts(text)]);

/** A word of the sets, also with another ending. */
function isKnown(word: string, sets: readonly ReadonlySet<string>[]): boolean {
  const stem = word.replace(/(?:ing|ed|es|s|er|est|ly|d)$/, '');
  const forms = [word, `${word}s`];
  if (stem !== word && stem.length >= MIN_STEM_CHARACTERS)
    forms.push(stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'));
  return forms.some((form) => sets.some((set) => set.has(form)));
}

/**
 * “Isn’t it raining?” and “is it raining or not?” ask the same as “is it raining?”; the answers take the numbers
 * of times and of rows into account.
 */
const IGNORED =
  /^(?:is|are|was|were|do|does|did|can|could|has|have|will|would|should) not (?=\S+ )| or not$|\bmost (?=recent\b)|\b\d+ (?=(?:minute|hour|day|week|month|year|commit|pull)s?\b)/g;

/**
 * The words of a question that its answers do not take into account, so that it may be a question about something
 * else (“how high is the moon?”), or another one (“which agent was the first?”).
 * @param answers What answers: one answer, or several together.
 * @param text The text of the answers.
 */
export function leftOut(question: Question, answers: readonly Answer[], text: string): string[] {
  if (answers.some((answer) => WITHOUT_DOUBT.has(answer)) || LIMITED.test(text)) return [];
  const { appName, weather } = question.state.config.get();
  const all = answers.flatMap((answer) => parts.get(answer) ?? []);
  const fitting = all.filter(({ fits }) => fits(question));
  const own = answers.some((answer) => OF_NOW.includes(answer)) ? ['when', 'will', 'long', 'until'] : [];
  // “Why do you not show the weather?” has its cause.
  const cause = text.includes('I cannot see') ? ['why', 'not'] : [];
  const turning = new Set([...fitting.flatMap((part) => part.words), ...own, ...cause]);
  const told = new Set(plainWords([appName, weather.place ?? '', text].join(' ')));
  const known = [harmless, new Set(all.flatMap((part) => part.words))];
  const words = question.plain.replace(IGNORED, '').split(' ');
  return [...new Set(words)].filter(
    (word) =>
      word !== '' && !(TURNING.has(word) ? turning.has(word) : told.has(word) || isKnown(word, known)),
  );
}
