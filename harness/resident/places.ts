import { type ViewpointPanel, viewpointNames } from '../../data/view/viewpoint.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { Portal } from '../../data/readings/records.ts';
import type { DerivedState } from '../../data/derived.ts';
import { mentions, plainWords } from './words.ts';

/** A place to which the camera can fly. */
export type Place =
  | { readonly kind: 'portal'; readonly portal: Portal }
  | { readonly kind: 'panel'; readonly name: ViewpointPanel };

/** The words for each panel. */
const panelWords: readonly (readonly [ViewpointPanel, RegExp])[] = [
  ['oath', /\b(?:oath|stone|vow)\b/],
  ['bookshelves', /\b(?:books?|bookshel(?:f|ves)|shel(?:f|ves)|library|merged|pull requests?)\b/],
  ['dual-brain', /\b(?:dual )?brain\b/],
  ['adapters', /\badapters?\b/],
  ['sovereignty', /\b(?:sovereign\w*|meter|arc)\b/],
  ['heatmap', /\b(?:heat ?map|floor)\b/],
  ['earth', /\b(?:earth|globe|planet)\b/],
  ['block', /\b(?:block|blocks|chain)\b/],
  [
    'now',
    /\bnow (?:panel|board)\b|\b(?:panel|board) (?:called )?now\b|\bactivity (?:panel|board)\b|\b(?:panel|board) of (?:what|your work)\b|\bwhat you (?:are )?(?:doing|working on)\b/,
  ],
  ['commits', /\bcommits?\b/],
  ['agents', /\b(?:agents?|team)\b/],
  ['place', /\b(?:weather|clock)\b/],
  ['portals', /\bportals? (?:board|panel)\b|\b(?:board|panel) of (?:the )?portals\b/],
];
/** How visitors ask for the way to a place. */
const WAYS = [
  '(?:take|bring|fly|lead|guide|walk|carry|warp|teleport|get|beam) (?:me|us)',
  '^(?:please )?(?:go|fly|travel|warp|teleport) (?:to|into|through)',
  '(?:want|like|love|wish|let|can i|may i|can we) (?:to |us )*(?:go|visit|travel|fly|walk) (?:to|into|through)',
  'how (?:do|can|could|would) (?:i|we|one) (?:get|go|come|travel|fly) (?:to|into|through|there)',
  'how to (?:get|go|come|travel) (?:to|into|there)',
  '(?:way|path|route) to',
  'where (?:is|are) (?:the|your)',
  'where (?:can|do) (?:i|we) find',
  '^(?:please )?(?:open|enter|use) (?:\\S+ )*?(?:portal|door|gate|arch)',
];
const WAY = new RegExp(`(?:${WAYS.join('|')})\\b`);
export const asksForWay = (plain: string): boolean => WAY.test(plain);

export const asksToShow = (plain: string): boolean =>
  /^(?:(?:please|can|could|would|will|you) )*show\b|^i (?:would )?(?:want|like|love) to see\b/.test(plain);

/** Words that the names of many portals have. */
const COMMON = new Set([
  'portal',
  'world',
  'game',
  'games',
  'gate',
  'door',
  'home',
  'the',
  'and',
  'of',
  'web',
  'hub',
  'my',
]);

/** For each colour that a visitor may name: its words, and the last of its hues in degrees. */
const COLOURS: readonly (readonly [RegExp, number])[] = [
  [/^red$/, 14],
  [/^orange$/, 44],
  [/^(?:yellow|gold|golden)$/, 69],
  [/^(?:green|turquoise|teal|cyan)$/, 189],
  [/^blue$/, 254],
  [/^(?:purple|violet)$/, 299],
  [/^(?:pink|magenta)$/, 344],
  [/^red$/, 360],
];
const ARCH = /^(?:portals?|gates?|doors?|arch|arches)$/;

/** The hue of a colour such as `#ff8a3d` in degrees (https://en.wikipedia.org/wiki/HSL_and_HSV#Hue_and_chroma). */
function hueOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  const highest = Math.max(red, green, blue);
  const chroma = highest - Math.min(red, green, blue);
  const sixth =
    chroma === 0
      ? 0
      : highest === red
        ? (green - blue) / chroma
        : highest === green
          ? (blue - red) / chroma + 2
          : (red - green) / chroma + 4;
  return (sixth * 60 + 360) % 360;
}

/** The word for the colour of a portal in a message such as “the orange door”. */
export function colourNamed({ record: { color } }: Portal, words: readonly string[]): string | undefined {
  if (color === undefined || !words.some((word) => ARCH.test(word))) return undefined;
  const hue = hueOf(color);
  const [names] = COLOURS.find(([, last]) => hue <= last) ?? [];
  return words.find((word) => names?.test(word));
}

/**
 * The portal whose full name or id is in the message.
 * @param loosely Also finds a portal by a word that no other name has, or by its colour if no other has that.
 */
export function portalNamed(
  state: DerivedState,
  words: readonly string[],
  loosely = false,
): Portal | undefined {
  const portals = currentValue(state.derived.portals.get()) ?? [];
  const named = portals.find(({ record }) => mentions(words, record.name) || mentions(words, record.id));
  if (named || !loosely) return named;
  const fitting = portals.filter(({ record }) =>
    plainWords(record.name).some((word) => word.length > 2 && !COMMON.has(word) && words.includes(word)),
  );
  const coloured = portals.filter((portal) => colourNamed(portal, words) !== undefined);
  return [fitting, coloured].find(({ length }) => length === 1)?.[0];
}

export const panelNamed = (words: readonly string[]): ViewpointPanel | undefined =>
  panelWords.find(([, pattern]) => pattern.test(words.join(' ')))?.[0];

/** The place that the words name; undefined if there is none. */
export function placeNamed(state: DerivedState, words: readonly string[]): Place | undefined {
  const portal = portalNamed(state, words, true);
  if (portal) return { kind: 'portal', portal };
  const name = panelNamed(words);
  return name && { kind: 'panel', name };
}

export const placeText = (place: Place): string =>
  place.kind === 'portal' ? place.portal.record.name : viewpointNames[place.name];
