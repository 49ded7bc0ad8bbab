import { stranger } from './agents.ts';
import { COMPARES, commitWithSha, comparesOther, link, pullNumbers } from './commits.ts';
import { HAS_HISTORY, pastText } from './incidents.ts';
import { type Intent, intentOf, intents } from './intents.ts';
import { MIN_MAYBE_OF_USE, isOfUse } from './look-up.ts';
import { namesStranger, personsNamed, shownWords, topicWords, withoutPersons } from './names.ts';
import { noPortal } from './portals.ts';
import { sessionsNamed } from './sessions.ts';
import { TODAY, spanOf } from './span.ts';
import { findScope } from './titles.ts';
import { OFFER } from './ways.ts';
import type { Docs } from '../docs.ts';
import type { ViewpointPanel } from '../../../data/view/viewpoint.ts';
import { asksForWay, asksToShow, panelNamed, portalNamed } from '../places.ts';
import { type Question, type Reply, type ReplyContext, questionOf } from '../question.ts';
import { NOT_SURE, escapeMarkdown } from '../reply-text.ts';
import { type Guess, PERSON, type Understanding } from '../understanding.ts';
import { plainWords } from '../words.ts';

const OTHER_LETTERS = /[^\p{Script=Latin}\P{L}]/u;
const ADDRESS = /https?:\/\/\S|\bwww\.\S/i;

/** A question, what it asks for, and the reply to that. */
export interface Understood {
  readonly question: Question;
  readonly intent: Intent;
  readonly isSure: boolean;
  readonly isLikely: boolean;
  readonly nearest: readonly string[];
  readonly example: string;
  readonly probabilities: ReadonlyMap<string, number>;
  readonly reply: Reply | undefined;
  /** Words that were not used for the guess and are not in the reply. */
  readonly leftOut: readonly string[];
  /** Rare words that neither the reply nor an example of the intent has. */
  readonly unexplained: readonly string[];
}

export interface Replies extends ReplyContext {
  readonly understanding: Understanding;
  /** The pages to look things up in; undefined where there are none. */
  readonly docs?: Docs | undefined;
}

/** A text as a question with corrected spelling. Words that this home shows stay as they are. */
export function read(text: string, context: Replies): Question {
  const { state, understanding } = context;
  const own = shownWords(state);
  const question = questionOf(text, context, (word) => (own.has(word) ? word : understanding.spelled(word)));
  const rare = withoutPersons(question, question.plain).split(' ');
  return { ...question, rare: rare.filter((word) => understanding.isRare(word)) };
}

const LINK: Intent = { answer: link };
/** Intents about the resident. With a name, as in “how long has Codex been running?”, the question is about that. */
const OF_RESIDENT: readonly Intent[] = [
  intents.age,
  intents.alive,
  intents.identity,
  intents.memory,
  intents.occupation,
];
export const OF_WORK: readonly Intent[] = [intents.agents, intents.areas, intents.mostActive, intents.news];
/** A question with one of these intents may name a pull request by its number alone. */
export const OF_CHANGES: readonly Intent[] = [...OF_WORK, intents.commits, intents.merged, intents.namedPull];

/** “Has anyone posted about it?” */
const OF_NOTES = /^(?!.*\b(?:commit\w*|merge\w*|pull)\b).*\b(?:posted|posts|notes?|feed|nostr)\b/;
/** “What is in the bookshelves?” asks for no way. */
const CONTENTS: Partial<Record<ViewpointPanel, Intent>> = {
  adapters: intents.adapters,
  agents: intents.agents,
  bookshelves: intents.merged,
  commits: intents.commits,
  oath: intents.oath,
  portals: intents.portals,
};
/** “Which portals can I go through?” asks for a list, and for the way to none. */
const OF_SEVERAL = /^(?:and )?(?:which|what|how many)\b/;
/** “Who did nothing today?” has the words of “who did something today?”, besides one of these. */
const OF_ABSENCE =
  /\b(?:not?|nothing|none|without|idle|idling|quiet\w*|lazy|laziest|asleep|inactive|sleep\w*|slack\w*|rest\w*|least|away|absent|silent|stopped|longest|missing|never|gone|dead|dormant|unused|few\w*|off|bored|zero|0|free|faul\w*|sitting|break)\b/;
/** “Can you ping me when an agent waits for me?” asks for a notice, and not who waits. */
const ASKS_NOTICE =
  /\b(?:(?:ping|notify|alert|buzz|warn|mail|text|message) (?:me|us)|(?:be|get) (?:told|notified|alerted|called|pinged))\b.* (?:when|whenever|if|once|as soon as) /;
