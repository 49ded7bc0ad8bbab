import { intents, intentOf, type Intent } from './intents.ts';
import { isOnlyNameOrTime } from './follow-ups.ts';
import { personsNamed, topicWords, withoutPersons } from './names.ts';
import { spanOf, withoutSpan } from './span.ts';
import { type Replies, type Understood, leftOutOf, read, understand, worded } from './understood.ts';
import { portalNamed } from '../places.ts';
import { type Question, type Reply, lastAnswer } from '../question.ts';
import { plainWords } from '../words.ts';

const MAX_PARTS = 4;
/** A longer message is answered as one question. */
const MAX_PARTS_CHARACTERS = 300;
/** A question with more words is not treated as an addition to the question before. */
export const MAX_ADDITION_WORDS = 12;
export const PRONOUN =
  /\b(?:it|its|that|those|these|they|them|their|he|she|his|her|him)\b|\b(?:add|buy|create|find|get|have|make|need|put|through|use|want) one$/;
/**
 * A part of a message that asks nothing is a topic only if it has at most this many words: “weather and block
 * height”.
 */
export const MAX_TOPIC_WORDS = 3;
/** How a question begins. */
export const ASKS =
  /^(?:who|whose|what|which|where|when|why|how|is|are|was|were|do|does|did|has|have|can|could|will|would|should|may|any|anything|anyone|show|tell|list|give|take|wer|was|wie|wo|wann|welche)\b/;
/** “Which of those is the oldest?”, “why are the others closed?” */
const OF_LIST = /\b(?:of (?:those|these|them)|the others)\b/;

/** The parts of a message; each that is followed by a question mark keeps it. */
export function clausesOf(text: string): string[] {
  if (text.length > MAX_PARTS_CHARACTERS) return [];
  return text
    .split(
      /\b(?:and|but|und)\b|\bor\b(?= (?:can|could|must|should|have|make|get|how|what|where|when|who|why)\b)|[,;&+]|[.:!](?:\s|$)|(?<=\?)(?:\s|$)/i,
    )
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, MAX_PARTS);
}

/** Matches a question that has a meaning only after another one: “why not?” */
export const ONLY_ADDS =
  /^(?:and |but )?(?:since when|until when|how long|how many(?: (?:do|does|are|is|did) not)?|how much|how come|why(?: not)?|when|where|who|which(?: ones?)?(?: and since when)?|(?:for|to|by|with) (?:what|whom)|where to)$/;
/** Matches other questions that go on with the one before. */
const REFERS =
  /^(?:and |but )?(?:what|how) about .+$|^and (?:the )?(?:key )?[a-z]$|\b(?:that|this|the) (?:number|figure|reading|value|(?:\S+ )?one)\b(?! of)/;
const ADDS = new RegExp(`${ONLY_ADDS.source}|${REFERS.source}`);
/** A question with as many words of its own topic may be an addition, if it is not understood alone. */
export const MAX_OWN_WORDS = 2;
/**
 * A question that is not understood alone is an addition if the intent of the question before is as likely, in
 * proportion to the likeliest one. One without a word of a topic needs hardly more than not to rule it out.
 */
const MIN_SAME = 0.25;
const MIN_SAME_BARE = 0.01;
const ANAPHOR = /\b(?:it|its|they|them|their|he|she|his|her|him)\b/;
const ASKS_PLACE = /^(?:and )?where is (?:it|that|this)$/;
const OF_PORTALS: readonly Intent[] = [intents.portals, intents.namedPortal, intents.way, intents.plays];

/** Whether a question names nothing, as “what was it about?”. */
const isBare = ({ plain, words }: Question, { understanding }: Replies): boolean =>
  PRONOUN.test(plain) && !words.some((word) => understanding.isTopical(word));

/** Whether a question has a meaning only after another one. */
export const isOnlyAddition = (question: Question, context: Replies): boolean =>
  ADDS.test(question.plain) || isBare(question, context);

/** The answer to an addition to the question before it: “since when?”, “what about yesterday?”. */
export function added(whole: Understood, known: Understood, context: Replies): Reply | undefined {
  const { plain, words, text, rare = [] } = whole.question;
  if (words.length === 0 || words.length > MAX_ADDITION_WORDS) return undefined;
  const ownPortal = portalNamed(context.state, words, true);
  const portal = ownPortal ?? portalNamed(context.state, known.question.words, true);
  // “Where is that?” after the weather asks for its place.
  const asksSource = whole.isLikely && whole.intent === intents.sources && !ASKS_PLACE.test(plain);
  const ownIntent = asksSource ? whole.intent : known.intent;
  if (ownPortal && !OF_PORTALS.includes(known.intent)) return undefined;
  const isOfPortal =
    ownPortal !== undefined || ownIntent === intents.way || isOfSamePortal(whole, known, context);
  const intent = portal && isOfPortal && OF_PORTALS.includes(ownIntent) ? intents.namedPortal : ownIntent;
  if (!known.isLikely || intent.about === undefined) return undefined;
  const isOtherTime = spanOf(plain, context.state.now.get()) !== undefined;
  const kept = isOtherTime ? withoutSpan(known.question.plain) : known.question.plain;
  const own = personsNamed(whole.question).length > 0 ? withoutPersons(known.question, kept) : kept;
  // The comma keeps the words of the two apart: in “what was it about, when …”, nothing is about “when”.
  const isOfThings = intent === intents.explanation && whole.intent === intent;
  const joined =
    isOfThings && PRONOUN.test(plain) ? own : ownPortal === undefined ? `${plain} , ${own}` : plain;
  const question = {
    ...known.question,
    text,
    plain: joined,
    words: joined.split(' '),
    rare: rare.length > 0 ? rare : known.question.rare,
  };
  const found =
    (isOfThings && !PRONOUN.test(plain) ? intent.answer(whole.question) : undefined) ??
    intent.answer(question);
  const reply = typeof found === 'string' ? { text: found } : found;
  const { isWord, unknownWords } = context.understanding;
  const unknown = unknownWords(topicWords(whole.question, isWord));
  const leftOut = leftOutOf(intent, reply, unknown);
  return worded({ ...known, intent, question, reply, leftOut, isSure: false, isLikely: true });
}

