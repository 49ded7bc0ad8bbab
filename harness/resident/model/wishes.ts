import type { ResidentGesture } from '../../../data/world-state.ts';
import { type AnswerState, questionOf } from '../question.ts';
import { type Place, asksForWay, placeNamed } from '../places.ts';
import type { ResidentContext } from '../resident.ts';
import { plainWords } from '../words.ts';

/**
 * What the visitor's own words can ask the resident to do. Nothing else decides which act tools an answer
 * has, so that no text from outside can add a tool (docs/decisions/0033).
 */
export interface Wishes {
  /** The one place that the message names. */
  readonly fly?: Place;
  /**
   * The place at which the resident may point: the place that the message names, also if the visitor wants to
   * go there.
   */
  readonly point?: Place;
  readonly turn?: Place;
  readonly gesture?: ResidentGesture;
  /** The view that the message names. */
  readonly view?: 'overview' | 'photo';
  readonly timeLapse: boolean;
  readonly fireworks: boolean;
  readonly speak: boolean;
  /** The message, if it asks to keep something in mind. */
  readonly remember?: string;
}

const NO_WISHES: Wishes = { timeLapse: false, fireworks: false, speak: false };

/** A message with one of these words says what must not happen, so it is no wish. */
const NEGATED =
  /\b(?:no|not|never|don t|dont|do not|without|stop|cancel|kein\w*|nicht|nie|pas|sans|jamais|sin|nunca|non|senza)\b/;
const POLITE = '(?:please |can you |could you |would you )*';
/** Matches a message that hands over a text to work on: what that text asks for is no wish. */
const HANDS_OVER = new RegExp(
  `^${POLITE}(?:explain|describe|summari[sz]e|translate|quote|repeat|list|read|analy[sz]e|tell me (?:what|about|why)|what does)\\b`,
);
/** Like `HANDS_OVER`, but anywhere in the message. */
const WORKS_ON =
  /\b(?:translat\w*|summari[sz]\w*|paraphrase|proofread|what does (?:this|that|it)|ubersetz\w*|tradui\w*|traduc\w*)\b/;
/**
 * Matches quoted and pasted text: what that text asks for is no wish either. A quotation without a closing
 * mark goes to the end of the message. Otherwise, in a message of many opening marks, the search for a
 * closing mark would go to the end from each of them.
 */