const LEADS = /\b(?:where|go|get|walk|step|enter) (?:does|do|would|will|in|through)\b/;
const OF_PERSONS: readonly Intent[] = [intents.agents, intents.inactive, intents.mostActive];

/** The intent of a question that names a thing of this home, such as a link, a number or a word of a title. */
function namedIntent(
  question: Question,
  guessed: Intent,
  { isSure, isLikely, probabilities }: Guess,
): Intent | undefined {
  const { text, plain, state, words, rare = [] } = question;
  const isOpenTo = (of: readonly Intent[]): boolean => !isSure || of.includes(guessed);
  // A guess that is likely, though not sure, is kept here: these words are a weaker sign.
  const isOf = (of: readonly Intent[]): boolean => !isLikely || of.includes(guessed);
  if (ADDRESS.test(text.slice(0, 2_000))) return LINK;
  if (OTHER_LETTERS.test(text)) return intents.language;
  const isOfChange = isOpenTo(OF_CHANGES);
  if (isOfChange && pullNumbers(question).length > 0) return intents.namedPull;
  if (isOfChange && commitWithSha(question) !== undefined) return intents.commits;
  if (isOpenTo([...OF_WORK, intents.person, intents.source]) && sessionsNamed(question).length > 0)
    return intents.agents;
  if (isOf([...OF_CHANGES, intents.person]) && OF_NOTES.test(plain)) return intents.feed;
  if (ASKS_NOTICE.test(plain)) return intents.notices;
  const persons = personsNamed(question).length;
  if (OF_RESIDENT.includes(guessed) && persons > 0) return intents.person;
  // “Have Ada and Bob both been quiet?”
  if (OF_PERSONS.includes(guessed) && persons > 1 && !COMPARES.test(plain)) return intents.person;
  if (guessed === intents.portals && asksForWay(plain) && !OF_SEVERAL.test(plain)) return intents.way;
  if (guessed === intents.inactive && !OF_ABSENCE.test(plain)) return intents.agents;
  const panel = panelNamed(words);
  if (guessed === intents.way && panel && /^what\b/.test(plain) && !asksForWay(plain))
    return CONTENTS[panel] ?? guessed;
  const portal = portalNamed(state, words, true);
  if (guessed === intents.portals && portal) return intents.namedPortal;
  // “Where does it lead if I walk in?” names none.
  if (guessed === intents.namedPortal && !portal && LEADS.test(plain)) return intents.portals;
  const scope = findScope(question);
  // A path, or words of a title that hardly any example has.
  const isTitle =
    text.includes('/') || scope?.words.flatMap(plainWords).some((word) => rare.includes(word)) === true;
  // “Is there an example in Python?” asks for no commit.
  const isWork = isOf([...OF_WORK, intents.inactive]) && isTitle && !isOfUse(probabilities, MIN_MAYBE_OF_USE);
  if (!scope || !(isWork || (scope.isPart && !isSure))) return undefined;
  if (persons > 0) return intents.person;
  return /\b(?:merge[sd]?|pull requests?|landed)\b/.test(plain) ? intents.merged : intents.commits;
}

const ASKS_HOW = /^(?:and |but )?(?:how|where|what|which|why)\b/;

/** Matches a reply that already says what the resident does not know. */
export const HAS_LIMIT = /^I (?:know only|see (?:only|no))\b/;

/** Whether the reply must name the words of the question that it leaves out. */
const leavesOut = ({ about, isCourtesy }: Intent, reply: Reply | undefined): boolean =>
  (about !== undefined || isCourtesy === true) && !HAS_LIMIT.test(reply?.text ?? '');

/** The words that a reply does not have. */
function unsaid(words: readonly string[], reply: Reply | undefined): string[] {
  const said = plainWords(reply?.text ?? '');
  return words.filter((word) => !said.some((own) => own.startsWith(word)));
}

/** The unknown words of a question that the reply must name. */
export const leftOutOf = (intent: Intent, reply: Reply | undefined, unknown: readonly string[]): string[] =>
  leavesOut(intent, reply) ? unsaid(unknown, reply) : [];

