import * as about from './answers/about.ts';
import { issues } from './answers/agents.ts';
import { link } from './answers/commits.ts';
import { namedPortal, portals } from './answers/portals.ts';
import { block, problems, sovereignty, status, weather } from './answers/readings.ts';
import { TODAY, spanOf } from './answers/span.ts';
import { intents } from './intents.ts';
import { SMALL } from './phrases.ts';
import type { Answer, Question } from './question.ts';
import { plainWords } from './words.ts';

/** Answers that refuse, or that are about the words themselves. */
const WITHOUT_DOUBT: ReadonlySet<Answer | undefined> = new Set<Answer>([
  about.model,
  about.act,
  about.language,
  about.rude,
  about.unseen,
  issues,
  about.checks,
  link,
]);
/** These answers say themselves what they lack. */
const LIMITED = /^(?:I (?:know|see) only|Which place)\b/;
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
const OTHER_TIME = /\b(?:will|how long|since when|until when|when (?:did|was|were|does|is))\b/;
const HAS_LIMIT = /^I (?:know only|see (?:only|no))\b/;

/** The sentence before an answer of now to a question about another time; empty for any other. */
export function nowOnly({ plain, state }: Question, intent: Answer | undefined, answer: string): string {
  const span = spanOf(plain, state.now.get());
  const isOther = span === undefined ? OTHER_TIME.test(plain) : span.name !== TODAY;
  if (!isOther || !OF_NOW.includes(intent) || HAS_LIMIT.test(answer)) return '';
  return WITH_HISTORY.includes(intent)
    ? 'I see only how it is now; the heartbeat page, `/heartbeat.html`, shows the status history.\n\n'
    : 'I see only how it is now.\n\n';
}

/** Words that do not make a question one about something else. */
const HARMLESS =
  'or away every hand moment once again around along back out else ever always never sometimes usually normally already yet still ' +
  'soon later early late finally kind sort bit little lot lots bunch rest folks team curious wondering wonder guess suppose sure ' +
  'certain simply basically roughly approximately perhaps possibly explain describe mention remind inform summarise summarize ' +
  'speak talk talking speaking asking looking whole entire main pretty rather such same different particular specific exact ' +
  'would like love enjoy wish hope madam second seconds quickly fast slow slowly life image view auf mich far besides consist script coloured colored waving moving floating big ' +
  'small tall huge tiny shiny strange weird funny somehow c f';

const known = new Set([
  ...SMALL,
  ...HARMLESS.split(' '),
  ...Object.keys(intents)
    .join(' ')
    .split(/[^a-z]+/),
]);

/** A word of the table, also with another ending. */
function isKnown(word: string): boolean {
  if (known.has(word) || /^\d/.test(word)) return true;
  const stem = word.replace(/(?:ing|ed|es|s|er|est|ly|d)$/, '');
  return (
    stem !== word &&
    stem.length >= MIN_STEM_CHARACTERS &&
    [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')].some((one) => known.has(one))
  );
}

/**
 * The words of a question that neither the table nor its answer has. With them it may be a question about
 * something else (“how high is the moon?”), which a row cannot tell.
 * @param answer What answers; undefined for several answers together.
 * @param text The text of the answer.
 */
export function unknownWords({ words, state }: Question, answer: Answer | undefined, text: string): string[] {
  if (WITHOUT_DOUBT.has(answer) || LIMITED.test(text)) return [];
  const { appName, weather } = state.config.get();
  const own = new Set(plainWords([appName, weather.place ?? '', text].join(' ')));
  return [...new Set(words)].filter((word) => !isKnown(word) && !own.has(word));
}