const QUOTED =
  /```[\s\S]*?(?:```|$(?![\s\S]))|`[^`\n]*`|“[^”]*”?|„[^“”]*[“”]?|«[^»]*»?|"[^"]*"|^[ \t]*>.*$|\b(?:says|said|wrote|writes|reads|sent|told|asks|asked)\b[^\n:]{0,40}:[\s\S]*|:[ \t]*\n[\s\S]*/gim;
/** Matches a question about a thing. */
const ASKS = new RegExp(
  `^${POLITE}(?:what|why|when|how|who|whose|which|where|did|does|do you|are|is|was|were|has|have|warum|wann|wie|wer|qui|que|quoi|pourquoi|quand|comment|quien|cuando|como|por que)\\b`,
);

const FLY =
  /\b(?:fly|take|bring|lead|guide|carry|warp|teleport|show|go|visit|walk|travel|flieg\w*|bring\w*|fuhr\w*|zeig\w*|geh\w*|emmene\w*|amene\w*|montre\w*|va|vas|lleva\w*|llevame|muestra\w*|portami|mostra\w*)\b/;
const POINT = /\b(?:point|zeig\w* auf|deute\w*|pointe|designe|senala|apunta|indica)\b/;
const TURN = /\b(?:turn|look|face|dreh\w*|schau\w*|tourne|regarde|gira|girate|mira|guarda)\b/;
const GESTURES = [
  ['wave', /\b(?:wave|winke?|salue|saluda|saluta)\b/],
  ['nod', /\b(?:nod|nicke|nick (?:mal|bitte)|hoche|asiente|annuisci)\b/],
  [
    'shake-head',
    /\bshake (?:your|the) head\b|\bschuttel\w* (?:bitte |mal )?(?:den|deinen) kopf\b|\bsecoue la tete\b|\bsacude la cabeza\b|\bscuoti la testa\b/,
  ],
] as const;
const FIREWORKS = /\b(?:fireworks?|feuerwerk\w*|feux? d artifice|fuegos artificiales|fuochi d artificio)\b/;
const TIME_LAPSE = /\b(?:time lapse|timelapse|replay|zeitraffer|accelere|camara rapida)\b/;
const VIEWS = [
  [
    'overview',
    /\b(?:overview|from above|bird s eye|whole island|ubersicht|von oben|d en haut|desde arriba)\b/,
  ],
  ['photo', /\b(?:photos?|photographs?|photo (?:mode|view)|foto\w*)\b/],
] as const;
const SPEAK =
  /\b(?:say|speak|shout|announce|greet|sing|whisper|aloud|out loud|sag|sage|sprich|rufe?|dis|parle|di|habla|grita|canta)\b/;
const REMEMBER =
  /\b(?:remember|note|keep in mind|write down|do not forget|don t forget|dont forget|merk\w* dir|merke|notiere?|vergiss nicht|souviens|retiens|n oublie pas|recuerda|no olvides|anota|ricorda)\b/;
const YES =
  /^(?:yes|yeah|yep|sure|ok|okay|please|please do|yes please|go|do it|take me there|ja|ja bitte|oui|si)$/;

/** The wishes of one message alone. A place may be named in quotation marks. */
function wishesOfText(text: string, state: AnswerState): Wishes {
  const own = text.replaceAll(QUOTED, ' ');
  const plain = plainWords(own).join(' ');
  if (HANDS_OVER.test(plain) || WORKS_ON.test(plain)) return NO_WISHES;
  const remember = REMEMBER.test(plain) && !ASKS.test(plain) ? { remember: text } : {};
  // “Do not forget” is a wish to remember, but nothing else.
  if (NEGATED.test(plain)) return { ...NO_WISHES, ...remember };
  const goes =
    asksForWay(questionOf(own, { state, history: [], visitors: 0, acting: true }).plain) ||
    (FLY.test(plain) && !ASKS.test(plain));
  const asks = ASKS.test(plain);
  const named = (isWished: boolean): Place | undefined =>
    isWished ? placeNamed(state, plainWords(text)) : undefined;
  const place = named(goes);
  const point = place ?? named(!asks && POINT.test(plain));
  const turn = named(!asks && TURN.test(plain));
  const gesture = asks ? undefined : GESTURES.find(([, pattern]) => pattern.test(plain))?.[0];
  const view = asks || place ? undefined : VIEWS.find(([, pattern]) => pattern.test(plain))?.[0];
  return {
    ...(place ? { fly: place } : {}),
    ...(point ? { point } : {}),
    ...(turn ? { turn } : {}),
    ...(gesture ? { gesture } : {}),
    ...(view ? { view } : {}),
    timeLapse: !asks && TIME_LAPSE.test(plain),
    fireworks: !asks && FIREWORKS.test(plain),
    speak: !asks && SPEAK.test(plain),
    ...remember,
  };
}

/** The wishes of the newest message. If it is only “yes”, the wishes of the visitor's message before it. */
export function wishesOf(text: string, state: AnswerState, history: ResidentContext['history']): Wishes {
  if (!YES.test(plainWords(text).join(' '))) return wishesOfText(text, state);
  const before = history.at(-2);
  return history.at(-1)?.role === 'resident' && before?.role === 'visitor'
    ? wishesOfText(before.text, state)
    : NO_WISHES;
}

/** Shorter words are left out, because they are in every sentence; but “My dog is Rex” has no others. */
const MIN_WORD_CHARACTERS = 4;
/** Only the first letters are compared, so that “prefers” equals the visitor's “prefer”. */
const STEM_CHARACTERS = 5;

const stems = (text: string): string[] => plainWords(text).map((word) => word.slice(0, STEM_CHARACTERS));

/** Whether most of a note's words are in the visitor's message. So no other text can get into the notes. */
export function isInWordsOf(note: string, message: string): boolean {
  const own = new Set(stems(message));
  const all = stems(note);
  const long = all.filter((word) => word.length >= MIN_WORD_CHARACTERS);
  const words = long.length > 0 ? long : all;
  return words.length > 0 && words.filter((word) => own.has(word)).length * 2 > words.length;
}