export function understand(question: Question, { understanding }: Replies): Understood {
  const named = topicWords(question, understanding.isWord);
  const ofNames = understanding.guess(named);
  // In “how do I connect Gemini CLI?”, the name of a session is that of a program.
  const ofWords = ofNames.isSure || !named.includes(PERSON) ? ofNames : understanding.guess(question.words);
  const [topic, first] = ofWords.isSure ? [question.words, ofWords] : [named, ofNames];
  // “How do I run the tests?” orders nothing.
  const isNoOrder = intentOf(first.intent) === intents.act && ASKS_HOW.test(question.plain);
  const guess: Guess = isNoOrder
    ? { ...first, intent: 'nothing', isSure: false, isLikely: false, example: '' }
    : first;
  const guessed: Intent = intentOf(guess.intent);
  // An unlikely guess needs a heading that says what the answer is about.
  const likely = guess.isLikely || guessed.about !== undefined ? guessed : intents.nothing;
  const special = namedIntent(question, guessed, guess);
  const intent: Intent = special ?? likely;
  const isStrange = intent.isOfPeople === true && namesStranger(question, understanding.isWord);
  // “What has been going on” sounds like a question about a person, but no word of it can be a name.
  const hasNoName =
    intent === intents.person &&
    personsNamed(question).length === 0 &&
    question.words.every((word) => understanding.isWord(word));
  const own = shownWords(question.state);
  const missing = noPortal(
    question,
    (word) => own.has(word) || (understanding.isWord(word) && !understanding.isRare(word)),
  );
  const isUnknown = hasNoName || (OF_CHANGES.includes(intent) && comparesOther(question));
  const found = missing ?? (isStrange ? stranger(question) : isUnknown ? undefined : intent.answer(question));
  const reply = typeof found === 'string' ? { text: found } : found;
  // Why another intent was chosen explains the words, too.
  const rare = intent === guessed ? understanding.unexplained(topic, guess.intent) : [];
  return {
    question,
    ...guess,
    isLikely: guess.isLikely || special !== undefined,
    intent,
    reply,
    leftOut: leftOutOf(intent, reply, understanding.unknownWords(topic)),
    unexplained: unsaid(rare, reply),
  };
}

const OTHER_TIME =
  /\b(?:will|going to|did|was|were|how long|since when|until when|when (?:does|is)|(?:going|goes|went|gone) (?:up|down)|rising|falling|trend)\b/;
/** “Did it rain this morning?” is not about now. */
const PAST = /\b(?:did|was|were|been|visited|came)\b/;

/** The text before an answer about now if the question asks about another time; otherwise empty. */
function nowOnly({ question, intent, reply }: Understood): string {
  const { plain, state } = question;
  const span = spanOf(plain, state.now.get());
  const isOther = span === undefined ? OTHER_TIME.test(plain) : span.name !== TODAY || PAST.test(plain);
  if (!isOther || intent.of === undefined || HAS_LIMIT.test(reply?.text ?? '')) return '';
  const past =
    intent.of === 'now' ? undefined : (pastText(question) ?? `I see only how it is now; ${HAS_HISTORY}.`);
  return `${past ?? 'I see only how it is now.'}\n\n`;
}

/** “Show me the commits” has an answer, and a panel in the world. */
function withPanel({ plain, words, acting }: Question, reply: Reply): Reply {
  const isShown = acting && !reply.action && asksToShow(plain);
  const panel = isShown ? panelNamed(words) : undefined;
  return panel ? { text: `${reply.text}\n\n${OFFER}`, action: { action: 'fly', detail: { panel } } } : reply;
}

/** The least probability of an intent whose answer may leave out a word, if it is not likely. */
const MIN_WITHOUT = 0.6;
/**
 * Returns the reply. It begins with a heading if the question may have asked for something else, and it names
 * a word of the question that it leaves out. Undefined if too many words are left out: more than one, or any
 * if neither the guess is likely nor the probability of the likeliest intent is high; and for a courtesy that
 * is not sure, or that leaves out a word.
 */
export function worded(understood: Understood): Reply | undefined {
  const { question, intent, isSure, isLikely, probabilities, reply, leftOut, unexplained } = understood;
  const [probability = 0] = probabilities.values();
  const mayLeaveOut = !intent.isCourtesy && (isLikely || probability >= MIN_WITHOUT) ? 1 : 0;
  if (!reply || leftOut.length > mayLeaveOut || (!isSure && intent.isCourtesy)) return undefined;
  const without = leftOut.map((word) => `I leave out “${escapeMarkdown(word)}”, which I do not know.\n\n`);
  const isClear = isSure && leftOut.length === 0 && unexplained.length === 0;
  const heading =
    isClear || HAS_LIMIT.test(reply.text) || intent.about === undefined
      ? ''
      : `*${isLikely ? 'If you ask about' : `${NOT_SURE} About`} ${intent.about}:*\n\n`;
  return withPanel(question, {
    ...reply,
    text: without.join('') + heading + nowOnly(understood) + reply.text,
  });
}

/** The reply below its heading, also where it says what the resident does not know. */
export function doubted(understood: Understood): Reply | undefined {
  const reply = worded(understood);
  const { about } = understood.intent;
  return reply && about !== undefined && HAS_LIMIT.test(reply.text)
    ? { ...reply, text: `*${NOT_SURE} About ${about}:*\n\n${reply.text}` }
    : reply;
}