/** How many questions a conversation is followed back. */
const MAX_BACK = 4;
/**
 * The last question of the visitor that has a meaning of its own, as it was understood: one that went on with an earlier
 * question is about what that is about.
 */
export function understoodBefore(context: Replies, back = MAX_BACK): Understood | undefined {
  const { history } = context;
  const isOwn = ({ role, text }: (typeof history)[number]): boolean => {
    const question = read(text, context);
    return role === 'visitor' && !isOnlyAddition(question, context) && !isOnlyNameOrTime(question);
  };
  const own = history.findLastIndex(isOwn);
  const at = own < 0 ? history.findLastIndex(({ role }) => role === 'visitor') : own;
  const asked = history[at];
  if (asked === undefined) return undefined;
  const whole = understand(read(asked.text, context), context);
  if (back === 0 || whole.isSure) return whole;
  const earlier = { ...context, history: history.slice(0, at) };
  const known = understoodBefore(earlier, back - 1);
  return known?.isLikely === true && isAddition(whole, known, earlier)
    ? { ...whole, intent: known.intent, isLikely: true }
    : whole;
}

/** How likely the intent of the question before is for this one, too, in proportion to the likeliest intent. */
function sameIntent({ probabilities }: Understood, before: Understood): number {
  const [likeliest = 0] = probabilities.values();
  const [, own = 0] = [...probabilities].find(([name]) => intentOf(name) === before.intent) ?? [];
  return own / likeliest;
}

const OF_SEVERAL =
  /\b(?:portals|doors|gates|arches|worlds|games|all|any|every|each|which|others?|another|else)\b/;
const OF_STATE =
  /\b(?:it|that|there)\b.*\b(?:online|offline|up|down|open|closed|work(?:s|ing)?|reachable|inside|behind)\b|^what is (?:in )?there$/;
/** Whether a question is about the portal that the question before names: “can I go in?” */
const isOfSamePortal = ({ intent, question }: Understood, before: Understood, { state }: Replies): boolean =>
  (OF_PORTALS.includes(intent) || OF_STATE.test(question.plain)) &&
  OF_PORTALS.includes(before.intent) &&
  !OF_SEVERAL.test(question.plain) &&
  portalNamed(state, question.words, true) === undefined &&
  portalNamed(state, before.question.words, true) !== undefined;

/** Whether a question has a word that no example has, but the answer before it: “as Markdown?” */
function isOfAnswer(question: Question, { history, understanding }: Replies): boolean {
  const said = plainWords(lastAnswer(history));
  const unknown = understanding.unknownWords(topicWords(question, understanding.isWord));
  return unknown.some((word) => said.includes(word));
}

/** Whether a question goes on with the one before, as far as its words tell. */
export function isAddition(whole: Understood, before: Understood, context: Replies): boolean {
  const { question, intent, isSure, isLikely } = whole;
  const { understanding, state } = context;
  const { plain, words } = question;
  if (ADDS.test(plain) || isOnlyNameOrTime(question) || isOfSamePortal(whole, before, context)) return true;
  // “Is that live?” is about the reading before.
  if (intent === intents.sources && isLikely && PRONOUN.test(plain)) return true;
  const own = words.filter((word) => understanding.isTopical(word)).length;
  if (isBare(question, context)) {
    const same = sameIntent(whole, before);
    // “Can I see it?” asks for the reading again.
    const isOfReading =
      before.isLikely && before.intent.about !== undefined && before.intent.isOfUse !== true;
    return same > MIN_SAME_BARE ? !(isSure && same === 1) : isOfReading && !isSure;
  }
  // “Since when, and what did the check say?”
  const [first = ''] = clausesOf(question.text);
  if (ADDS.test(read(first, context).plain)) return true;
  // “Why is one of them gold?” is about the things before, not about what else is gold.
  if (intent === intents.explanation && before.intent === intent && PRONOUN.test(plain)) return true;
  if (isSure) return false;
  if (portalNamed(state, words, true) || isOfAnswer(question, context)) return true;
  const same = sameIntent(whole, before);
  if (OF_LIST.test(plain) && same > MIN_SAME) return true;
  if (isLikely) return PRONOUN.test(plain) && own < MAX_OWN_WORDS && same > MIN_SAME_BARE;
  if (ANAPHOR.test(plain) && own <= MAX_OWN_WORDS) return true;
  return words.some(understanding.isWord) && same > MIN_SAME;
}
